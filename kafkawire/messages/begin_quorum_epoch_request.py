# Generated from rpc/BeginQuorumEpochRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionData(Struct):
    """Part of BeginQuorumEpochRequest."""

    partition_index: int = 0
    voter_directory_id: UUID = ZERO_UUID  # 1+
    leader_id: int = 0
    leader_epoch: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of BeginQuorumEpochRequest."""

    topic_name: str = ""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderEndpoint(Struct):
    """Part of BeginQuorumEpochRequest, 1+."""

    name: str = ""  # 1+
    host: str = ""  # 1+
    port: int = 0  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class BeginQuorumEpochRequest(Request):
    """Request of BEGIN_QUORUM_EPOCH (53). Versions 0-1, flexible from 1.

    Its structs, in this module: TopicData, PartitionData, LeaderEndpoint.
    """

    API_KEY = 53
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    cluster_id: str | None = None
    voter_id: int = -1  # 1+
    topics: list[TopicData] = field(default_factory=list)
    leader_endpoints: list[LeaderEndpoint] = field(default_factory=list)  # 1+
    unknown_tags: dict[int, bytes] | None = None
