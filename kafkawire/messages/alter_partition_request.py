# Generated from rpc/AlterPartitionRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class BrokerState(Struct):
    """Part of AlterPartitionRequest, 3+."""

    broker_id: int = 0  # 3+
    """Id of the leader that asks."""
    broker_epoch: int = -1  # 3+
    """Epoch that the controller gave the broker when it registered, -1 if it is not known."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionData(Struct):
    """Part of AlterPartitionRequest."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    leader_epoch: int = 0
    """Leader epoch of the leader that asks."""
    new_isr: Sequence[int] = ()  # 0-2
    """Brokers that the leader takes for in sync; versions 3+ have `new_isr_with_epochs`."""
    new_isr_with_epochs: list[BrokerState] = field(default_factory=list)  # 3+
    """Brokers that the leader takes for in sync, each with its epoch, so that restarts are seen (KIP-903)."""
    leader_recovery_state: int = 0  # 1+
    """0 recovered, 1 recovering after an unclean election (KIP-704)."""
    partition_epoch: int = 0
    """Counts the changes of the partition's state by the controller, which refuses an older one."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of AlterPartitionRequest."""

    topic_name: str = ""  # 0-1
    """Name of the topic; versions 2+ have its id."""
    topic_id: UUID = ZERO_UUID  # 2+
    """Id of the topic; versions below 2 have its name."""
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterPartitionRequest(Request):
    """Request of ALTER_PARTITION (56). Versions 0-3, flexible from 0.

    A leader tells the controller which replicas are in sync (KIP-497).

    Its structs, in this module: TopicData, PartitionData, BrokerState.
    """

    API_KEY = 56
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(0, 4)
    LATEST_STABLE_VERSION = 3

    broker_id: int = 0
    """Id of the leader that asks."""
    broker_epoch: int = -1
    """Epoch that the controller gave the broker when it registered, -1 if it is not known."""
    topics: list[TopicData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
