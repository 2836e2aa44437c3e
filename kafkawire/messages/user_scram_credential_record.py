# Generated from records-metadata/UserScramCredentialRecord.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class UserScramCredentialRecord(Message):
    """KRaft metadata record. Version 0, flexible from 0."""

    API_KEY = 11
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    name: str = ""
    mechanism: int = 0
    salt: bytes = b""
    stored_key: bytes = b""
    server_key: bytes = b""
    iterations: int = 0
    unknown_tags: dict[int, bytes] | None = None
