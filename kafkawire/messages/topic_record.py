# Generated from records-metadata/TopicRecord.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message
from kafkawire.slotted import slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TopicRecord(Message):
    """KRaft metadata record. Version 0, flexible from 0."""

    API_KEY = 2
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    name: str = ""
    topic_id: UUID = ZERO_UUID
    unknown_tags: dict[int, bytes] | None = None
