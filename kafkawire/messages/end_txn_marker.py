# Generated from records-control/EndTxnMarker.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class EndTxnMarker(Message):
    """Data. Version 0, never flexible.

    Value of the control record that commits or aborts a transaction.
    """

    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    coordinator_epoch: int = 0
    """Epoch of the transaction coordinator that had the marker written."""
    unknown_tags: dict[int, bytes] | None = None
