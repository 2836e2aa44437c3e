# Generated from rpc/DescribeUserScramCredentialsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class CredentialInfo(Struct):
    """Part of DescribeUserScramCredentialsResponse."""

    mechanism: int = 0
    iterations: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeUserScramCredentialsResult(Struct):
    """Part of DescribeUserScramCredentialsResponse."""

    user: str = ""
    error_code: int = 0
    error_message: str | None = ""
    credential_infos: list[CredentialInfo] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeUserScramCredentialsResponse(Response):
    """Response of DESCRIBE_USER_SCRAM_CREDENTIALS (50). Version 0, flexible from 0.

    Its structs, in this module: DescribeUserScramCredentialsResult, CredentialInfo.
    """

    API_KEY = 50
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = ""
    results: list[DescribeUserScramCredentialsResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
