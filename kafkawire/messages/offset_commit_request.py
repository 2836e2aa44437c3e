# Generated from rpc/OffsetCommitRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class OffsetCommitRequestPartition(Struct):
    """Part of OffsetCommitRequest."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    committed_offset: int = 0
    """Offset of the next record to read, one behind the last that was processed."""
    commit_timestamp: int = -1  # 1
    """Time of the commit in ms since the epoch, -1 for the time at which it arrives."""
    committed_leader_epoch: int = -1  # 6+
    """Leader epoch of the last record that was processed, -1 if it is not known."""
    committed_metadata: str | None = ""
    """Any text of the client's, kept beside the offset; null counts as empty. OFFSET_METADATA_TOO_LARGE limits it."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetCommitRequestTopic(Struct):
    """Part of OffsetCommitRequest."""

    name: str = ""  # 0-9
    """Name of the topic; versions 10+ have its id."""
    topic_id: UUID = ZERO_UUID  # 10+
    """Id of the topic; versions below 10 have its name."""
    partitions: list[OffsetCommitRequestPartition] = field(default_factory=list)
    """Offsets to commit, by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetCommitRequest(Request):
    """Request of OFFSET_COMMIT (8). Versions 0-10, flexible from 8.

    Stores how far a group has read.

    Its structs, in this module: OffsetCommitRequestTopic, OffsetCommitRequestPartition.
    """

    API_KEY = 8
    VERSIONS = range(0, 11)
    FLEXIBLE_VERSIONS = range(8, 11)
    LATEST_STABLE_VERSION = 10
    DEPRECATED_VERSIONS = range(0, 2)

    group_id: str = ""
    """Group that commits; need not have members."""
    generation_id_or_member_epoch: int = -1  # 1+
    """Generation or member epoch of the member, -1 for a consumer that assigns partitions to itself."""
    member_id: str = ""  # 1+
    """Id of the member that commits, empty for a consumer that assigns partitions to itself."""
    group_instance_id: str | None = None  # 7+
    """`group.instance.id` of a static member (KIP-345), null for a dynamic one."""
    retention_time_ms: int = -1  # 2-4
    """How long to keep the offsets, in ms; -1 for the broker's `offsets.retention.minutes`."""
    topics: list[OffsetCommitRequestTopic] = field(default_factory=list)
    """Offsets to commit, by topic."""
    unknown_tags: dict[int, bytes] | None = None
