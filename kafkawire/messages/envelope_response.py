# Generated from rpc/EnvelopeResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Buffer, Response
from kafkawire.slotted import slotted


@slotted
class EnvelopeResponse(Response):
    """Response of ENVELOPE (58). Version 0, flexible from 0.

    The controller's response for the client.
    """

    API_KEY = 58
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    response_data: Buffer | None = None
    """The response with its header, without its size; null after an error."""
    error_code: int = 0
    """Error of the envelope, 0 for none; the response inside has its own."""
    unknown_tags: dict[int, bytes] | None = None
