# Generated from rpc/AlterUserScramCredentialsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class ScramCredentialDeletion(Struct):
    """Part of AlterUserScramCredentialsRequest."""

    name: str = ""
    """Name of the user."""
    mechanism: int = 0
    """1 SCRAM-SHA-256, 2 SCRAM-SHA-512."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ScramCredentialUpsertion(Struct):
    """Part of AlterUserScramCredentialsRequest."""

    name: str = ""
    """Name of the user."""
    mechanism: int = 0
    """1 SCRAM-SHA-256, 2 SCRAM-SHA-512."""
    iterations: int = 0
    """How many times the password was hashed, 4096 to 16384."""
    salt: bytes = b""
    """Random bytes that the client has chosen."""
    salted_password: bytes = b""
    """The password after salting and hashing; it is never sent itself."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterUserScramCredentialsRequest(Request):
    """Request of ALTER_USER_SCRAM_CREDENTIALS (51). Version 0, flexible from 0.

    Sets and removes SCRAM credentials of users (KIP-554).

    Its structs, in this module: ScramCredentialDeletion, ScramCredentialUpsertion.
    """

    API_KEY = 51
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    deletions: list[ScramCredentialDeletion] = field(default_factory=list)
    """Credentials to remove."""
    upsertions: list[ScramCredentialUpsertion] = field(default_factory=list)
    """Credentials to set, whether they are there or not."""
    unknown_tags: dict[int, bytes] | None = None
