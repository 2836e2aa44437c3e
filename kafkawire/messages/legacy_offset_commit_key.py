# Generated from records-group/LegacyOffsetCommitKey.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class LegacyOffsetCommitKey(Message):
    """Key of a coordinator record. Version 0, never flexible."""

    API_KEY = 0
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    group: str = ""
    topic: str = ""
    partition: int = 0
    unknown_tags: dict[int, bytes] | None = None
