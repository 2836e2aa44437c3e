# Generated from rpc/AlterUserScramCredentialsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class AlterUserScramCredentialsResult(Struct):
    """Part of AlterUserScramCredentialsResponse."""

    user: str = ""
    error_code: int = 0
    error_message: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterUserScramCredentialsResponse(Response):
    """Response of ALTER_USER_SCRAM_CREDENTIALS (51). Version 0, flexible from 0.

    Its structs, in this module: AlterUserScramCredentialsResult.
    """

    API_KEY = 51
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    results: list[AlterUserScramCredentialsResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
