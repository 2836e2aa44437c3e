# Generated from records-metadata/ClientQuotaRecord.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class EntityData(Struct):
    """Part of ClientQuotaRecord."""

    entity_type: str = ""
    entity_name: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ClientQuotaRecord(Message):
    """KRaft metadata record. Version 0, flexible from 0.

    Its structs, in this module: EntityData.
    """

    API_KEY = 14
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    entity: list[EntityData] = field(default_factory=list)
    key: str = ""
    value: float = 0.0
    remove: bool = False
    unknown_tags: dict[int, bytes] | None = None
