# Generated from headers/RequestHeader.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class RequestHeader(Message):
    """Header. Versions 0-2, flexible from 2."""

    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    request_api_key: int = 0
    """Which API the request is for; `ApiKey` names them."""
    request_api_version: int = 0
    """Version of the request; the response comes in the same one."""
    correlation_id: int = 0
    """Number that the client chose; the response repeats it."""
    client_id: str | None = ""  # 1+
    """`client.id` of the client, for logs and quotas; null if it gives none."""
    unknown_tags: dict[int, bytes] | None = None
