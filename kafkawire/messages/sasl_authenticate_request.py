# Generated from rpc/SaslAuthenticateRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import slotted


@slotted
class SaslAuthenticateRequest(Request):
    """Request of SASL_AUTHENTICATE (36). Versions 0-2, flexible from 2.

    Carries one token of the SASL mechanism that SaslHandshake chose.
    """

    API_KEY = 36
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    auth_bytes: bytes = b""
    """Token of the client, as the mechanism defines it."""
    unknown_tags: dict[int, bytes] | None = None
