# Generated from rpc/ExpireDelegationTokenRequest.json by kafkawire's codegen.
from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kafkawire.message import Request


@dataclass(slots=True, eq=False, repr=False)
class ExpireDelegationTokenRequest(Request):
    """Request of EXPIRE_DELEGATION_TOKEN (40). Versions 0-2, flexible from 2."""

    API_KEY: ClassVar[int] = 40
    VERSIONS: ClassVar[range] = range(0, 3)
    FLEXIBLE_VERSIONS: ClassVar[range] = range(2, 3)
    LATEST_STABLE_VERSION: ClassVar[int] = 2
    DEPRECATED_VERSIONS: ClassVar[range] = range(0, 1)

    hmac: bytes = b""
    expiry_time_period_ms: int = 0
    unknown_tags: dict[int, bytes] | None = None
