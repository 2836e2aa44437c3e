# Generated from rpc/HeartbeatResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class HeartbeatResponse(Response):
    """Response of HEARTBEAT (12). Versions 0-4, flexible from 4.

    Says whether the member still belongs to the group.
    """

    API_KEY = 12
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4

    throttle_time_ms: int = 0  # 1+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, REBALANCE_IN_PROGRESS to join again, or UNKNOWN_MEMBER_ID, ILLEGAL_GENERATION, FENCED_INSTANCE_ID, ..."""
    unknown_tags: dict[int, bytes] | None = None
