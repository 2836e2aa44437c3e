# Generated from records-metadata/DelegationTokenRecord.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import field, slotted


@slotted
class DelegationTokenRecord(Message):
    """KRaft metadata record. Version 0, flexible from 0."""

    API_KEY = 10
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    owner: str = ""
    requester: str = ""
    renewers: list[str] = field(default_factory=list)
    issue_timestamp: int = 0
    max_timestamp: int = 0
    expiration_timestamp: int = 0
    token_id: str = ""
    unknown_tags: dict[int, bytes] | None = None
