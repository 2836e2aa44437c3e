# Generated from rpc/RenewDelegationTokenRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class RenewDelegationTokenRequest(Request):
    """Request of RENEW_DELEGATION_TOKEN (39). Versions 0-2, flexible from 2.

    Puts off when a delegation token expires.
    """

    API_KEY = 39
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2
    DEPRECATED_VERSIONS = range(0, 1)

    hmac: bytes = b""
    """Secret of the token, with which a client authenticates and asks to renew or expire it."""
    renew_period_ms: int = 0
    """How long the token is to live from now on, in ms; -1 for the broker's default."""
    unknown_tags: dict[int, bytes] | None = None
