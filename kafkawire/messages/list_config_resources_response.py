# Generated from rpc/ListConfigResourcesResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class ConfigResource(Struct):
    """Part of ListConfigResourcesResponse."""

    resource_name: str = ""
    """Name of the topic, group or subscription, or a broker id as text."""
    resource_type: int = 16  # 1+
    """Type of the resource: 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListConfigResourcesResponse(Response):
    """Response of LIST_CONFIG_RESOURCES (74). Versions 0-1, flexible from 0.

    The resources that have options of their own.

    Its structs, in this module: ConfigResource.
    """

    API_KEY = 74
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    config_resources: list[ConfigResource] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
