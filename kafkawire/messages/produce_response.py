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
    batch_index_error_message: str | None = None  # 8+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderIdAndEpoch(Struct):
    """Part of ProduceResponse, 10+."""

    leader_id: int = -1  # 10+
    leader_epoch: int = -1  # 10+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionProduceResponse(Struct):
    """Part of ProduceResponse."""

    index: int = 0
    error_code: int = 0
    base_offset: int = 0
    log_append_time_ms: int = -1  # 2+
    log_start_offset: int = -1  # 5+
    record_errors: list[BatchIndexAndErrorMessage] = field(default_factory=list)  # 8+
    error_message: str | None = None  # 8+
    current_leader: LeaderIdAndEpoch | None = None  # 10+, tag 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicProduceResponse(Struct):
    """Part of ProduceResponse."""

    name: str = ""  # 0-12
    topic_id: UUID = ZERO_UUID  # 13+
    partition_responses: list[PartitionProduceResponse] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class NodeEndpoint(Struct):
    """Part of ProduceResponse, 10+."""

    node_id: int = 0  # 10+
    host: str = ""  # 10+
    port: int = 0  # 10+
    rack: str | None = None  # 10+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ProduceResponse(Response):
    """Response of PRODUCE (0). Versions 0-13, flexible from 9.

    Its structs, in this module: TopicProduceResponse, PartitionProduceResponse, BatchIndexAndErrorMessage,
    LeaderIdAndEpoch, NodeEndpoint.
    """

    API_KEY = 0
    VERSIONS = range(0, 14)
    FLEXIBLE_VERSIONS = range(9, 14)
    LATEST_STABLE_VERSION = 13

    responses: list[TopicProduceResponse] = field(default_factory=list)
    throttle_time_ms: int = 0  # 1+
    node_endpoints: list[NodeEndpoint] = field(default_factory=list)  # 10+, tag 0
    unknown_tags: dict[int, bytes] | None = None
