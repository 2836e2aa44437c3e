# Generated from rpc/FetchResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Buffer, Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class EpochEndOffset(Struct):
    """Part of FetchResponse, 12+."""

    epoch: int = -1  # 12+
    """Largest leader epoch of the leader's log up to the follower's, -1 if there is no difference."""
    end_offset: int = -1  # 12+
    """Offset behind the last record of that epoch, -1 if there is no difference."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderIdAndEpoch(Struct):
    """Part of FetchResponse, 12+."""

    leader_id: int = -1  # 12+
    """Id of the partition's leader, -1 if none is known."""
    leader_epoch: int = -1  # 12+
    """Leader epoch in which that broker leads, -1 if it is not known."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class SnapshotId(Struct):
    """Part of FetchResponse, 12+."""

    end_offset: int = -1
    """Offset behind the last record that the snapshot covers, -1 if none is to be fetched."""
    epoch: int = -1
    """Leader epoch of the last record that the snapshot covers, -1 if none is to be fetched."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AbortedTransaction(Struct):
    """Part of FetchResponse, 4+."""

    producer_id: int = 0  # 4+
    """Producer whose transaction was aborted."""
    first_offset: int = 0  # 4+
    """Offset of the first record of the aborted transaction."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionData(Struct):
    """Part of FetchResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or why nothing was read: OFFSET_OUT_OF_RANGE, NOT_LEADER_OR_FOLLOWER, FENCED_LEADER_EPOCH, ..."""
    high_watermark: int = 0
    """Offset behind the last record that all in-sync replicas have, -1 if unknown; consumers read up to it."""
    last_stable_offset: int = -1  # 4+
    """Offset of the first record of a transaction still open, else the high watermark; -1 if it is not known."""
    log_start_offset: int = -1  # 5+
    """First offset that the partition still has, -1 if it is not known."""
    diverging_epoch: EpochEndOffset | None = None  # 12+, tag 0
    """Where the logs of follower and leader part; the follower cuts its own there (KIP-595)."""
    current_leader: LeaderIdAndEpoch | None = None  # 12+, tag 1
    """Leader to fetch from now on; given when this broker does not lead (KIP-595, KIP-951)."""
    snapshot_id: SnapshotId | None = None  # 12+, tag 2
    """Snapshot that a KRaft follower has to fetch, as the log begins after its offset (KIP-630)."""
    aborted_transactions: list[AbortedTransaction] | None = field(default_factory=list)  # 4+
    """Transactions whose records a `read_committed` consumer has to skip; null for other readers."""
    preferred_read_replica: int = -1  # 11+
    """Broker to fetch from instead, as it is closer (KIP-392); -1 to stay here."""
    records: Buffer | None = None
    """Raw batches, null or empty for none; the first may begin before `fetch_offset`, the last may be cut off."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchableTopicResponse(Struct):
    """Part of FetchResponse."""

    topic: str = ""  # 0-12
    """Name of the topic; versions 13+ have its id."""
    topic_id: UUID = ZERO_UUID  # 13+
    """Id of the topic; versions below 13 have its name."""
    partitions: list[PartitionData] = field(default_factory=list)
    """What was fetched, by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class NodeEndpoint(Struct):
    """Part of FetchResponse, 16+."""

    node_id: int = 0  # 16+
    """Id of a broker that `current_leader` names."""
    host: str = ""  # 16+
    """Host name or address to connect to."""
    port: int = 0  # 16+
    """TCP port to connect to."""
    rack: str | None = None  # 16+
    """Rack of the broker (`broker.rack`), null if it names none."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchResponse(Response):
    """Response of FETCH (1). Versions 0-18, flexible from 12.

    Record batches by partition. Within a session, partitions without news are left out.

    Its structs, in this module: FetchableTopicResponse, PartitionData, EpochEndOffset, LeaderIdAndEpoch, SnapshotId,
    AbortedTransaction, NodeEndpoint.
    """

    API_KEY = 1
    VERSIONS = range(0, 19)
    FLEXIBLE_VERSIONS = range(12, 19)
    LATEST_STABLE_VERSION = 18

    throttle_time_ms: int = 0  # 1+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0  # 7+
    """Error of the request as a whole, 0 for none: mostly of the session, such as FETCH_SESSION_ID_NOT_FOUND."""
    session_id: int = 0  # 7+
    """Session in which to go on (KIP-227), 0 if there is none."""
    responses: list[FetchableTopicResponse] = field(default_factory=list)
    """What was fetched, by topic."""
    node_endpoints: list[NodeEndpoint] = field(default_factory=list)  # 16+, tag 0
    """Addresses of the new leaders that `current_leader` names (KIP-951)."""
    unknown_tags: dict[int, bytes] | None = None
