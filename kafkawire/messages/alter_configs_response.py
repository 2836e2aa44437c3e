# Generated from rpc/AlterConfigsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class AlterConfigsResourceResponse(Struct):
    """Part of AlterConfigsResponse."""

    error_code: int = 0
    """0, or INVALID_CONFIG, INVALID_REQUEST, UNKNOWN_TOPIC_OR_PARTITION, TOPIC_AUTHORIZATION_FAILED, ..."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    resource_type: int = 0
    """Type of the resource: 2 topic, 4 broker, 16 client metrics, 32 group."""
    resource_name: str = ""
    """Name of the topic or group, or a broker id as text; empty for the defaults of all brokers."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterConfigsResponse(Response):
    """Response of ALTER_CONFIGS (33). Versions 0-2, flexible from 2.

    Says for each resource whether its options were replaced.

    Its structs, in this module: AlterConfigsResourceResponse.
    """

    API_KEY = 33
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    responses: list[AlterConfigsResourceResponse] = field(default_factory=list)
    """Outcome for each resource."""
    unknown_tags: dict[int, bytes] | None = None
