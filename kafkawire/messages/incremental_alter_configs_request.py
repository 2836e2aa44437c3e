# Generated from rpc/IncrementalAlterConfigsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class AlterableConfig(Struct):
    """Part of IncrementalAlterConfigsRequest."""

    name: str = ""
    config_operation: int = 0
    value: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterConfigsResource(Struct):
    """Part of IncrementalAlterConfigsRequest."""

    resource_type: int = 0
    resource_name: str = ""
    configs: list[AlterableConfig] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class IncrementalAlterConfigsRequest(Request):
    """Request of INCREMENTAL_ALTER_CONFIGS (44). Versions 0-1, flexible from 1.

    Its structs, in this module: AlterConfigsResource, AlterableConfig.
    """

    API_KEY = 44
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    resources: list[AlterConfigsResource] = field(default_factory=list)
    validate_only: bool = False
    unknown_tags: dict[int, bytes] | None = None
