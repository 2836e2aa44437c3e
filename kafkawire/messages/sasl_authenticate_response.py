# Generated from rpc/SaslAuthenticateResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class SaslAuthenticateResponse(Response):
    """Response of SASL_AUTHENTICATE (36). Versions 0-2, flexible from 2.

    Carries the server's next token, or says that authentication has failed.
    """

    API_KEY = 36
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    error_code: int = 0
    """0, or SASL_AUTHENTICATION_FAILED, ILLEGAL_SASL_STATE if there was no handshake."""
    error_message: str | None = ""
    """Why authentication failed, for people to read; null without an error."""
    auth_bytes: bytes = b""
    """Token of the server, as the mechanism defines it; empty if there is none."""
    session_lifetime_ms: int = 0  # 1+
    """Time after which the client has to authenticate again, in ms (KIP-368); 0 for never."""
    unknown_tags: dict[int, bytes] | None = None
