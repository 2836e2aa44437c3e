# Generated from rpc/ExpireDelegationTokenRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class ExpireDelegationTokenRequest(Request):
    """Request of EXPIRE_DELEGATION_TOKEN (40). Versions 0-2, flexible from 2.

    Sets when a delegation token expires.
    """

    API_KEY = 40
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2
    DEPRECATED_VERSIONS = range(0, 1)

    hmac: bytes = b""
    """Secret of the token, with which a client authenticates and asks to renew or expire it."""
    expiry_time_period_ms: int = 0
    """How long the token is to live from now on, in ms; below 0 it expires at once."""
    unknown_tags: dict[int, bytes] | None = None
