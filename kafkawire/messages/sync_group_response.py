# Generated from rpc/SyncGroupResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class SyncGroupResponse(Response):
    """Response of SYNC_GROUP (14). Versions 0-5, flexible from 4."""

    API_KEY = 14
    VERSIONS = range(0, 6)
    FLEXIBLE_VERSIONS = range(4, 6)
    LATEST_STABLE_VERSION = 5

    throttle_time_ms: int = 0  # 1+
    error_code: int = 0
    protocol_type: str | None = None  # 5+
    protocol_name: str | None = None  # 5+
    assignment: bytes = b""
    unknown_tags: dict[int, bytes] | None = None
