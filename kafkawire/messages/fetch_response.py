# Generated from rpc/FetchResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Buffer, Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class EpochEndOffset(Struct):
    """Part of FetchResponse, 12+."""

    epoch: int = -1  # 12+
    end_offset: int = -1  # 12+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderIdAndEpoch(Struct):
    """Part of FetchResponse, 12+."""

    leader_id: int = -1  # 12+
    leader_epoch: int = -1  # 12+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class SnapshotId(Struct):
    """Part of FetchResponse, 12+."""

    end_offset: int = -1
    epoch: int = -1
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AbortedTransaction(Struct):
    """Part of FetchResponse, 4+."""

    producer_id: int = 0  # 4+
    first_offset: int = 0  # 4+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionData(Struct):
    """Part of FetchResponse."""

    partition_index: int = 0
    error_code: int = 0
    high_watermark: int = 0
    last_stable_offset: int = -1  # 4+
    log_start_offset: int = -1  # 5+
    diverging_epoch: EpochEndOffset | None = None  # 12+, tag 0
    current_leader: LeaderIdAndEpoch | None = None  # 12+, tag 1
    snapshot_id: SnapshotId | None = None  # 12+, tag 2
    aborted_transactions: list[AbortedTransaction] | None = field(default_factory=list)  # 4+
    preferred_read_replica: int = -1  # 11+
    records: Buffer | None = None
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchableTopicResponse(Struct):
    """Part of FetchResponse."""

    topic: str = ""  # 0-12
    topic_id: UUID = ZERO_UUID  # 13+
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class NodeEndpoint(Struct):
    """Part of FetchResponse, 16+."""

    node_id: int = 0  # 16+
    host: str = ""  # 16+
    port: int = 0  # 16+
    rack: str | None = None  # 16+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class FetchResponse(Response):
    """Response of FETCH (1). Versions 0-18, flexible from 12.

    Its structs, in this module: FetchableTopicResponse, PartitionData, EpochEndOffset, LeaderIdAndEpoch, SnapshotId,
    AbortedTransaction, NodeEndpoint.
    """

    API_KEY = 1
    VERSIONS = range(0, 19)
    FLEXIBLE_VERSIONS = range(12, 19)
    LATEST_STABLE_VERSION = 18

    throttle_time_ms: int = 0  # 1+
    error_code: int = 0  # 7+
    session_id: int = 0  # 7+
    responses: list[FetchableTopicResponse] = field(default_factory=list)
    node_endpoints: list[NodeEndpoint] = field(default_factory=list)  # 16+, tag 0
    unknown_tags: dict[int, bytes] | None = None
