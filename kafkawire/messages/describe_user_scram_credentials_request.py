# Generated from rpc/DescribeUserScramCredentialsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class UserName(Struct):
    """Part of DescribeUserScramCredentialsRequest."""

    name: str = ""
    """Name of the user."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeUserScramCredentialsRequest(Request):
    """Request of DESCRIBE_USER_SCRAM_CREDENTIALS (50). Version 0, flexible from 0.

    Asks which users have SCRAM credentials (KIP-554).

    Its structs, in this module: UserName.
    """

    API_KEY = 50
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    users: list[UserName] | None = field(default_factory=list)
    """Users to ask about; null or empty for all."""
    unknown_tags: dict[int, bytes] | None = None
