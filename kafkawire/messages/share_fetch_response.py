# Generated from rpc/ShareFetchResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Buffer, Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class LeaderIdAndEpoch(Struct):
    """Part of ShareFetchResponse."""

    leader_id: int = 0
    """Id of the partition's leader."""
    leader_epoch: int = 0
    """Leader epoch in which that broker leads."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AcquiredRecords(Struct):
    """Part of ShareFetchResponse."""

    first_offset: int = 0
    """First offset of the range."""
    last_offset: int = 0
    """Last offset of the range, itself included."""
    delivery_count: int = 0
    """How many times these records were delivered, this time included."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionData(Struct):
    """Part of ShareFetchResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or why nothing was read: NOT_LEADER_OR_FOLLOWER, UNKNOWN_TOPIC_ID, TOPIC_AUTHORIZATION_FAILED, ..."""
    error_message: str | None = None
    """Why nothing was read, for people to read; null if the number says it all."""
    acknowledge_error_code: int = 0
    """0 if the request's acknowledgements were taken, else an `ErrorCode` such as INVALID_RECORD_STATE."""
    acknowledge_error_message: str | None = None
    """Why acknowledgements were refused, for people to read; null if the number says it all."""
    current_leader: LeaderIdAndEpoch = field(default_factory=LeaderIdAndEpoch)
    """Leader to send to from now on, if this broker does not lead; else both are 0."""
    records: Buffer | None = None
    """Raw batches, null or empty for none; the member has to skip records in them that it has not acquired."""
    acquired_records: list[AcquiredRecords] = field(default_factory=list)
    """Ranges of offsets that the member has acquired."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareFetchableTopicResponse(Struct):
    """Part of ShareFetchResponse."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[PartitionData] = field(default_factory=list)
    """What was fetched, by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class NodeEndpoint(Struct):
    """Part of ShareFetchResponse."""

    node_id: int = 0
    """Id of a broker that `current_leader` names."""
    host: str = ""
    """Host name or address to connect to."""
    port: int = 0
    """TCP port to connect to."""
    rack: str | None = None
    """Rack of the broker (`broker.rack`), null if it names none."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareFetchResponse(Response):
    """Response of SHARE_FETCH (78). Versions 0-2, flexible from 0.

    Records, and which of them the member has acquired.

    Its structs, in this module: ShareFetchableTopicResponse, PartitionData, LeaderIdAndEpoch, AcquiredRecords,
    NodeEndpoint.
    """

    API_KEY = 78
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """Error of the request as a whole, 0 for none: SHARE_SESSION_NOT_FOUND, INVALID_SHARE_SESSION_EPOCH, ..."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    acquisition_lock_timeout_ms: int = 0  # 1+
    """How long the member holds acquired records before others may have them, in ms."""
    responses: list[ShareFetchableTopicResponse] = field(default_factory=list)
    """What was fetched, by topic."""
    node_endpoints: list[NodeEndpoint] = field(default_factory=list)
    """Addresses of the new leaders that `current_leader` names (KIP-951)."""
    unknown_tags: dict[int, bytes] | None = None
