# Generated from rpc/BrokerHeartbeatResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class BrokerHeartbeatResponse(Response):
    """Response of BROKER_HEARTBEAT (63). Versions 0-2, flexible from 0.

    The state of the broker as the controller sees it.
    """

    API_KEY = 63
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or STALE_BROKER_EPOCH, BROKER_ID_NOT_REGISTERED, NOT_CONTROLLER, ..."""
    is_caught_up: bool = False
    """Whether the broker has nearly all metadata."""
    is_fenced: bool = True
    """Whether the broker is fenced and so serves no clients."""
    should_shut_down: bool = False
    """Whether the broker leads nothing any more and may shut down."""
    unknown_tags: dict[int, bytes] | None = None
