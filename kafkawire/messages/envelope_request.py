# Generated from rpc/EnvelopeRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Buffer, Request
from kafkawire.slotted import slotted


@slotted
class EnvelopeRequest(Request):
    """Request of ENVELOPE (58). Version 0, flexible from 0."""

    API_KEY = 58
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    request_data: Buffer = b""
    request_principal: bytes | None = b""
    client_host_address: bytes = b""
    unknown_tags: dict[int, bytes] | None = None
