# Generated from rpc/DescribeUserScramCredentialsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class CredentialInfo(Struct):
    """Part of DescribeUserScramCredentialsResponse."""

    mechanism: int = 0
    """1 SCRAM-SHA-256, 2 SCRAM-SHA-512."""
    iterations: int = 0
    """How many times the password was hashed."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeUserScramCredentialsResult(Struct):
    """Part of DescribeUserScramCredentialsResponse."""

    user: str = ""
    """Name of the user."""
    error_code: int = 0
    """0, or RESOURCE_NOT_FOUND, DUPLICATE_RESOURCE."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    credential_infos: list[CredentialInfo] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeUserScramCredentialsResponse(Response):
    """Response of DESCRIBE_USER_SCRAM_CREDENTIALS (50). Version 0, flexible from 0.

    Users and the kinds of their SCRAM credentials; nothing secret.

    Its structs, in this module: DescribeUserScramCredentialsResult, CredentialInfo.
    """

    API_KEY = 50
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """Error of the request as a whole, 0 for none."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    results: list[DescribeUserScramCredentialsResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
