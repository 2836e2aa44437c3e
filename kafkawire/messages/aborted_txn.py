# Generated from records-control/AbortedTxn.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class AbortedTxn(Message):
    """Data. Version 0, never flexible."""

    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    producer_id: int = 0
    first_offset: int = 0
    last_offset: int = 0
    last_stable_offset: int = 0
    unknown_tags: dict[int, bytes] | None = None
