# Generated from rpc/DescribeDelegationTokenResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribedDelegationTokenRenewer(Struct):
    """Part of DescribeDelegationTokenResponse."""

    principal_type: str = ""
    principal_name: str = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribedDelegationToken(Struct):
    """Part of DescribeDelegationTokenResponse."""

    principal_type: str = ""
    principal_name: str = ""
    token_requester_principal_type: str = ""  # 3+
    token_requester_principal_name: str = ""  # 3+
    issue_timestamp: int = 0
    expiry_timestamp: int = 0
    max_timestamp: int = 0
    token_id: str = ""
    hmac: bytes = b""
    renewers: list[DescribedDelegationTokenRenewer] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeDelegationTokenResponse(Response):
    """Response of DESCRIBE_DELEGATION_TOKEN (41). Versions 0-3, flexible from 2.

    Its structs, in this module: DescribedDelegationToken, DescribedDelegationTokenRenewer.
    """

    API_KEY = 41
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    error_code: int = 0
    tokens: list[DescribedDelegationToken] = field(default_factory=list)
    throttle_time_ms: int = 0
    unknown_tags: dict[int, bytes] | None = None
