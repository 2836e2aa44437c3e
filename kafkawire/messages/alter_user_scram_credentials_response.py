# Generated from rpc/AlterUserScramCredentialsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class AlterUserScramCredentialsResult(Struct):
    """Part of AlterUserScramCredentialsResponse."""

    user: str = ""
    """Name of the user."""
    error_code: int = 0
    """0, or RESOURCE_NOT_FOUND, DUPLICATE_RESOURCE, UNACCEPTABLE_CREDENTIAL, UNSUPPORTED_SASL_MECHANISM."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterUserScramCredentialsResponse(Response):
    """Response of ALTER_USER_SCRAM_CREDENTIALS (51). Version 0, flexible from 0.

    Says for each user whether the credentials were changed.

    Its structs, in this module: AlterUserScramCredentialsResult.
    """

    API_KEY = 51
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    results: list[AlterUserScramCredentialsResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
