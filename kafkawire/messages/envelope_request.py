# Generated from rpc/EnvelopeRequest.json by kafkawire's codegen.
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kafkawire.message import Request


@dataclass(slots=True, eq=False, repr=False)
class EnvelopeRequest(Request):
    """Request of ENVELOPE (58). Version 0, flexible from 0."""

    API_KEY: ClassVar[int] = 58
    VERSIONS: ClassVar[range] = range(0, 1)
    FLEXIBLE_VERSIONS: ClassVar[range] = range(0, 1)
    LATEST_STABLE_VERSION: ClassVar[int] = 0

    request_data: bytes = b""
    request_principal: bytes | None = b""
    client_host_address: bytes = b""
    unknown_tags: dict[int, bytes] | None = None
