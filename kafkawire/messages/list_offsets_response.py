# Generated from rpc/ListOffsetsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class ListOffsetsPartitionResponse(Struct):
    """Part of ListOffsetsResponse."""

    partition_index: int = 0
    error_code: int = 0
    old_style_offsets: Sequence[int] = ()  # 0
    timestamp: int = -1  # 1+
    offset: int = -1  # 1+
    leader_epoch: int = -1  # 4+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListOffsetsTopicResponse(Struct):
    """Part of ListOffsetsResponse."""

    name: str = ""
    partitions: list[ListOffsetsPartitionResponse] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListOffsetsResponse(Response):
    """Response of LIST_OFFSETS (2). Versions 0-11, flexible from 6.

    Its structs, in this module: ListOffsetsTopicResponse, ListOffsetsPartitionResponse.
    """

    API_KEY = 2
    VERSIONS = range(0, 12)
    FLEXIBLE_VERSIONS = range(6, 12)
    LATEST_STABLE_VERSION = 11

    throttle_time_ms: int = 0  # 2+
    topics: list[ListOffsetsTopicResponse] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
