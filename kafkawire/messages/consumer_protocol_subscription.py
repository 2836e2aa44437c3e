# Generated from data/ConsumerProtocolSubscription.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Buffer, Message, Struct
from kafkawire.slotted import field, slotted


@slotted
class TopicPartition(Struct):
    """Part of ConsumerProtocolSubscription, 1+."""

    topic: str = ""  # 1+
    """Name of the topic."""
    partitions: Sequence[int] = ()  # 1+
    """Numbers of the partitions within the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ConsumerProtocolSubscription(Message):
    """Data. Versions 0-3, never flexible.

    What a consumer wants to read, inside JoinGroup; an int16 with the version stands before it.

    Its structs, in this module: TopicPartition.
    """

    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 3

    topics: list[str] = field(default_factory=list)
    """Names of the topics that the member subscribes to."""
    user_data: Buffer | None = None
    """What the member wants to tell the assignor, null for nothing."""
    owned_partitions: list[TopicPartition] = field(default_factory=list)  # 1+
    """Partitions that the member has from the generation before, by topic (KIP-429)."""
    generation_id: int = -1  # 2+
    """Generation in which the member got `owned_partitions` (KIP-792), -1 if it is not known."""
    rack_id: str | None = None  # 3+
    """Rack of the member (KIP-881), null if it has none."""
    unknown_tags: dict[int, bytes] | None = None
