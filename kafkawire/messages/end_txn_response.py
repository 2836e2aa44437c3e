# Generated from rpc/EndTxnResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class EndTxnResponse(Response):
    """Response of END_TXN (26). Versions 0-5, flexible from 3."""

    API_KEY = 26
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(3, 6)
    LATEST_STABLE_VERSION = 5

    throttle_time_ms: int = 0
    error_code: int = 0
    producer_id: int = -1  # 5+
    producer_epoch: int = -1  # 5+
    unknown_tags: dict[int, bytes] | None = None
