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
    """Node id of the voter."""
    candidate_directory_id: UUID = ZERO_UUID  # 1+
    """Directory id of the voter (KIP-853), all zeros if it is not known."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionData(Struct):
    """Part of EndQuorumEpochRequest."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    leader_id: int = 0
    """Node id of the leader that steps down."""
    leader_epoch: int = 0
    """Leader epoch of the quorum that ends."""
    preferred_successors: Sequence[int] = ()  # 0
    """Voters in the order in which they should stand, the most caught up first."""
    preferred_candidates: list[ReplicaInfo] = field(default_factory=list)  # 1+
    """Voters in the order in which they should stand, the most caught up first."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of EndQuorumEpochRequest."""

    topic_name: str = ""
    """Name of the topic: `__cluster_metadata`."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderEndpoint(Struct):
    """Part of EndQuorumEpochRequest, 1+."""

    name: str = ""  # 1+
    """Name of the listener, such as `CONTROLLER`."""
    host: str = ""  # 1+
    """Host name or address to connect to."""
    port: int = 0  # 1+
    """TCP port to connect to."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class EndQuorumEpochRequest(Request):
    """Request of END_QUORUM_EPOCH (54). Versions 0-1, flexible from 1.

    A leader of the KRaft quorum steps down and asks for an election at once (KIP-595).

    Its structs, in this module: TopicData, PartitionData, ReplicaInfo, LeaderEndpoint.
    """

    API_KEY = 54
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    cluster_id: str | None = None
    """Id of the cluster, null for no check; INCONSISTENT_CLUSTER_ID if it is another."""
    topics: list[TopicData] = field(default_factory=list)
    leader_endpoints: list[LeaderEndpoint] = field(default_factory=list)  # 1+
    """Addresses at which the leader listens."""
    unknown_tags: dict[int, bytes] | None = None
