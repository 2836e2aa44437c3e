# Generated from rpc/IncrementalAlterConfigsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class AlterableConfig(Struct):
    """Part of IncrementalAlterConfigsRequest."""

    name: str = ""
    """Name of the option, such as `retention.ms`."""
    config_operation: int = 0
    """0 sets the value, 1 goes back to the default, 2 adds to a list, 3 takes away from a list."""
    value: str | None = ""
    """Value as text, for lists separated by commas; null only to go back to the default."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterConfigsResource(Struct):
    """Part of IncrementalAlterConfigsRequest."""

    resource_type: int = 0
    """Type of the resource: 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group."""
    resource_name: str = ""
    """Name of the topic or group, or a broker id as text; empty for the defaults of all brokers."""
    configs: list[AlterableConfig] = field(default_factory=list)
    """Options that change, each named once."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class IncrementalAlterConfigsRequest(Request):
    """Request of INCREMENTAL_ALTER_CONFIGS (44). Versions 0-1, flexible from 1.

    Changes single options of resources and leaves the others alone (KIP-339).

    Its structs, in this module: AlterConfigsResource, AlterableConfig.
    """

    API_KEY = 44
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    resources: list[AlterConfigsResource] = field(default_factory=list)
    """Resources whose options change."""
    validate_only: bool = False
    """Only check the request and change nothing."""
    unknown_tags: dict[int, bytes] | None = None
