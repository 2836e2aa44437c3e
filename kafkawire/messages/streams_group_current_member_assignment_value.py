# Generated from records-group/StreamsGroupCurrentMemberAssignmentValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class TaskIds(Struct):
    """Part of StreamsGroupCurrentMemberAssignmentValue."""

    subtopology_id: str = ""
    partitions: Sequence[int] = ()
    assignment_epochs: Sequence[int] | None = ()  # tag 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StreamsGroupCurrentMemberAssignmentValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0.

    Its structs, in this module: TaskIds.
    """

    API_KEY = 22
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    member_epoch: int = 0
    previous_member_epoch: int = 0
    state: int = 0
    active_tasks: list[TaskIds] = field(default_factory=list)
    standby_tasks: list[TaskIds] = field(default_factory=list)
    warmup_tasks: list[TaskIds] = field(default_factory=list)
    active_tasks_pending_revocation: list[TaskIds] = field(default_factory=list)
    standby_tasks_pending_revocation: list[TaskIds] = field(default_factory=list)
    warmup_tasks_pending_revocation: list[TaskIds] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
