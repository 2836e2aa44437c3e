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
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    state_epoch: int = 0
    """Counts how often the share partition was set up anew; an older one gets FENCED_STATE_EPOCH."""
    leader_epoch: int = 0
    """Leader epoch in which the state was written last."""
    start_offset: int = 0
    """First offset that is not done with, -1 if the group has not begun."""
    delivery_complete_count: int = -1  # 1+
    """How many records from `start_offset` on are done with (KIP-1226), -1 if it is not known."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReadStateSummaryResult(Struct):
    """Part of ReadShareGroupStateSummaryResponse."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[PartitionResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReadShareGroupStateSummaryResponse(Response):
    """Response of READ_SHARE_GROUP_STATE_SUMMARY (87). Versions 0-1, flexible from 0.

    Where share partitions stand.

    Its structs, in this module: ReadStateSummaryResult, PartitionResult.
    """

    API_KEY = 87
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    results: list[ReadStateSummaryResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
