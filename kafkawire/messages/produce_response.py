# Generated from rpc/ProduceResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class BatchIndexAndErrorMessage(Struct):
    """Part of ProduceResponse, 8+."""

    batch_index: int = 0  # 8+
    """Index of the refused record within its batch, counted from 0."""
    batch_index_error_message: str | None = None  # 8+
    """Why this record was refused, for people to read; null if there is no more to say."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderIdAndEpoch(Struct):
    """Part of ProduceResponse, 10+."""

    leader_id: int = -1  # 10+
    """Id of the partition's leader, -1 if none is known."""
    leader_epoch: int = -1  # 10+
    """Leader epoch in which that broker leads, -1 if it is not known."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionProduceResponse(Struct):
    """Part of ProduceResponse."""

    index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0 if the batch is in the log, else an `ErrorCode` such as NOT_LEADER_OR_FOLLOWER or MESSAGE_TOO_LARGE."""
    base_offset: int = 0
    """Offset that the first record of the batch got, -1 after an error."""
    log_append_time_ms: int = -1  # 2+
    """Time that all records got under `LogAppendTime`, in ms since the epoch; -1 if they keep their own."""
    log_start_offset: int = -1  # 5+
    """First offset that the partition still has, -1 if it is not known."""
    record_errors: list[BatchIndexAndErrorMessage] = field(default_factory=list)  # 8+
    """Records for which the whole batch was refused (KIP-467), as far as they are known."""
    error_message: str | None = None  # 8+
    """Why the batch was refused, for people to read; null if the number says it all."""
    current_leader: LeaderIdAndEpoch | None = None  # 10+, tag 0
    """Leader to send to from now on; given with NOT_LEADER_OR_FOLLOWER (KIP-951)."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicProduceResponse(Struct):
    """Part of ProduceResponse."""

    name: str = ""  # 0-12
    """Name of the topic; versions 13+ have its id."""
    topic_id: UUID = ZERO_UUID  # 13+
    """Id of the topic; versions below 13 have its name."""
    partition_responses: list[PartitionProduceResponse] = field(default_factory=list)
    """Outcome by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class NodeEndpoint(Struct):
    """Part of ProduceResponse, 10+."""

    node_id: int = 0  # 10+
    """Id of a broker that `current_leader` names."""
    host: str = ""  # 10+
    """Host name or address to connect to."""
    port: int = 0  # 10+
    """TCP port to connect to."""
    rack: str | None = None  # 10+
    """Rack of the broker (`broker.rack`), null if it names none."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ProduceResponse(Response):
    """Response of PRODUCE (0). Versions 0-13, flexible from 9.

    Says for each partition where the batch went, or why it was refused.

    Its structs, in this module: TopicProduceResponse, PartitionProduceResponse, BatchIndexAndErrorMessage,
    LeaderIdAndEpoch, NodeEndpoint.
    """

    API_KEY = 0
    VERSIONS = range(0, 14)
    FLEXIBLE_VERSIONS = range(9, 14)
    LATEST_STABLE_VERSION = 13

    responses: list[TopicProduceResponse] = field(default_factory=list)
    """Outcome by topic, for all topics of the request."""
    throttle_time_ms: int = 0  # 1+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    node_endpoints: list[NodeEndpoint] = field(default_factory=list)  # 10+, tag 0
    """Addresses of the new leaders that `current_leader` names (KIP-951)."""
    unknown_tags: dict[int, bytes] | None = None
