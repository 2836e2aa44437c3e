# Generated from data/ConsumerProtocolSubscription.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Buffer, Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class TopicPartition(Struct):
    """Part of ConsumerProtocolSubscription, 1+."""

    topic: str = ""  # 1+
    partitions: Sequence[int] = ()  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ConsumerProtocolSubscription(Message):
    """Data. Versions 0-3, never flexible.

    Its structs, in this module: TopicPartition.
    """

    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 3

    topics: list[str] = field(default_factory=list)
    user_data: Buffer | None = None
    owned_partitions: list[TopicPartition] = field(default_factory=list)  # 1+
    generation_id: int = -1  # 2+
    rack_id: str | None = None  # 3+
    unknown_tags: dict[int, bytes] | None = None
