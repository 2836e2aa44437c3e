# Generated from rpc/FetchRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class ReplicaState(Struct):
    """Part of FetchRequest, 15+."""

    replica_id: int = -1  # 15+
    """Broker id of a follower, -1 for a consumer."""
    replica_epoch: int = -1  # 15+
    """Broker epoch of the follower, by which one that has restarted is told from its past self; -1 for a consumer."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchPartition(Struct):
    """Part of FetchRequest."""

    partition: int = 0
    """Number of the partition within its topic, counted from 0."""
    current_leader_epoch: int = -1  # 9+
    """Leader epoch known to the client, -1 for no check; else FENCED_ or UNKNOWN_LEADER_EPOCH if it differs."""
    fetch_offset: int = 0
    """Offset of the first record that is wanted; the batch that holds it is sent whole."""
    last_fetched_epoch: int = -1  # 12+
    """Leader epoch of the last record that the follower has, -1 if it has none; finds where logs part."""
    log_start_offset: int = -1  # 5+
    """First offset that the follower still has, -1 from a consumer."""
    partition_max_bytes: int = 0
    """Bytes of records for this partition; a first batch that alone is larger may still come whole."""
    replica_directory_id: UUID = ZERO_UUID  # 17+, tag 0
    """Log directory id of a KRaft follower (KIP-853), all zeros for others."""
    high_watermark: int = 9223372036854775807  # 18+, tag 1
    """High watermark that a KRaft follower knows, -1 if none; by default the highest int64: it does not say."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchTopic(Struct):
    """Part of FetchRequest."""

    topic: str = ""  # 0-12
    """Name of the topic; versions 13+ have its id."""
    topic_id: UUID = ZERO_UUID  # 13+
    """Id of the topic; versions below 13 have its name."""
    partitions: list[FetchPartition] = field(default_factory=list)
    """Partitions to fetch, each with the offset to begin at."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ForgottenTopic(Struct):
    """Part of FetchRequest, 7+."""

    topic: str = ""  # 7-12
    """Name of the topic; versions 13+ have its id."""
    topic_id: UUID = ZERO_UUID  # 13+
    """Id of the topic; versions below 13 have its name."""
    partitions: Sequence[int] = ()  # 7+
    """Numbers of the partitions that leave the session."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchRequest(Request):
    """Request of FETCH (1). Versions 0-18, flexible from 12.

    Reads record batches from partitions, for consumers and for replicas that follow a leader.

    Its structs, in this module: ReplicaState, FetchTopic, FetchPartition, ForgottenTopic.
    """

    API_KEY = 1
    VERSIONS = range(0, 19)
    FLEXIBLE_VERSIONS = range(12, 19)
    LATEST_STABLE_VERSION = 18
    DEPRECATED_VERSIONS = range(0, 4)

    cluster_id: str | None = None  # 12+, tag 0
    """Id of the cluster that a KRaft follower belongs to, null if it does not say; INCONSISTENT_CLUSTER_ID if wrong."""
    replica_id: int = -1  # 0-14
    """Broker id of a follower; -1 for a consumer. Versions 15+ have it in `replica_state`."""
    replica_state: ReplicaState | None = None  # 15+, tag 1
    """Who the follower is; left out by consumers (KIP-903)."""
    max_wait_ms: int = 0
    """How long the broker may wait for `min_bytes` to gather, in ms."""
    min_bytes: int = 0
    """The broker answers as soon as it has this many bytes, or an error."""
    max_bytes: int = 2147483647  # 3+
    """Bytes of records in the whole response; passed only by a first batch that alone is larger (KIP-74)."""
    isolation_level: int = 0  # 4+
    """0 reads up to the high watermark; 1 leaves out open and aborted transactions (`read_committed`)."""
    session_id: int = 0  # 7+
    """Fetch session to go on with (KIP-227), 0 for none or a new one."""
    session_epoch: int = -1  # 7+
    """Number of the request within its session: 0 asks for a new session, -1 for none or to end it."""
    topics: list[FetchTopic] = field(default_factory=list)
    """What to fetch; within a session only what is new or has changed."""
    forgotten_topics_data: list[ForgottenTopic] = field(default_factory=list)  # 7+
    """What the session is to leave out from now on (KIP-227)."""
    rack_id: str = ""  # 11+
    """Rack of the consumer, by which it may be sent to a closer replica (KIP-392); empty for none."""
    unknown_tags: dict[int, bytes] | None = None
