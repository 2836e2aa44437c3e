# Generated from rpc/UnregisterControllerResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class UnregisterControllerResponse(Response):
    """Response of UNREGISTER_CONTROLLER (94). Version 0, flexible from 0."""

    API_KEY = 94
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = ""
    unknown_tags: dict[int, bytes] | None = None
