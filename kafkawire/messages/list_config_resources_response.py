# Generated from rpc/ListConfigResourcesResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class ConfigResource(Struct):
    """Part of ListConfigResourcesResponse."""

    resource_name: str = ""
    resource_type: int = 16  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListConfigResourcesResponse(Response):
    """Response of LIST_CONFIG_RESOURCES (74). Versions 0-1, flexible from 0.

    Its structs, in this module: ConfigResource.
    """

    API_KEY = 74
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    error_code: int = 0
    config_resources: list[ConfigResource] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
