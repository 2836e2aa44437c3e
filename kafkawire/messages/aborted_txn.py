# Generated from records-control/AbortedTxn.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class AbortedTxn(Message):
    """Data. Version 0, never flexible.

    An entry of a segment's `.txnindex`, written when the abort marker is.
    """

    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    producer_id: int = 0
    """Producer whose transaction was aborted."""
    first_offset: int = 0
    """Offset of the first record of the transaction."""
    last_offset: int = 0
    """Offset of the abort marker."""
    last_stable_offset: int = 0
    """Last stable offset of the partition when the marker was written."""
    unknown_tags: dict[int, bytes] | None = None
