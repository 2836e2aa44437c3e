# Generated from rpc/LeaderAndIsrRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class LeaderAndIsrPartitionState(Struct):
    """Part of LeaderAndIsrRequest."""

    topic_name: str = ""  # 0-1
    partition_index: int = 0
    controller_epoch: int = 0
    leader: int = 0
    leader_epoch: int = 0
    isr: Sequence[int] = ()
    partition_epoch: int = 0
    replicas: Sequence[int] = ()
    adding_replicas: Sequence[int] = ()  # 3+
    removing_replicas: Sequence[int] = ()  # 3+
    is_new: bool = False  # 1+
    leader_recovery_state: int = 0  # 6+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderAndIsrTopicState(Struct):
    """Part of LeaderAndIsrRequest, 2+."""

    topic_name: str = ""  # 2+
    topic_id: UUID = ZERO_UUID  # 5+
    partition_states: list[LeaderAndIsrPartitionState] = field(default_factory=list)  # 2+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderAndIsrLiveLeader(Struct):
    """Part of LeaderAndIsrRequest."""

    broker_id: int = 0
    host_name: str = ""
    port: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderAndIsrRequest(Request):
    """Request of LEADER_AND_ISR (4). Versions 0-7, flexible from 4.

    Its structs, in this module: LeaderAndIsrPartitionState, LeaderAndIsrTopicState, LeaderAndIsrLiveLeader.
    """

    API_KEY = 4
    VERSIONS = range(0, 8)
    FLEXIBLE_VERSIONS = range(4, 8)
    LATEST_STABLE_VERSION = 7

    controller_id: int = 0
    is_kraft_controller: bool = False  # 7+
    controller_epoch: int = 0
    broker_epoch: int = -1  # 2+
    type: int = 0  # 5+
    ungrouped_partition_states: list[LeaderAndIsrPartitionState] = field(default_factory=list)  # 0-1
    topic_states: list[LeaderAndIsrTopicState] = field(default_factory=list)  # 2+
    live_leaders: list[LeaderAndIsrLiveLeader] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
