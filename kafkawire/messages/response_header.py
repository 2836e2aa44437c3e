# Generated from headers/ResponseHeader.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class ResponseHeader(Message):
    """Header. Versions 0-1, flexible from 1."""

    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    correlation_id: int = 0
    """Number from the header of the request that this answers."""
    unknown_tags: dict[int, bytes] | None = None
