# Generated from records-control/SnapshotHeaderRecord.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class SnapshotHeaderRecord(Message):
    """Data. Version 0, flexible from 0.

    First record of a snapshot (KIP-630).
    """

    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    version: int = 0
    """Version of this record itself."""
    last_contained_log_timestamp: int = 0
    """Timestamp of the last batch that the snapshot covers, in ms since the epoch."""
    unknown_tags: dict[int, bytes] | None = None
