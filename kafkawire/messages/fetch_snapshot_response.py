# Generated from rpc/FetchSnapshotResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Buffer, Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class SnapshotId(Struct):
    """Part of FetchSnapshotResponse."""

    end_offset: int = 0
    epoch: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderIdAndEpoch(Struct):
    """Part of FetchSnapshotResponse."""

    leader_id: int = 0
    leader_epoch: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionSnapshot(Struct):
    """Part of FetchSnapshotResponse."""

    index: int = 0
    error_code: int = 0
    snapshot_id: SnapshotId = field(default_factory=SnapshotId)
    current_leader: LeaderIdAndEpoch | None = None  # tag 0
    size: int = 0
    position: int = 0
    unaligned_records: Buffer | None = None
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicSnapshot(Struct):
    """Part of FetchSnapshotResponse."""

    name: str = ""
    partitions: list[PartitionSnapshot] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class NodeEndpoint(Struct):
    """Part of FetchSnapshotResponse, 1+."""

    node_id: int = 0  # 1+
    host: str = ""  # 1+
    port: int = 0  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchSnapshotResponse(Response):
    """Response of FETCH_SNAPSHOT (59). Versions 0-1, flexible from 0.

    Its structs, in this module: TopicSnapshot, PartitionSnapshot, SnapshotId, LeaderIdAndEpoch, NodeEndpoint.
    """

    API_KEY = 59
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    error_code: int = 0
    topics: list[TopicSnapshot] = field(default_factory=list)
    node_endpoints: list[NodeEndpoint] = field(default_factory=list)  # 1+, tag 0
    unknown_tags: dict[int, bytes] | None = None
