# Generated from rpc/OffsetForLeaderEpochResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class EpochEndOffset(Struct):
    """Part of OffsetForLeaderEpochResponse."""

    error_code: int = 0
    partition: int = 0
    leader_epoch: int = -1  # 1+
    end_offset: int = -1
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetForLeaderTopicResult(Struct):
    """Part of OffsetForLeaderEpochResponse."""

    topic: str = ""
    partitions: list[EpochEndOffset] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetForLeaderEpochResponse(Response):
    """Response of OFFSET_FOR_LEADER_EPOCH (23). Versions 0-4, flexible from 4.

    Its structs, in this module: OffsetForLeaderTopicResult, EpochEndOffset.
    """

    API_KEY = 23
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4

    throttle_time_ms: int = 0  # 2+
    topics: list[OffsetForLeaderTopicResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
