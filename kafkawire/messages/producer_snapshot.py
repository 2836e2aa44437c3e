# Generated from records-storage/ProducerSnapshot.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class ProducerEntry(Struct):
    """Part of ProducerSnapshot."""

    producer_id: int = 0
    epoch: int = 0
    last_sequence: int = 0
    last_offset: int = 0
    offset_delta: int = 0
    timestamp: int = 0
    coordinator_epoch: int = 0
    current_txn_first_offset: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ProducerSnapshot(Message):
    """Data. Version 1, never flexible.

    Its structs, in this module: ProducerEntry.
    """

    VERSIONS = range(1, 2)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 1

    crc: int = 0
    producer_entries: list[ProducerEntry] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
