# Generated from rpc/FetchSnapshotResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Buffer, Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class SnapshotId(Struct):
    """Part of FetchSnapshotResponse."""

    end_offset: int = 0
    """Offset behind the last record that the snapshot covers."""
    epoch: int = 0
    """Leader epoch of the last record that the snapshot covers."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderIdAndEpoch(Struct):
    """Part of FetchSnapshotResponse."""

    leader_id: int = 0
    """Node id of the leader, -1 if none is known."""
    leader_epoch: int = 0
    """Leader epoch of the quorum, -1 if it is not known."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionSnapshot(Struct):
    """Part of FetchSnapshotResponse."""

    index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or SNAPSHOT_NOT_FOUND, POSITION_OUT_OF_RANGE, NOT_LEADER_OR_FOLLOWER, ..."""
    snapshot_id: SnapshotId = field(default_factory=SnapshotId)
    """Which snapshot it is."""
    current_leader: LeaderIdAndEpoch | None = None  # tag 0
    """Who leads the quorum now, left out if that has not changed."""
    size: int = 0
    """Bytes of the whole snapshot."""
    position: int = 0
    """Byte of the snapshot at which this part begins, counted from 0."""
    unaligned_records: Buffer | None = None
    """Bytes of the snapshot's record batches, which may begin and end anywhere."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class TopicSnapshot(Struct):
    """Part of FetchSnapshotResponse."""

    name: str = ""
    """Name of the topic: `__cluster_metadata`."""
    partitions: list[PartitionSnapshot] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class NodeEndpoint(Struct):
    """Part of FetchSnapshotResponse, 1+."""

    node_id: int = 0  # 1+
    """Node id of a leader that the response names."""
    host: str = ""  # 1+
    """Host name or address to connect to."""
    port: int = 0  # 1+
    """TCP port to connect to."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchSnapshotResponse(Response):
    """Response of FETCH_SNAPSHOT (59). Versions 0-1, flexible from 0.

    A part of a snapshot.

    Its structs, in this module: TopicSnapshot, PartitionSnapshot, SnapshotId, LeaderIdAndEpoch, NodeEndpoint.
    """

    API_KEY = 59
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """Error of the request as a whole, 0 for none."""
    topics: list[TopicSnapshot] = field(default_factory=list)
    node_endpoints: list[NodeEndpoint] = field(default_factory=list)  # 1+, tag 0
    """Addresses of the leaders that the response names."""
    unknown_tags: dict[int, bytes] | None = None
