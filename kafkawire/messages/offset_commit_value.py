# Generated from records-group/OffsetCommitValue.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message
from kafkawire.slotted import slotted
from kafkawire.wire import ZERO_UUID


@slotted
class OffsetCommitValue(Message):
    """Value of a coordinator record. Versions 0-4, flexible from 4."""

    API_KEY = 1
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4

    offset: int = 0
    leader_epoch: int = -1  # 3+
    metadata: str = ""
    commit_timestamp: int = 0
    expire_timestamp: int = -1  # 1
    topic_id: UUID = ZERO_UUID  # 4+, tag 0
    unknown_tags: dict[int, bytes] | None = None
