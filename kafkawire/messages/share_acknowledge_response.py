# Generated from rpc/ShareAcknowledgeResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class LeaderIdAndEpoch(Struct):
    """Part of ShareAcknowledgeResponse."""

    leader_id: int = 0
    leader_epoch: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionData(Struct):
    """Part of ShareAcknowledgeResponse."""

    partition_index: int = 0
    error_code: int = 0
    error_message: str | None = None
    current_leader: LeaderIdAndEpoch = field(default_factory=LeaderIdAndEpoch)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareAcknowledgeTopicResponse(Struct):
    """Part of ShareAcknowledgeResponse."""

    topic_id: UUID = ZERO_UUID
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class NodeEndpoint(Struct):
    """Part of ShareAcknowledgeResponse."""

    node_id: int = 0
    host: str = ""
    port: int = 0
    rack: str | None = None
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareAcknowledgeResponse(Response):
    """Response of SHARE_ACKNOWLEDGE (79). Versions 0-2, flexible from 0.

    Its structs, in this module: ShareAcknowledgeTopicResponse, PartitionData, LeaderIdAndEpoch, NodeEndpoint.
    """

    API_KEY = 79
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = None
    acquisition_lock_timeout_ms: int = 0  # 2+
    responses: list[ShareAcknowledgeTopicResponse] = field(default_factory=list)
    node_endpoints: list[NodeEndpoint] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
