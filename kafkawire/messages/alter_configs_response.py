# Generated from rpc/AlterConfigsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class AlterConfigsResourceResponse(Struct):
    """Part of AlterConfigsResponse."""

    error_code: int = 0
    error_message: str | None = ""
    resource_type: int = 0
    resource_name: str = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterConfigsResponse(Response):
    """Response of ALTER_CONFIGS (33). Versions 0-2, flexible from 2.

    Its structs, in this module: AlterConfigsResourceResponse.
    """

    API_KEY = 33
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    responses: list[AlterConfigsResourceResponse] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
