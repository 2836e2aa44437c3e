# Generated from rpc/BeginQuorumEpochResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class PartitionData(Struct):
    """Part of BeginQuorumEpochResponse."""

    partition_index: int = 0
    error_code: int = 0
    leader_id: int = 0
    leader_epoch: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of BeginQuorumEpochResponse."""

    topic_name: str = ""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class NodeEndpoint(Struct):
    """Part of BeginQuorumEpochResponse, 1+."""

    node_id: int = 0  # 1+
    host: str = ""  # 1+
    port: int = 0  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class BeginQuorumEpochResponse(Response):
    """Response of BEGIN_QUORUM_EPOCH (53). Versions 0-1, flexible from 1.

    Its structs, in this module: TopicData, PartitionData, NodeEndpoint.
    """

    API_KEY = 53
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    error_code: int = 0
    topics: list[TopicData] = field(default_factory=list)
    node_endpoints: list[NodeEndpoint] = field(default_factory=list)  # 1+, tag 0
    unknown_tags: dict[int, bytes] | None = None
