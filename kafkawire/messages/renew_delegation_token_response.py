# Generated from rpc/RenewDelegationTokenResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class RenewDelegationTokenResponse(Response):
    """Response of RENEW_DELEGATION_TOKEN (39). Versions 0-2, flexible from 2."""

    API_KEY = 39
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    error_code: int = 0
    expiry_timestamp_ms: int = 0
    throttle_time_ms: int = 0
    unknown_tags: dict[int, bytes] | None = None
