# Generated from rpc/CreateDelegationTokenResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response
from kafkawire.slotted import slotted


@slotted
class CreateDelegationTokenResponse(Response):
    """Response of CREATE_DELEGATION_TOKEN (38). Versions 0-3, flexible from 2."""

    API_KEY = 38
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    error_code: int = 0
    principal_type: str = ""
    principal_name: str = ""
    token_requester_principal_type: str = ""  # 3+
    token_requester_principal_name: str = ""  # 3+
    issue_timestamp_ms: int = 0
    expiry_timestamp_ms: int = 0
    max_timestamp_ms: int = 0
    token_id: str = ""
    hmac: bytes = b""
    throttle_time_ms: int = 0
    unknown_tags: dict[int, bytes] | None = None
