# Generated from rpc/ReadShareGroupStateSummaryResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class PartitionResult(Struct):
    """Part of ReadShareGroupStateSummaryResponse."""

    partition: int = 0
    error_code: int = 0
    error_message: str | None = None
    state_epoch: int = 0
    leader_epoch: int = 0
    start_offset: int = 0
    delivery_complete_count: int = -1  # 1+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReadStateSummaryResult(Struct):
    """Part of ReadShareGroupStateSummaryResponse."""

    topic_id: UUID = ZERO_UUID
    partitions: list[PartitionResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReadShareGroupStateSummaryResponse(Response):
    """Response of READ_SHARE_GROUP_STATE_SUMMARY (87). Versions 0-1, flexible from 0.

    Its structs, in this module: ReadStateSummaryResult, PartitionResult.
    """

    API_KEY = 87
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    results: list[ReadStateSummaryResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
