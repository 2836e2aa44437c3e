# Generated from records-storage/RemoteLogSegmentMetadataUpdateRecord.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TopicIdPartitionEntry(Struct):
    """Part of RemoteLogSegmentMetadataUpdateRecord."""

    name: str = ""
    id: UUID = ZERO_UUID
    partition: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class RemoteLogSegmentIdEntry(Struct):
    """Part of RemoteLogSegmentMetadataUpdateRecord."""

    topic_id_partition: TopicIdPartitionEntry = field(default_factory=TopicIdPartitionEntry)
    id: UUID = ZERO_UUID
    unknown_tags: dict[int, bytes] | None = None


@slotted
class RemoteLogSegmentMetadataUpdateRecord(Message):
    """KRaft metadata record. Version 0, flexible from 0.

    Its structs, in this module: RemoteLogSegmentIdEntry, TopicIdPartitionEntry.
    """

    API_KEY = 1
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    remote_log_segment_id: RemoteLogSegmentIdEntry = field(default_factory=RemoteLogSegmentIdEntry)
    broker_id: int = 0
    event_timestamp_ms: int = 0
    custom_metadata: bytes | None = None
    remote_log_segment_state: int = 0
    unknown_tags: dict[int, bytes] | None = None
