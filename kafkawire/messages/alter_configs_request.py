# Generated from rpc/AlterConfigsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class AlterableConfig(Struct):
    """Part of AlterConfigsRequest."""

    name: str = ""
    """Name of the option, such as `retention.ms`."""
    value: str | None = ""
    """New value as text; null is refused."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterConfigsResource(Struct):
    """Part of AlterConfigsRequest."""

    resource_type: int = 0
    """Type of the resource: 2 topic, 4 broker, 16 client metrics, 32 group."""
    resource_name: str = ""
    """Name of the topic or group, or a broker id as text; empty for the defaults of all brokers."""
    configs: list[AlterableConfig] = field(default_factory=list)
    """All options that are to be set."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterConfigsRequest(Request):
    """Request of ALTER_CONFIGS (33). Versions 0-2, flexible from 2.

    Replaces all options of resources: what is not named goes back to its default. Better change single ones.

    Its structs, in this module: AlterConfigsResource, AlterableConfig.
    """

    API_KEY = 33
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    resources: list[AlterConfigsResource] = field(default_factory=list)
    """Resources whose options are replaced."""
    validate_only: bool = False
    """Only check the request and change nothing."""
    unknown_tags: dict[int, bytes] | None = None
