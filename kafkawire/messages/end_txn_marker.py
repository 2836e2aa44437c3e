# Generated from records-control/EndTxnMarker.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class EndTxnMarker(Message):
    """Data. Version 0, never flexible."""

    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    coordinator_epoch: int = 0
    unknown_tags: dict[int, bytes] | None = None
