# Generated from rpc/SaslHandshakeResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import field, slotted


@slotted
class SaslHandshakeResponse(Response):
    """Response of SASL_HANDSHAKE (17). Versions 0-1, never flexible."""

    API_KEY = 17
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 1

    error_code: int = 0
    mechanisms: list[str] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
