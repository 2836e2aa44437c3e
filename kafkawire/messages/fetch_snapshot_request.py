# Generated from rpc/FetchSnapshotRequest.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class SnapshotId(Struct):
    """Part of FetchSnapshotRequest."""

    end_offset: int = 0
    """Offset behind the last record that the snapshot covers."""
    epoch: int = 0
    """Leader epoch of the last record that the snapshot covers."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionSnapshot(Struct):
    """Part of FetchSnapshotRequest."""

    partition: int = 0
    """Number of the partition within its topic, counted from 0."""
    current_leader_epoch: int = 0
    """Leader epoch of the quorum that the follower knows; another one is refused."""
    snapshot_id: SnapshotId = field(default_factory=SnapshotId)
    """Which snapshot is wanted."""
    position: int = 0
    """Byte of the snapshot at which to begin, counted from 0."""
    replica_directory_id: UUID = ZERO_UUID  # 1+, tag 0
    """Directory id of the follower (KIP-853), all zeros if it is not known."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicSnapshot(Struct):
    """Part of FetchSnapshotRequest."""

    name: str = ""
    """Name of the topic: `__cluster_metadata`."""
    partitions: list[PartitionSnapshot] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchSnapshotRequest(Request):
    """Request of FETCH_SNAPSHOT (59). Versions 0-1, flexible from 0.

    Fetches a part of a snapshot of the metadata log (KIP-630).

    Its structs, in this module: TopicSnapshot, PartitionSnapshot, SnapshotId.
    """

    API_KEY = 59
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    cluster_id: str | None = None  # tag 0
    """Id of the cluster, null for no check; INCONSISTENT_CLUSTER_ID if it is another."""
    replica_id: int = -1
    """Node id of the follower, -1 if it has none."""
    max_bytes: int = 2147483647
    """How many bytes of the snapshot the response may have."""
    topics: list[TopicSnapshot] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
