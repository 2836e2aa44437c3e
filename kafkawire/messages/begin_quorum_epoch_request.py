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
    """Number of the partition within its topic, counted from 0."""
    voter_directory_id: UUID = ZERO_UUID  # 1+
    """Directory id of the voter (KIP-853), all zeros if it is not known."""
    leader_id: int = 0
    """Node id of the new leader."""
    leader_epoch: int = 0
    """Leader epoch of the quorum that begins."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of BeginQuorumEpochRequest."""

    topic_name: str = ""
    """Name of the topic: `__cluster_metadata`."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderEndpoint(Struct):
    """Part of BeginQuorumEpochRequest, 1+."""

    name: str = ""  # 1+
    """Name of the listener, such as `CONTROLLER`."""
    host: str = ""  # 1+
    """Host name or address to connect to."""
    port: int = 0  # 1+
    """TCP port to connect to."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class BeginQuorumEpochRequest(Request):
    """Request of BEGIN_QUORUM_EPOCH (53). Versions 0-1, flexible from 1.

    A new leader of the KRaft quorum tells a voter that it leads (KIP-595).

    Its structs, in this module: TopicData, PartitionData, LeaderEndpoint.
    """

    API_KEY = 53
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    cluster_id: str | None = None
    """Id of the cluster, null for no check; INCONSISTENT_CLUSTER_ID if it is another."""
    voter_id: int = -1  # 1+
    """Node id of the voter that is told, -1 if it is not known."""
    topics: list[TopicData] = field(default_factory=list)
    leader_endpoints: list[LeaderEndpoint] = field(default_factory=list)  # 1+
    """Addresses at which the leader listens."""
    unknown_tags: dict[int, bytes] | None = None
