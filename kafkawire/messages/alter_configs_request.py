# Generated from rpc/AlterConfigsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class AlterableConfig(Struct):
    """Part of AlterConfigsRequest."""

    name: str = ""
    value: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterConfigsResource(Struct):
    """Part of AlterConfigsRequest."""

    resource_type: int = 0
    resource_name: str = ""
    configs: list[AlterableConfig] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterConfigsRequest(Request):
    """Request of ALTER_CONFIGS (33). Versions 0-2, flexible from 2.

    Its structs, in this module: AlterConfigsResource, AlterableConfig.
    """

    API_KEY = 33
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    resources: list[AlterConfigsResource] = field(default_factory=list)
    validate_only: bool = False
    unknown_tags: dict[int, bytes] | None = None
