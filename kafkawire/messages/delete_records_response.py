# Generated from rpc/DeleteRecordsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class DeleteRecordsPartitionResult(Struct):
    """Part of DeleteRecordsResponse."""

    partition_index: int = 0
    low_watermark: int = 0
    error_code: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteRecordsTopicResult(Struct):
    """Part of DeleteRecordsResponse."""

    name: str = ""
    partitions: list[DeleteRecordsPartitionResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DeleteRecordsResponse(Response):
    """Response of DELETE_RECORDS (21). Versions 0-2, flexible from 2.

    Its structs, in this module: DeleteRecordsTopicResult, DeleteRecordsPartitionResult.
    """

    API_KEY = 21
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    topics: list[DeleteRecordsTopicResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
