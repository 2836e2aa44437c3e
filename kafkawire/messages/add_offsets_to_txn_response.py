# Generated from rpc/AddOffsetsToTxnResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class AddOffsetsToTxnResponse(Response):
    """Response of ADD_OFFSETS_TO_TXN (25). Versions 0-4, flexible from 3."""

    API_KEY = 25
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(3, 5)
    LATEST_STABLE_VERSION = 4

    throttle_time_ms: int = 0
    error_code: int = 0
    unknown_tags: dict[int, bytes] | None = None
