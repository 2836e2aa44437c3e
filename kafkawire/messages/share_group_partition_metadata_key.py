# Generated from records-group/ShareGroupPartitionMetadataKey.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class ShareGroupPartitionMetadataKey(Message):
    """Data. Version 9, never flexible."""

    VERSIONS = range(9, 10)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 9

    group_id: str = ""
    unknown_tags: dict[int, bytes] | None = None
