# Generated from rpc/VoteResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class PartitionData(Struct):
    """Part of VoteResponse."""

    partition_index: int = 0
    error_code: int = 0
    leader_id: int = 0
    leader_epoch: int = 0
    vote_granted: bool = False
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of VoteResponse."""

    topic_name: str = ""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class NodeEndpoint(Struct):
    """Part of VoteResponse, 1+."""

    node_id: int = 0  # 1+
    host: str = ""  # 1+
    port: int = 0  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class VoteResponse(Response):
    """Response of VOTE (52). Versions 0-2, flexible from 0.

    Its structs, in this module: TopicData, PartitionData, NodeEndpoint.
    """

    API_KEY = 52
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    error_code: int = 0
    topics: list[TopicData] = field(default_factory=list)
    node_endpoints: list[NodeEndpoint] = field(default_factory=list)  # 1+, tag 0
    unknown_tags: dict[int, bytes] | None = None
