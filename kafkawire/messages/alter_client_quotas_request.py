# Generated from rpc/AlterClientQuotasRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class EntityData(Struct):
    """Part of AlterClientQuotasRequest."""

    entity_type: str = ""
    """What the quota is for: `user`, `client-id` or `ip`."""
    entity_name: str | None = ""
    """Name of the user, client id or address; null for the default of its type."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OpData(Struct):
    """Part of AlterClientQuotasRequest."""

    key: str = ""
    """Name of the quota, such as `producer_byte_rate`."""
    value: float = 0.0
    """New value of the quota, in the unit of its name; not looked at if it is removed."""
    remove: bool = False
    """Whether the quota is removed instead of set."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class EntryData(Struct):
    """Part of AlterClientQuotasRequest."""

    entity: list[EntityData] = field(default_factory=list)
    """Whom the quotas are for: one type, or user and client id together."""
    ops: list[OpData] = field(default_factory=list)
    """Quotas to set or to remove."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterClientQuotasRequest(Request):
    """Request of ALTER_CLIENT_QUOTAS (49). Versions 0-1, flexible from 1.

    Sets and removes quotas of users, clients and addresses (KIP-546).

    Its structs, in this module: EntryData, EntityData, OpData.
    """

    API_KEY = 49
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    entries: list[EntryData] = field(default_factory=list)
    """Changes, by whom the quotas are for."""
    validate_only: bool = False
    """Only check the request and change nothing."""
    unknown_tags: dict[int, bytes] | None = None
