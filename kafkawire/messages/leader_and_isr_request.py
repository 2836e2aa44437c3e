# Generated from rpc/LeaderAndIsrRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class LeaderAndIsrPartitionState(Struct):
    """Part of LeaderAndIsrRequest.

    The state of one partition.
    """

    topic_name: str = ""  # 0-1
    """Name of the topic; versions 2+ have it in `topic_states`."""
    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    controller_epoch: int = 0
    """Epoch of the controller; a broker refuses an older one with STALE_CONTROLLER_EPOCH."""
    leader: int = 0
    """Broker that leads the partition, -1 if none does."""
    leader_epoch: int = 0
    """Counts the leaders of the partition."""
    isr: Sequence[int] = ()
    """Brokers whose replica is in sync with the leader, the leader included."""
    partition_epoch: int = 0
    """Counts the changes of the partition's state by the controller, which refuses an older one."""
    replicas: Sequence[int] = ()
    """Brokers that hold the partition, the preferred leader first."""
    adding_replicas: Sequence[int] = ()  # 3+
    """Brokers that are to hold the partition and do not yet (KIP-455)."""
    removing_replicas: Sequence[int] = ()  # 3+
    """Brokers that hold the partition and are to give it up (KIP-455)."""
    is_new: bool = False  # 1+
    """Whether the broker has not held the partition before."""
    leader_recovery_state: int = 0  # 6+
    """0 recovered, 1 recovering after an unclean election (KIP-704)."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderAndIsrTopicState(Struct):
    """Part of LeaderAndIsrRequest, 2+."""

    topic_name: str = ""  # 2+
    topic_id: UUID = ZERO_UUID  # 5+
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partition_states: list[LeaderAndIsrPartitionState] = field(default_factory=list)  # 2+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderAndIsrLiveLeader(Struct):
    """Part of LeaderAndIsrRequest."""

    broker_id: int = 0
    """Node id of the broker (`node.id`)."""
    host_name: str = ""
    """Host name or address to connect to."""
    port: int = 0
    """TCP port to connect to."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderAndIsrRequest(Request):
    """Request of LEADER_AND_ISR (4). Versions 0-7, flexible from 4.

    The ZooKeeper controller tells a broker which partitions it leads and which it follows.

    Its structs, in this module: LeaderAndIsrPartitionState, LeaderAndIsrTopicState, LeaderAndIsrLiveLeader.
    """

    API_KEY = 4
    VERSIONS = range(0, 8)
    FLEXIBLE_VERSIONS = range(4, 8)
    LATEST_STABLE_VERSION = 7

    controller_id: int = 0
    """Id of the broker that is the controller."""
    is_kraft_controller: bool = False  # 7+
    """Whether the controller is one of KRaft, and not of ZooKeeper."""
    controller_epoch: int = 0
    """Epoch of the controller; a broker refuses an older one with STALE_CONTROLLER_EPOCH."""
    broker_epoch: int = -1  # 2+
    """Epoch that the controller gave the broker when it registered, -1 if it is not known."""
    type: int = 0  # 5+
    """1 some partitions have changed, 2 these are all partitions of the broker, 0 not said."""
    ungrouped_partition_states: list[LeaderAndIsrPartitionState] = field(default_factory=list)  # 0-1
    """Partitions with their state; versions 2+ have `topic_states`."""
    topic_states: list[LeaderAndIsrTopicState] = field(default_factory=list)  # 2+
    live_leaders: list[LeaderAndIsrLiveLeader] = field(default_factory=list)
    """Brokers that lead these partitions, with their addresses."""
    unknown_tags: dict[int, bytes] | None = None
