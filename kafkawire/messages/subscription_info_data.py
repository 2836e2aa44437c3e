# Generated from streams/SubscriptionInfoData.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TaskId(Struct):
    """Part of SubscriptionInfoData, 1-6."""

    topic_group_id: int = 0  # 1-6
    partition: int = 0  # 1-6
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionToOffsetSum(Struct):
    """Part of SubscriptionInfoData, 7-9."""

    partition: int = 0  # 7-9
    offset_sum: int = 0  # 7-9
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TaskOffsetSum(Struct):
    """Part of SubscriptionInfoData, 7+."""

    topic_group_id: int = 0  # 7+
    partition: int = 0  # 10+
    offset_sum: int = 0  # 10+
    named_topology: str | None = ""  # 10+
    partition_to_offset_sum: list[PartitionToOffsetSum] = field(default_factory=list)  # 7-9
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ClientTag(Struct):
    """Part of SubscriptionInfoData, 11+."""

    key: bytes = b""  # 11+
    value: bytes = b""  # 11+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class SubscriptionInfoData(Message):
    """Data. Versions 1-11, never flexible.

    Its structs, in this module: TaskId, TaskOffsetSum, PartitionToOffsetSum, ClientTag.
    """

    VERSIONS = range(1, 12)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 11

    version: int = 0
    latest_supported_version: int = -1  # 3+
    process_id: UUID = ZERO_UUID
    prev_tasks: list[TaskId] = field(default_factory=list)  # 1-6
    standby_tasks: list[TaskId] = field(default_factory=list)  # 1-6
    user_end_point: bytes = b""  # 2+
    task_offset_sums: list[TaskOffsetSum] = field(default_factory=list)  # 7+
    unique_field: int = 0  # 8+
    error_code: int = 0  # 9+
    client_tags: list[ClientTag] = field(default_factory=list)  # 11+
    unknown_tags: dict[int, bytes] | None = None
