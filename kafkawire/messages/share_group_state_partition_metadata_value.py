# Generated from records-group/ShareGroupStatePartitionMetadataValue.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TopicPartitionsInfo(Struct):
    """Part of ShareGroupStatePartitionMetadataValue."""

    topic_id: UUID = ZERO_UUID
    topic_name: str = ""
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicInfo(Struct):
    """Part of ShareGroupStatePartitionMetadataValue."""

    topic_id: UUID = ZERO_UUID
    topic_name: str = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareGroupStatePartitionMetadataValue(Message):
    """Value of a coordinator record. Version 0, flexible from 0.

    Its structs, in this module: TopicPartitionsInfo, TopicInfo.
    """

    API_KEY = 15
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    initializing_topics: list[TopicPartitionsInfo] = field(default_factory=list)
    initialized_topics: list[TopicPartitionsInfo] = field(default_factory=list)
    deleting_topics: list[TopicInfo] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
