# Generated from rpc/BrokerHeartbeatResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class BrokerHeartbeatResponse(Response):
    """Response of BROKER_HEARTBEAT (63). Versions 0-2, flexible from 0."""

    API_KEY = 63
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    error_code: int = 0
    is_caught_up: bool = False
    is_fenced: bool = True
    should_shut_down: bool = False
    unknown_tags: dict[int, bytes] | None = None
