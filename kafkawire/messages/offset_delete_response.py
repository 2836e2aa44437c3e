# Generated from rpc/OffsetDeleteResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class OffsetDeleteResponsePartition(Struct):
    """Part of OffsetDeleteResponse."""

    partition_index: int = 0
    error_code: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetDeleteResponseTopic(Struct):
    """Part of OffsetDeleteResponse."""

    name: str = ""
    partitions: list[OffsetDeleteResponsePartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OffsetDeleteResponse(Response):
    """Response of OFFSET_DELETE (47). Version 0, never flexible.

    Its structs, in this module: OffsetDeleteResponseTopic, OffsetDeleteResponsePartition.
    """

    API_KEY = 47
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0)
    LATEST_STABLE_VERSION = 0

    error_code: int = 0
    throttle_time_ms: int = 0
    topics: list[OffsetDeleteResponseTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
