# Generated from rpc/StopReplicaRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class StopReplicaPartitionV0(Struct):
    """Part of StopReplicaRequest, 0."""

    topic_name: str = ""  # 0
    partition_index: int = 0  # 0
    """Number of the partition within its topic, counted from 0."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StopReplicaTopicV1(Struct):
    """Part of StopReplicaRequest, 1-2."""

    name: str = ""  # 1-2
    """Name of the topic."""
    partition_indexes: Sequence[int] = ()  # 1-2
    """Numbers of the partitions within the topic, counted from 0."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StopReplicaPartitionState(Struct):
    """Part of StopReplicaRequest, 3+."""

    partition_index: int = 0  # 3+
    """Number of the partition within its topic, counted from 0."""
    leader_epoch: int = -1  # 3+
    """Leader epoch of the partition, -1 if it is not known, -2 if the topic is being deleted."""
    delete_partition: bool = False  # 3+
    """Whether to delete the partition as well."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StopReplicaTopicState(Struct):
    """Part of StopReplicaRequest, 3+."""

    topic_name: str = ""  # 3+
    partition_states: list[StopReplicaPartitionState] = field(default_factory=list)  # 3+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StopReplicaRequest(Request):
    """Request of STOP_REPLICA (5). Versions 0-4, flexible from 2.

    The ZooKeeper controller has a broker stop following partitions, and delete them if it says so.

    Its structs, in this module: StopReplicaPartitionV0, StopReplicaTopicV1, StopReplicaTopicState,
    StopReplicaPartitionState.
    """

    API_KEY = 5
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(2, 5)
    LATEST_STABLE_VERSION = 4

    controller_id: int = 0
    """Id of the broker that is the controller."""
    is_kraft_controller: bool = False  # 4+
    """Whether the controller is one of KRaft, and not of ZooKeeper."""
    controller_epoch: int = 0
    """Epoch of the controller; a broker refuses an older one with STALE_CONTROLLER_EPOCH."""
    broker_epoch: int = -1  # 1+
    """Epoch that the controller gave the broker when it registered, -1 if it is not known."""
    delete_partitions: bool = False  # 0-2
    """Whether to delete the partitions as well; versions 3+ say it for each."""
    ungrouped_partitions: list[StopReplicaPartitionV0] = field(default_factory=list)  # 0
    """Partitions to stop, in version 0."""
    topics: list[StopReplicaTopicV1] = field(default_factory=list)  # 1-2
    """Partitions to stop, by topic, in versions 1 and 2."""
    topic_states: list[StopReplicaTopicState] = field(default_factory=list)  # 3+
    """Partitions to stop, by topic, in versions 3+."""
    unknown_tags: dict[int, bytes] | None = None
