# Generated from rpc/OffsetForLeaderEpochResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class EpochEndOffset(Struct):
    """Part of OffsetForLeaderEpochResponse."""

    error_code: int = 0
    """0, or NOT_LEADER_OR_FOLLOWER, FENCED_LEADER_EPOCH, UNKNOWN_LEADER_EPOCH, ..."""
    partition: int = 0
    """Number of the partition within its topic, counted from 0."""
    leader_epoch: int = -1  # 1+
    """Largest leader epoch in the log up to the one asked for, -1 if there is none."""
    end_offset: int = -1
    """Offset behind the last record of that epoch, -1 if it is not known."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetForLeaderTopicResult(Struct):
    """Part of OffsetForLeaderEpochResponse."""

    topic: str = ""
    """Name of the topic."""
    partitions: list[EpochEndOffset] = field(default_factory=list)
    """Outcome by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetForLeaderEpochResponse(Response):
    """Response of OFFSET_FOR_LEADER_EPOCH (23). Versions 0-4, flexible from 4.

    Where the leader epochs end.

    Its structs, in this module: OffsetForLeaderTopicResult, EpochEndOffset.
    """

    API_KEY = 23
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(4, 5)
    LATEST_STABLE_VERSION = 4

    throttle_time_ms: int = 0  # 2+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    topics: list[OffsetForLeaderTopicResult] = field(default_factory=list)
    """Outcome by topic."""
    unknown_tags: dict[int, bytes] | None = None
