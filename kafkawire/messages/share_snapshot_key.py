# Generated from records-share/ShareSnapshotKey.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message
from kafkawire.slotted import slotted
from kafkawire.wire import ZERO_UUID


@slotted
class ShareSnapshotKey(Message):
    """Key of a coordinator record. Version 0, never flexible."""

    API_KEY = 0
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    group_id: str = ""
    topic_id: UUID = ZERO_UUID
    partition: int = 0
    unknown_tags: dict[int, bytes] | None = None
