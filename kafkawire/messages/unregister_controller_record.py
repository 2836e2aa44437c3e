# Generated from records-metadata/UnregisterControllerRecord.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class UnregisterControllerRecord(Message):
    """KRaft metadata record. Version 0, flexible from 0."""

    API_KEY = 29
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    controller_id: int = 0
    unknown_tags: dict[int, bytes] | None = None
