# Generated from rpc/AlterPartitionResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionData(Struct):
    """Part of AlterPartitionResponse."""

    partition_index: int = 0
    error_code: int = 0
    leader_id: int = 0
    leader_epoch: int = 0
    isr: Sequence[int] = ()
    leader_recovery_state: int = 0  # 1+
    partition_epoch: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicData(Struct):
    """Part of AlterPartitionResponse."""

    topic_name: str = ""  # 0-1
    topic_id: UUID = ZERO_UUID  # 2+
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterPartitionResponse(Response):
    """Response of ALTER_PARTITION (56). Versions 0-3, flexible from 0.

    Its structs, in this module: TopicData, PartitionData.
    """

    API_KEY = 56
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(0, 4)
    LATEST_STABLE_VERSION = 3

    throttle_time_ms: int = 0
    error_code: int = 0
    topics: list[TopicData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
