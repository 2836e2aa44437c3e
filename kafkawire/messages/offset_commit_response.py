# Generated from rpc/OffsetCommitResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class OffsetCommitResponsePartition(Struct):
    """Part of OffsetCommitResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or an `ErrorCode` such as ILLEGAL_GENERATION, STALE_MEMBER_EPOCH, UNKNOWN_MEMBER_ID, NOT_COORDINATOR."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetCommitResponseTopic(Struct):
    """Part of OffsetCommitResponse."""

    name: str = ""  # 0-9
    """Name of the topic; versions 10+ have its id."""
    topic_id: UUID = ZERO_UUID  # 10+
    """Id of the topic; versions below 10 have its name."""
    partitions: list[OffsetCommitResponsePartition] = field(default_factory=list)
    """Outcome by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetCommitResponse(Response):
    """Response of OFFSET_COMMIT (8). Versions 0-10, flexible from 8.

    Says for each partition whether its offset is stored.

    Its structs, in this module: OffsetCommitResponseTopic, OffsetCommitResponsePartition.
    """

    API_KEY = 8
    VERSIONS = range(0, 11)
    FLEXIBLE_VERSIONS = range(8, 11)
    LATEST_STABLE_VERSION = 10

    throttle_time_ms: int = 0  # 3+
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    topics: list[OffsetCommitResponseTopic] = field(default_factory=list)
    """Outcome by topic."""
    unknown_tags: dict[int, bytes] | None = None
