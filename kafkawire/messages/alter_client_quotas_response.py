# Generated from rpc/AlterClientQuotasResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class EntityData(Struct):
    """Part of AlterClientQuotasResponse."""

    entity_type: str = ""
    """What the quota is for: `user`, `client-id` or `ip`."""
    entity_name: str | None = ""
    """Name of the user, client id or address; null for the default of its type."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class EntryData(Struct):
    """Part of AlterClientQuotasResponse."""

    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    entity: list[EntityData] = field(default_factory=list)
    """Whom the quotas are for, as in the request."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterClientQuotasResponse(Response):
    """Response of ALTER_CLIENT_QUOTAS (49). Versions 0-1, flexible from 1.

    Says for each entity whether its quotas were changed.

    Its structs, in this module: EntryData, EntityData.
    """

    API_KEY = 49
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    entries: list[EntryData] = field(default_factory=list)
    """Outcome, by whom the quotas are for."""
    unknown_tags: dict[int, bytes] | None = None
