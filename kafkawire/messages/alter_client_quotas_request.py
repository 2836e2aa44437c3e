# Generated from rpc/AlterClientQuotasRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class EntityData(Struct):
    """Part of AlterClientQuotasRequest."""

    entity_type: str = ""
    entity_name: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OpData(Struct):
    """Part of AlterClientQuotasRequest."""

    key: str = ""
    value: float = 0.0
    remove: bool = False
    unknown_tags: dict[int, bytes] | None = None


@slotted
class EntryData(Struct):
    """Part of AlterClientQuotasRequest."""

    entity: list[EntityData] = field(default_factory=list)
    ops: list[OpData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterClientQuotasRequest(Request):
    """Request of ALTER_CLIENT_QUOTAS (49). Versions 0-1, flexible from 1.

    Its structs, in this module: EntryData, EntityData, OpData.
    """

    API_KEY = 49
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    entries: list[EntryData] = field(default_factory=list)
    validate_only: bool = False
    unknown_tags: dict[int, bytes] | None = None
