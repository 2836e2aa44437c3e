# Generated from rpc/DescribeClientQuotasRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class ComponentData(Struct):
    """Part of DescribeClientQuotasRequest."""

    entity_type: str = ""
    match_type: int = 0
    match: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeClientQuotasRequest(Request):
    """Request of DESCRIBE_CLIENT_QUOTAS (48). Versions 0-1, flexible from 1.

    Its structs, in this module: ComponentData.
    """

    API_KEY = 48
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    components: list[ComponentData] = field(default_factory=list)
    strict: bool = False
    unknown_tags: dict[int, bytes] | None = None
