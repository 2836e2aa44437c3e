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
    error_code: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetCommitResponseTopic(Struct):
    """Part of OffsetCommitResponse."""

    name: str = ""  # 0-9
    topic_id: UUID = ZERO_UUID  # 10+
    partitions: list[OffsetCommitResponsePartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetCommitResponse(Response):
    """Response of OFFSET_COMMIT (8). Versions 0-10, flexible from 8.

    Its structs, in this module: OffsetCommitResponseTopic, OffsetCommitResponsePartition.
    """

    API_KEY = 8
    VERSIONS = range(0, 11)
    FLEXIBLE_VERSIONS = range(8, 11)
    LATEST_STABLE_VERSION = 10

    throttle_time_ms: int = 0  # 3+
    topics: list[OffsetCommitResponseTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
