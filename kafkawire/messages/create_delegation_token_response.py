# Generated from rpc/CreateDelegationTokenResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class CreateDelegationTokenResponse(Response):
    """Response of CREATE_DELEGATION_TOKEN (38). Versions 0-3, flexible from 2.

    The new token.
    """

    API_KEY = 38
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    error_code: int = 0
    """0, or DELEGATION_TOKEN_AUTH_DISABLED, DELEGATION_TOKEN_REQUEST_NOT_ALLOWED, INVALID_PRINCIPAL_TYPE, ..."""
    principal_type: str = ""
    """Type of the token's owner, mostly `User`."""
    principal_name: str = ""
    """Name of the token's owner."""
    token_requester_principal_type: str = ""  # 3+
    """Type of the principal that asked for the token, mostly `User`."""
    token_requester_principal_name: str = ""  # 3+
    """Name of the principal that asked for the token."""
    issue_timestamp_ms: int = 0
    """When the token was made, in ms since the epoch."""
    expiry_timestamp_ms: int = 0
    """When the token expires unless it is renewed, in ms since the epoch."""
    max_timestamp_ms: int = 0
    """When the token expires even if it is renewed, in ms since the epoch."""
    token_id: str = ""
    """Public id of the token, which is the user name in SCRAM."""
    hmac: bytes = b""
    """Secret of the token, with which a client authenticates and asks to renew or expire it."""
    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    unknown_tags: dict[int, bytes] | None = None
