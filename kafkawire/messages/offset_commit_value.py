# Generated from records-group/OffsetCommitValue.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message
from kafkawire.slotted import slotted
from kafkawire.wire import ZERO_UUID


@slotted
class OffsetCommitValue(Message):
    """Value of a coordinator record. Versions 0-4, flexible from 4.

    A committed offset, in `__consumer_offsets`.
    """

    API_KEY = 1
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4

    offset: int = 0
    """Offset of the next record to read."""
    leader_epoch: int = -1  # 3+
    """Leader epoch of the last record that was processed, -1 if it is not known."""
    metadata: str = ""
    """Any text of the client's, kept beside the offset."""
    commit_timestamp: int = 0
    """When it was committed, in ms since the epoch."""
    expire_timestamp: int = -1  # 1
    """When it may be forgotten, in ms since the epoch; -1 to go by the broker's options."""
    topic_id: UUID = ZERO_UUID  # 4+, tag 0
    """Id of the topic, all zeros if it is not known."""
    unknown_tags: dict[int, bytes] | None = None
