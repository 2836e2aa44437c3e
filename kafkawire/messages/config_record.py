# Generated from records-metadata/ConfigRecord.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class ConfigRecord(Message):
    """KRaft metadata record. Version 0, flexible from 0."""

    API_KEY = 4
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    resource_type: int = 0
    resource_name: str = ""
    name: str = ""
    value: str | None = ""
    unknown_tags: dict[int, bytes] | None = None
