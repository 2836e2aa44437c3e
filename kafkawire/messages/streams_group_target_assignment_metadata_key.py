# Generated from records-group/StreamsGroupTargetAssignmentMetadataKey.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class StreamsGroupTargetAssignmentMetadataKey(Message):
    """Key of a coordinator record. Version 0, never flexible."""

    API_KEY = 20
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    group_id: str = ""
    unknown_tags: dict[int, bytes] | None = None
