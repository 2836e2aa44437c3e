# Generated from rpc/ListOffsetsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class ListOffsetsPartitionResponse(Struct):
    """Part of ListOffsetsResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or an `ErrorCode` such as NOT_LEADER_OR_FOLLOWER, OFFSET_NOT_AVAILABLE or UNKNOWN_LEADER_EPOCH."""
    old_style_offsets: Sequence[int] = ()  # 0
    """Starts of the log's segments from the newest back, as version 0 has it."""
    timestamp: int = -1  # 1+
    """Timestamp of the record at `offset`, in ms since the epoch; -1 if none was looked for or found."""
    offset: int = -1  # 1+
    """Offset of the first record at or after the time asked for, or the end that was asked for; -1 if there is none."""
    leader_epoch: int = -1  # 4+
    """Leader epoch of the record at `offset`, -1 if it is not known."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListOffsetsTopicResponse(Struct):
    """Part of ListOffsetsResponse."""

    name: str = ""
    """Name of the topic."""
    partitions: list[ListOffsetsPartitionResponse] = field(default_factory=list)
    """Offsets found, by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListOffsetsResponse(Response):
    """Response of LIST_OFFSETS (2). Versions 0-11, flexible from 6.

    The offset found for each partition.

    Its structs, in this module: ListOffsetsTopicResponse, ListOffsetsPartitionResponse.
    """

    API_KEY = 2
    VERSIONS = range(0, 12)
    FLEXIBLE_VERSIONS = range(6, 12)
    LATEST_STABLE_VERSION = 11

    throttle_time_ms: int = 0  # 2+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    topics: list[ListOffsetsTopicResponse] = field(default_factory=list)
    """Offsets found, by topic."""
    unknown_tags: dict[int, bytes] | None = None
