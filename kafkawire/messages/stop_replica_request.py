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
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StopReplicaTopicV1(Struct):
    """Part of StopReplicaRequest, 1-2."""

    name: str = ""  # 1-2
    partition_indexes: Sequence[int] = ()  # 1-2
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StopReplicaPartitionState(Struct):
    """Part of StopReplicaRequest, 3+."""

    partition_index: int = 0  # 3+
    leader_epoch: int = -1  # 3+
    delete_partition: bool = False  # 3+
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

    Its structs, in this module: StopReplicaPartitionV0, StopReplicaTopicV1, StopReplicaTopicState,
    StopReplicaPartitionState.
    """

    API_KEY = 5
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(2, 5)
    LATEST_STABLE_VERSION = 4

    controller_id: int = 0
    is_kraft_controller: bool = False  # 4+
    controller_epoch: int = 0
    broker_epoch: int = -1  # 1+
    delete_partitions: bool = False  # 0-2
    ungrouped_partitions: list[StopReplicaPartitionV0] = field(default_factory=list)  # 0
    topics: list[StopReplicaTopicV1] = field(default_factory=list)  # 1-2
    topic_states: list[StopReplicaTopicState] = field(default_factory=list)  # 3+
    unknown_tags: dict[int, bytes] | None = None
