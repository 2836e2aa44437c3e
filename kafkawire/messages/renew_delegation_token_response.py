# Generated from rpc/RenewDelegationTokenResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class RenewDelegationTokenResponse(Response):
    """Response of RENEW_DELEGATION_TOKEN (39). Versions 0-2, flexible from 2.

    When the delegation token expires now.
    """

    API_KEY = 39
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    error_code: int = 0
    """0, or DELEGATION_TOKEN_NOT_FOUND, DELEGATION_TOKEN_EXPIRED, DELEGATION_TOKEN_OWNER_MISMATCH, ..."""
    expiry_timestamp_ms: int = 0
    """When the token expires unless it is renewed, in ms since the epoch."""
    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    unknown_tags: dict[int, bytes] | None = None
