# Generated from rpc/DescribeDelegationTokenResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribedDelegationTokenRenewer(Struct):
    """Part of DescribeDelegationTokenResponse."""

    principal_type: str = ""
    """Type of the principal, mostly `User`."""
    principal_name: str = ""
    """Name of the principal, without its type."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribedDelegationToken(Struct):
    """Part of DescribeDelegationTokenResponse."""

    principal_type: str = ""
    """Type of the token's owner, mostly `User`."""
    principal_name: str = ""
    """Name of the token's owner."""
    token_requester_principal_type: str = ""  # 3+
    """Type of the principal that asked for the token, mostly `User`."""
    token_requester_principal_name: str = ""  # 3+
    """Name of the principal that asked for the token."""
    issue_timestamp: int = 0
    """When the token was made, in ms since the epoch."""
    expiry_timestamp: int = 0
    """When the token expires unless it is renewed, in ms since the epoch."""
    max_timestamp: int = 0
    """When the token expires even if it is renewed, in ms since the epoch."""
    token_id: str = ""
    """Public id of the token, which is the user name in SCRAM."""
    hmac: bytes = b""
    """Secret of the token, with which a client authenticates and asks to renew or expire it."""
    renewers: list[DescribedDelegationTokenRenewer] = field(default_factory=list)
    """Principals that may renew the token, besides its owner."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeDelegationTokenResponse(Response):
    """Response of DESCRIBE_DELEGATION_TOKEN (41). Versions 0-3, flexible from 2.

    Delegation tokens that the client may see.

    Its structs, in this module: DescribedDelegationToken, DescribedDelegationTokenRenewer.
    """

    API_KEY = 41
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    tokens: list[DescribedDelegationToken] = field(default_factory=list)
    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    unknown_tags: dict[int, bytes] | None = None
