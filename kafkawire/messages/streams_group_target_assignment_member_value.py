# Generated from records-group/StreamsGroupTargetAssignmentMemberValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class TaskIds(Struct):
    """Part of StreamsGroupTargetAssignmentMemberValue."""

    subtopology_id: str = ""
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StreamsGroupTargetAssignmentMemberValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0.

    Its structs, in this module: TaskIds.
    """

    API_KEY = 21
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    active_tasks: list[TaskIds] = field(default_factory=list)
    standby_tasks: list[TaskIds] = field(default_factory=list)
    warmup_tasks: list[TaskIds] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
