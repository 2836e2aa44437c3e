# Generated from rpc/SaslHandshakeRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class SaslHandshakeRequest(Request):
    """Request of SASL_HANDSHAKE (17). Versions 0-1, never flexible.

    Chooses a SASL mechanism. After version 1 its tokens go in SaslAuthenticate, after version 0 in bare frames.
    """

    API_KEY = 17
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 1

    mechanism: str = ""
    """Name of the mechanism, such as `PLAIN` or `SCRAM-SHA-512`."""
    unknown_tags: dict[int, bytes] | None = None
