# Generated from records-group/ShareGroupTargetAssignmentMemberValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TopicPartition(Struct):
    """Part of ShareGroupTargetAssignmentMemberValue."""

    topic_id: UUID = ZERO_UUID
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareGroupTargetAssignmentMemberValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0.

    Its structs, in this module: TopicPartition.
    """

    API_KEY = 13
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    topic_partitions: list[TopicPartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
