# Generated from rpc/EnvelopeRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Buffer, Request
from kafkawire.slotted import slotted


@slotted
class EnvelopeRequest(Request):
    """Request of ENVELOPE (58). Version 0, flexible from 0.

    A broker passes on a client's request to the controller (KIP-590).
    """

    API_KEY = 58
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    request_data: Buffer = b""
    """The client's request with its header, without its size."""
    request_principal: bytes | None = b""
    """Who the client is, as the broker's `KafkaPrincipalSerde` writes it; null if nobody said."""
    client_host_address: bytes = b""
    """Address of the client, 4 or 16 bytes."""
    unknown_tags: dict[int, bytes] | None = None
