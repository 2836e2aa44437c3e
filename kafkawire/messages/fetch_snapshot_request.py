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
    epoch: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionSnapshot(Struct):
    """Part of FetchSnapshotRequest."""

    partition: int = 0
    current_leader_epoch: int = 0
    snapshot_id: SnapshotId = field(default_factory=SnapshotId)
    position: int = 0
    replica_directory_id: UUID = ZERO_UUID  # 1+, tag 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicSnapshot(Struct):
    """Part of FetchSnapshotRequest."""

    name: str = ""
    partitions: list[PartitionSnapshot] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchSnapshotRequest(Request):
    """Request of FETCH_SNAPSHOT (59). Versions 0-1, flexible from 0.

    Its structs, in this module: TopicSnapshot, PartitionSnapshot, SnapshotId.
    """

    API_KEY = 59
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    cluster_id: str | None = None  # tag 0
    replica_id: int = -1
    max_bytes: int = 2147483647
    topics: list[TopicSnapshot] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
