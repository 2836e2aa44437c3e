# Generated from records-group/ShareGroupCurrentMemberAssignmentValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TopicPartitions(Struct):
    """Part of ShareGroupCurrentMemberAssignmentValue."""

    topic_id: UUID = ZERO_UUID
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareGroupCurrentMemberAssignmentValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0.

    Its structs, in this module: TopicPartitions.
    """

    API_KEY = 14
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    member_epoch: int = 0
    previous_member_epoch: int = 0
    state: int = 0
    assigned_partitions: list[TopicPartitions] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
