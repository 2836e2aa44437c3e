# Generated from rpc/DescribeClientQuotasResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class EntityData(Struct):
    """Part of DescribeClientQuotasResponse."""

    entity_type: str = ""
    """What the quota is for: `user`, `client-id` or `ip`."""
    entity_name: str | None = ""
    """Name of the user, client id or address; null for the default of its type."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ValueData(Struct):
    """Part of DescribeClientQuotasResponse."""

    key: str = ""
    """Name of the quota, such as `producer_byte_rate`."""
    value: float = 0.0
    """Value of the quota, in the unit of its name."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class EntryData(Struct):
    """Part of DescribeClientQuotasResponse."""

    entity: list[EntityData] = field(default_factory=list)
    """Whom the quotas are for: one type, or user and client id together."""
    values: list[ValueData] = field(default_factory=list)
    """Quotas that are set."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeClientQuotasResponse(Response):
    """Response of DESCRIBE_CLIENT_QUOTAS (48). Versions 0-1, flexible from 1.

    The quotas that were found.

    Its structs, in this module: EntryData, EntityData, ValueData.
    """

    API_KEY = 48
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    entries: list[EntryData] | None = field(default_factory=list)
    """Quotas, by whom they are for; null after an error."""
    unknown_tags: dict[int, bytes] | None = None
