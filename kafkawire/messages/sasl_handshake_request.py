# Generated from rpc/SaslHandshakeRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class SaslHandshakeRequest(Request):
    """Request of SASL_HANDSHAKE (17). Versions 0-1, never flexible."""

    API_KEY = 17
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 1

    mechanism: str = ""
    unknown_tags: dict[int, bytes] | None = None
