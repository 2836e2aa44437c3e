# Generated from records-group/ConsumerGroupMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class ConsumerGroupMetadataValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0."""

    API_KEY = 3
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    epoch: int = 0
    metadata_hash: int = 0  # tag 0
    unknown_tags: dict[int, bytes] | None = None
