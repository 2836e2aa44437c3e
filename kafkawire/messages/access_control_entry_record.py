# Generated from records-metadata/AccessControlEntryRecord.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message
from kafkawire.slotted import slotted
from kafkawire.wire import ZERO_UUID


@slotted
class AccessControlEntryRecord(Message):
    """KRaft metadata record. Version 0, flexible from 0."""

    API_KEY = 18
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    id: UUID = ZERO_UUID
    resource_type: int = 0
    resource_name: str = ""
    pattern_type: int = 0
    principal: str = ""
    host: str = ""
    operation: int = 0
    permission_type: int = 0
    unknown_tags: dict[int, bytes] | None = None
