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
    """Number of the partition within its topic, counted from 0."""
    start_offset: int = 0
    """First offset that is not done with, -1 if the group has not begun."""
    leader_epoch: int = 0
    """Leader epoch in which the start offset was written."""
    lag: int = -1  # 1+
    """How many records are not done with yet (KIP-1226), -1 if that is not known."""
    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeShareGroupOffsetsResponseTopic(Struct):
    """Part of DescribeShareGroupOffsetsResponse."""

    topic_name: str = ""
    """Name of the topic, beside its id."""
    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: list[DescribeShareGroupOffsetsResponsePartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeShareGroupOffsetsResponseGroup(Struct):
    """Part of DescribeShareGroupOffsetsResponse."""

    group_id: str = ""
    """Name of the group."""
    topics: list[DescribeShareGroupOffsetsResponseTopic] = field(default_factory=list)
    error_code: int = 0
    """Error of the group as a whole, 0 for none."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeShareGroupOffsetsResponse(Response):
    """Response of DESCRIBE_SHARE_GROUP_OFFSETS (90). Versions 0-1, flexible from 0.

    How far share groups have read.

    Its structs, in this module: DescribeShareGroupOffsetsResponseGroup, DescribeShareGroupOffsetsResponseTopic,
    DescribeShareGroupOffsetsResponsePartition.
    """

    API_KEY = 90
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    groups: list[DescribeShareGroupOffsetsResponseGroup] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
