# Generated from rpc/ShareFetchResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Buffer, Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class LeaderIdAndEpoch(Struct):
    """Part of ShareFetchResponse."""

    leader_id: int = 0
    leader_epoch: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AcquiredRecords(Struct):
    """Part of ShareFetchResponse."""

    first_offset: int = 0
    last_offset: int = 0
    delivery_count: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class PartitionData(Struct):
    """Part of ShareFetchResponse."""

    partition_index: int = 0
    error_code: int = 0
    error_message: str | None = None
    acknowledge_error_code: int = 0
    acknowledge_error_message: str | None = None
    current_leader: LeaderIdAndEpoch = field(default_factory=LeaderIdAndEpoch)
    records: Buffer | None = None
    acquired_records: list[AcquiredRecords] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareFetchableTopicResponse(Struct):
    """Part of ShareFetchResponse."""

    topic_id: UUID = ZERO_UUID
    partitions: list[PartitionData] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class NodeEndpoint(Struct):
    """Part of ShareFetchResponse."""

    node_id: int = 0
    host: str = ""
    port: int = 0
    rack: str | None = None
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareFetchResponse(Response):
    """Response of SHARE_FETCH (78). Versions 0-2, flexible from 0.

    Its structs, in this module: ShareFetchableTopicResponse, PartitionData, LeaderIdAndEpoch, AcquiredRecords,
    NodeEndpoint.
    """

    API_KEY = 78
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(0, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = None
    acquisition_lock_timeout_ms: int = 0  # 1+
    responses: list[ShareFetchableTopicResponse] = field(default_factory=list)
    node_endpoints: list[NodeEndpoint] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
