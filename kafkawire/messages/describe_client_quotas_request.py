# Generated from rpc/DescribeClientQuotasRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class ComponentData(Struct):
    """Part of DescribeClientQuotasRequest."""

    entity_type: str = ""
    """What the quota is for: `user`, `client-id` or `ip`."""
    match_type: int = 0
    """0 the name in `match`, 1 the default, 2 any name."""
    match: str | None = ""
    """Name that is wanted, null for match types 1 and 2."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeClientQuotasRequest(Request):
    """Request of DESCRIBE_CLIENT_QUOTAS (48). Versions 0-1, flexible from 1.

    Asks for the quotas of users, clients and addresses (KIP-546).

    Its structs, in this module: ComponentData.
    """

    API_KEY = 48
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(1, 2)
    LATEST_STABLE_VERSION = 1

    components: list[ComponentData] = field(default_factory=list)
    """What is wanted of each entity type; entities have to match all of them."""
    strict: bool = False
    """Whether to leave out entities that have other types as well."""
    unknown_tags: dict[int, bytes] | None = None
