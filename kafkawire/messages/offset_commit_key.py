# Generated from records-group/OffsetCommitKey.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Message
from kafkawire.slotted import slotted


@slotted
class OffsetCommitKey(Message):
    """Key of a coordinator record. Version 0, never flexible.

    Whose committed offset the record is, in `__consumer_offsets`. A null value says that it is forgotten.
    """

    API_KEY = 1
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    group: str = ""
    """Name of the group."""
    topic: str = ""
    """Name of the topic."""
    partition: int = 0
    """Number of the partition within its topic, counted from 0."""
    unknown_tags: dict[int, bytes] | None = None
