# Generated from data/ConsumerProtocolAssignment.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Buffer, Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class TopicPartition(Struct):
    """Part of ConsumerProtocolAssignment."""

    topic: str = ""
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ConsumerProtocolAssignment(Message):
    """Data. Versions 0-3, never flexible.

    Its structs, in this module: TopicPartition.
    """

    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 3

    assigned_partitions: list[TopicPartition] = field(default_factory=list)
    user_data: Buffer | None = None
    unknown_tags: dict[int, bytes] | None = None
