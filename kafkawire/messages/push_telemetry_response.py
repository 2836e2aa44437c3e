# Generated from rpc/PushTelemetryResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class PushTelemetryResponse(Response):
    """Response of PUSH_TELEMETRY (72). Version 0, flexible from 0.

    Says whether the metrics were taken.
    """

    API_KEY = 72
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or UNKNOWN_SUBSCRIPTION_ID, TELEMETRY_TOO_LARGE, UNSUPPORTED_COMPRESSION_TYPE, INVALID_REQUEST, ..."""
    unknown_tags: dict[int, bytes] | None = None
