# Generated from rpc/DescribeShareGroupOffsetsResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class DescribeShareGroupOffsetsResponsePartition(Struct):
    """Part of DescribeShareGroupOffsetsResponse."""

    partition_index: int = 0
    start_offset: int = 0
    leader_epoch: int = 0
    lag: int = -1  # 1+
    error_code: int = 0
    error_message: str | None = None
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeShareGroupOffsetsResponseTopic(Struct):
    """Part of DescribeShareGroupOffsetsResponse."""

    topic_name: str = ""
    topic_id: UUID = ZERO_UUID
    partitions: list[DescribeShareGroupOffsetsResponsePartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeShareGroupOffsetsResponseGroup(Struct):
    """Part of DescribeShareGroupOffsetsResponse."""

    group_id: str = ""
    topics: list[DescribeShareGroupOffsetsResponseTopic] = field(default_factory=list)
    error_code: int = 0
    error_message: str | None = None
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeShareGroupOffsetsResponse(Response):
    """Response of DESCRIBE_SHARE_GROUP_OFFSETS (90). Versions 0-1, flexible from 0.

    Its structs, in this module: DescribeShareGroupOffsetsResponseGroup, DescribeShareGroupOffsetsResponseTopic,
    DescribeShareGroupOffsetsResponsePartition.
    """

    API_KEY = 90
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    groups: list[DescribeShareGroupOffsetsResponseGroup] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
