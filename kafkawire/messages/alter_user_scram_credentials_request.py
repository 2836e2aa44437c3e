# Generated from rpc/AlterUserScramCredentialsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class ScramCredentialDeletion(Struct):
    """Part of AlterUserScramCredentialsRequest."""

    name: str = ""
    mechanism: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ScramCredentialUpsertion(Struct):
    """Part of AlterUserScramCredentialsRequest."""

    name: str = ""
    mechanism: int = 0
    iterations: int = 0
    salt: bytes = b""
    salted_password: bytes = b""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterUserScramCredentialsRequest(Request):
    """Request of ALTER_USER_SCRAM_CREDENTIALS (51). Version 0, flexible from 0.

    Its structs, in this module: ScramCredentialDeletion, ScramCredentialUpsertion.
    """

    API_KEY = 51
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    deletions: list[ScramCredentialDeletion] = field(default_factory=list)
    upsertions: list[ScramCredentialUpsertion] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
