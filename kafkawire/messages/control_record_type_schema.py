# Generated from records-control/ControlRecordTypeSchema.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class ControlRecordTypeSchema(Message):
    """Data. Version 0, never flexible.

    Key of a control record; an int16 with the version stands before it.
    """

    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    type: int = 0
    """0 abort, 1 commit, 2 leader change, 3 snapshot header, 4 snapshot footer, 5 KRaft version, 6 voters."""
    unknown_tags: dict[int, bytes] | None = None
