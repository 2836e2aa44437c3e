# Generated from rpc/VoteRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionData(Struct):
    """Part of VoteRequest."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    replica_epoch: int = 0
    """Leader epoch for which the candidate stands, its present one in a pre-vote."""
    replica_id: int = 0
    """Node id of the candidate."""
    replica_directory_id: UUID = ZERO_UUID  # 1+
    """Directory id of the candidate (KIP-853), all zeros if it is not known."""
    voter_directory_id: UUID = ZERO_UUID  # 1+
    """Directory id of the voter (KIP-853), all zeros if it is not known."""
    last_offset_epoch: int = 0
    """Leader epoch of the last record in the candidate's log."""
    last_offset: int = 0
    """Offset behind the last record in the candidate's log."""
    pre_vote: bool = False  # 2+
    """Whether the candidate only asks if it would be elected, and raises no epoch (KIP-996)."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of VoteRequest."""

    topic_name: str = ""
    """Name of the topic: `__cluster_metadata`."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class VoteRequest(Request):
    """Request of VOTE (52). Versions 0-2, flexible from 0.

    A candidate asks a voter for its vote (KIP-595).

    Its structs, in this module: TopicData, PartitionData.
    """

    API_KEY = 52
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    cluster_id: str | None = None
    """Id of the cluster, null for no check; INCONSISTENT_CLUSTER_ID if it is another."""
    voter_id: int = -1  # 1+
    """Node id of the voter that is asked, -1 if it is not known."""
    topics: list[TopicData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
