# Generated from records-control/SnapshotHeaderRecord.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class SnapshotHeaderRecord(Message):
    """Data. Version 0, flexible from 0."""

    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    version: int = 0
    last_contained_log_timestamp: int = 0
    unknown_tags: dict[int, bytes] | None = None
