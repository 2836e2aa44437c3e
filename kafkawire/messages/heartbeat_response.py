# Generated from rpc/HeartbeatResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class HeartbeatResponse(Response):
    """Response of HEARTBEAT (12). Versions 0-4, flexible from 4."""

    API_KEY = 12
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4

    throttle_time_ms: int = 0  # 1+
    error_code: int = 0
    unknown_tags: dict[int, bytes] | None = None
