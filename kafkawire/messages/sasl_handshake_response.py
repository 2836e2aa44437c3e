# Generated from rpc/SaslHandshakeResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import field, slotted


@slotted
class SaslHandshakeResponse(Response):
    """Response of SASL_HANDSHAKE (17). Versions 0-1, never flexible.

    Says whether the mechanism is there, and which are.
    """

    API_KEY = 17
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 1

    error_code: int = 0
    """0, or UNSUPPORTED_SASL_MECHANISM, ILLEGAL_SASL_STATE if the client is already authenticated."""
    mechanisms: list[str] = field(default_factory=list)
    """Mechanisms that the listener offers."""
    unknown_tags: dict[int, bytes] | None = None
