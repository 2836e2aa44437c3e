# Generated from records-storage/RemotePartitionDeleteMetadataRecord.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TopicIdPartitionEntry(Struct):
    """Part of RemotePartitionDeleteMetadataRecord."""

    name: str = ""
    id: UUID = ZERO_UUID
    partition: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class RemotePartitionDeleteMetadataRecord(Message):
    """KRaft metadata record. Version 0, flexible from 0.

    Its structs, in this module: TopicIdPartitionEntry.
    """

    API_KEY = 2
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    topic_id_partition: TopicIdPartitionEntry = field(default_factory=TopicIdPartitionEntry)
    broker_id: int = 0
    event_timestamp_ms: int = 0
    remote_partition_delete_state: int = 0
    unknown_tags: dict[int, bytes] | None = None
