# Generated from data/ConsumerProtocolAssignment.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Buffer, Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class TopicPartition(Struct):
    """Part of ConsumerProtocolAssignment."""

    topic: str = ""
    """Name of the topic."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions within the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ConsumerProtocolAssignment(Message):
    """Data. Versions 0-3, never flexible.

    What a consumer is to read, inside SyncGroup; an int16 with the version stands before it.

    Its structs, in this module: TopicPartition.
    """

    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 3

    assigned_partitions: list[TopicPartition] = field(default_factory=list)
    """Partitions that the member is to read, by topic."""
    user_data: Buffer | None = None
    """What the assignor wants to tell the member, null for nothing."""
    unknown_tags: dict[int, bytes] | None = None
