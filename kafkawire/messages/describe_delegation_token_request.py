# Generated from rpc/DescribeDelegationTokenRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribeDelegationTokenOwner(Struct):
    """Part of DescribeDelegationTokenRequest."""

    principal_type: str = ""
    """Type of the principal, mostly `User`."""
    principal_name: str = ""
    """Name of the principal, without its type."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeDelegationTokenRequest(Request):
    """Request of DESCRIBE_DELEGATION_TOKEN (41). Versions 0-3, flexible from 2.

    Asks for delegation tokens.

    Its structs, in this module: DescribeDelegationTokenOwner.
    """

    API_KEY = 41
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3
    DEPRECATED_VERSIONS = range(0, 1)

    owners: list[DescribeDelegationTokenOwner] | None = field(default_factory=list)
    """Owners whose tokens are wanted, null for all tokens that the client may see."""
    unknown_tags: dict[int, bytes] | None = None
