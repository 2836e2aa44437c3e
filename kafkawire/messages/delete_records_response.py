# Generated from rpc/DeleteRecordsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DeleteRecordsPartitionResult(Struct):
    """Part of DeleteRecordsResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    low_watermark: int = 0
    """First offset that the partition still has on all live replicas, -1 after an error."""
    error_code: int = 0
    """0, or OFFSET_OUT_OF_RANGE beyond the high watermark, POLICY_VIOLATION, NOT_LEADER_OR_FOLLOWER, ..."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteRecordsTopicResult(Struct):
    """Part of DeleteRecordsResponse."""

    name: str = ""
    """Name of the topic."""
    partitions: list[DeleteRecordsPartitionResult] = field(default_factory=list)
    """Outcome by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteRecordsResponse(Response):
    """Response of DELETE_RECORDS (21). Versions 0-2, flexible from 2.

    Where each partition begins now.

    Its structs, in this module: DeleteRecordsTopicResult, DeleteRecordsPartitionResult.
    """

    API_KEY = 21
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    topics: list[DeleteRecordsTopicResult] = field(default_factory=list)
    """Outcome by topic."""
    unknown_tags: dict[int, bytes] | None = None
