# Generated from rpc/BeginQuorumEpochResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class PartitionData(Struct):
    """Part of BeginQuorumEpochResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or FENCED_LEADER_EPOCH, INVALID_VOTER_KEY, INVALID_REQUEST, ..."""
    leader_id: int = 0
    """Node id of the leader, -1 if none is known."""
    leader_epoch: int = 0
    """Leader epoch of the quorum."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of BeginQuorumEpochResponse."""

    topic_name: str = ""
    """Name of the topic: `__cluster_metadata`."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class NodeEndpoint(Struct):
    """Part of BeginQuorumEpochResponse, 1+."""

    node_id: int = 0  # 1+
    """Node id of a leader that the response names."""
    host: str = ""  # 1+
    """Host name or address to connect to."""
    port: int = 0  # 1+
    """TCP port to connect to."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class BeginQuorumEpochResponse(Response):
    """Response of BEGIN_QUORUM_EPOCH (53). Versions 0-1, flexible from 1.

    Who leads, as the voter knows it.

    Its structs, in this module: TopicData, PartitionData, NodeEndpoint.
    """

    API_KEY = 53
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    error_code: int = 0
    """Error of the request as a whole, 0 for none."""
    topics: list[TopicData] = field(default_factory=list)
    node_endpoints: list[NodeEndpoint] = field(default_factory=list)  # 1+, tag 0
    """Addresses of the leaders that the response names."""
    unknown_tags: dict[int, bytes] | None = None
