# Generated from rpc/IncrementalAlterConfigsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class AlterConfigsResourceResponse(Struct):
    """Part of IncrementalAlterConfigsResponse."""

    error_code: int = 0
    error_message: str | None = ""
    resource_type: int = 0
    resource_name: str = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class IncrementalAlterConfigsResponse(Response):
    """Response of INCREMENTAL_ALTER_CONFIGS (44). Versions 0-1, flexible from 1.

    Its structs, in this module: AlterConfigsResourceResponse.
    """

    API_KEY = 44
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    responses: list[AlterConfigsResourceResponse] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
