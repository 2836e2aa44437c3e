# Generated from records-group/ConsumerGroupPartitionMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionMetadata(Struct):
    """Part of ConsumerGroupPartitionMetadataValue."""

    partition: int = 0
    racks: list[str] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicMetadata(Struct):
    """Part of ConsumerGroupPartitionMetadataValue."""

    topic_id: UUID = ZERO_UUID
    topic_name: str = ""
    num_partitions: int = 0
    partition_metadata: list[PartitionMetadata] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ConsumerGroupPartitionMetadataValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0.

    Its structs, in this module: TopicMetadata, PartitionMetadata.
    """

    API_KEY = 4
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    topics: list[TopicMetadata] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
