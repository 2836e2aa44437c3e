# Generated from records-share/ShareUpdateKey.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message
from kafkawire.slotted import slotted
from kafkawire.wire import ZERO_UUID


@slotted
class ShareUpdateKey(Message):
    """Key of a coordinator record. Version 0, never flexible.

    Which share partition the update is of, in `__share_group_state`.
    """

    API_KEY = 1
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    group_id: str = ""
    """Name of the group."""
    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partition: int = 0
    """Number of the partition within its topic, counted from 0."""
    unknown_tags: dict[int, bytes] | None = None
