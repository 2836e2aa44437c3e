# Generated from rpc/AlterClientQuotasResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class EntityData(Struct):
    """Part of AlterClientQuotasResponse."""

    entity_type: str = ""
    entity_name: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class EntryData(Struct):
    """Part of AlterClientQuotasResponse."""

    error_code: int = 0
    error_message: str | None = ""
    entity: list[EntityData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterClientQuotasResponse(Response):
    """Response of ALTER_CLIENT_QUOTAS (49). Versions 0-1, flexible from 1.

    Its structs, in this module: EntryData, EntityData.
    """

    API_KEY = 49
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    entries: list[EntryData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
