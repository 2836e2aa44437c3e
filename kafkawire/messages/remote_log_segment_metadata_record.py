# Generated from records-storage/RemoteLogSegmentMetadataRecord.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Message, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TopicIdPartitionEntry(Struct):
    """Part of RemoteLogSegmentMetadataRecord."""

    name: str = ""
    id: UUID = ZERO_UUID
    partition: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class RemoteLogSegmentIdEntry(Struct):
    """Part of RemoteLogSegmentMetadataRecord."""

    topic_id_partition: TopicIdPartitionEntry = field(default_factory=TopicIdPartitionEntry)
    id: UUID = ZERO_UUID
    unknown_tags: dict[int, bytes] | None = None


@slotted
class SegmentLeaderEpochEntry(Struct):
    """Part of RemoteLogSegmentMetadataRecord."""

    leader_epoch: int = 0
    offset: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class RemoteLogSegmentMetadataRecord(Message):
    """KRaft metadata record. Version 0, flexible from 0.

    Its structs, in this module: RemoteLogSegmentIdEntry, TopicIdPartitionEntry, SegmentLeaderEpochEntry.
    """

    API_KEY = 0
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    remote_log_segment_id: RemoteLogSegmentIdEntry = field(default_factory=RemoteLogSegmentIdEntry)
    start_offset: int = 0
    end_offset: int = 0
    broker_id: int = 0
    max_timestamp_ms: int = 0
    event_timestamp_ms: int = 0
    segment_leader_epochs: list[SegmentLeaderEpochEntry] = field(default_factory=list)
    segment_size_in_bytes: int = 0
    custom_metadata: bytes | None = None
    remote_log_segment_state: int = 0
    txn_index_empty: bool = False  # tag 0
    unknown_tags: dict[int, bytes] | None = None
