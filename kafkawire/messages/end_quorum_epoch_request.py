# Generated from rpc/EndQuorumEpochRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class ReplicaInfo(Struct):
    """Part of EndQuorumEpochRequest, 1+."""

    candidate_id: int = 0  # 1+
    candidate_directory_id: UUID = ZERO_UUID  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionData(Struct):
    """Part of EndQuorumEpochRequest."""

    partition_index: int = 0
    leader_id: int = 0
    leader_epoch: int = 0
    preferred_successors: Sequence[int] = ()  # 0
    preferred_candidates: list[ReplicaInfo] = field(default_factory=list)  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of EndQuorumEpochRequest."""

    topic_name: str = ""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderEndpoint(Struct):
    """Part of EndQuorumEpochRequest, 1+."""

    name: str = ""  # 1+
    host: str = ""  # 1+
    port: int = 0  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class EndQuorumEpochRequest(Request):
    """Request of END_QUORUM_EPOCH (54). Versions 0-1, flexible from 1.

    Its structs, in this module: TopicData, PartitionData, ReplicaInfo, LeaderEndpoint.
    """

    API_KEY = 54
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    cluster_id: str | None = None
    topics: list[TopicData] = field(default_factory=list)
    leader_endpoints: list[LeaderEndpoint] = field(default_factory=list)  # 1+
    unknown_tags: dict[int, bytes] | None = None
