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
    broker_epoch: int = -1  # 3+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionData(Struct):
    """Part of AlterPartitionRequest."""

    partition_index: int = 0
    leader_epoch: int = 0
    new_isr: Sequence[int] = ()  # 0-2
    new_isr_with_epochs: list[BrokerState] = field(default_factory=list)  # 3+
    leader_recovery_state: int = 0  # 1+
    partition_epoch: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of AlterPartitionRequest."""

    topic_name: str = ""  # 0-1
    topic_id: UUID = ZERO_UUID  # 2+
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterPartitionRequest(Request):
    """Request of ALTER_PARTITION (56). Versions 0-3, flexible from 0.

    Its structs, in this module: TopicData, PartitionData, BrokerState.
    """

    API_KEY = 56
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(0, 4)
    LATEST_STABLE_VERSION = 3

    broker_id: int = 0
    broker_epoch: int = -1
    topics: list[TopicData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
