# Generated from rpc/SaslAuthenticateResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class SaslAuthenticateResponse(Response):
    """Response of SASL_AUTHENTICATE (36). Versions 0-2, flexible from 2."""

    API_KEY = 36
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    error_code: int = 0
    error_message: str | None = ""
    auth_bytes: bytes = b""
    session_lifetime_ms: int = 0  # 1+
    unknown_tags: dict[int, bytes] | None = None
