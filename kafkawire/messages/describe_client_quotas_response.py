# Generated from rpc/DescribeClientQuotasResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class EntityData(Struct):
    """Part of DescribeClientQuotasResponse."""

    entity_type: str = ""
    entity_name: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ValueData(Struct):
    """Part of DescribeClientQuotasResponse."""

    key: str = ""
    value: float = 0.0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class EntryData(Struct):
    """Part of DescribeClientQuotasResponse."""

    entity: list[EntityData] = field(default_factory=list)
    values: list[ValueData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeClientQuotasResponse(Response):
    """Response of DESCRIBE_CLIENT_QUOTAS (48). Versions 0-1, flexible from 1.

    Its structs, in this module: EntryData, EntityData, ValueData.
    """

    API_KEY = 48
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = ""
    entries: list[EntryData] | None = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
