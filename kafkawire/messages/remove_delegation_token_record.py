# Generated from records-metadata/RemoveDelegationTokenRecord.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class RemoveDelegationTokenRecord(Message):
    """KRaft metadata record. Version 0, flexible from 0."""

    API_KEY = 26
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    token_id: str = ""
    unknown_tags: dict[int, bytes] | None = None
