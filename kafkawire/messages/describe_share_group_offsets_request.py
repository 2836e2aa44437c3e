# Generated from rpc/DescribeShareGroupOffsetsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class DescribeShareGroupOffsetsRequestTopic(Struct):
    """Part of DescribeShareGroupOffsetsRequest."""

    topic_name: str = ""
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeShareGroupOffsetsRequestGroup(Struct):
    """Part of DescribeShareGroupOffsetsRequest."""

    group_id: str = ""
    topics: list[DescribeShareGroupOffsetsRequestTopic] | None = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeShareGroupOffsetsRequest(Request):
    """Request of DESCRIBE_SHARE_GROUP_OFFSETS (90). Versions 0-1, flexible from 0.

    Its structs, in this module: DescribeShareGroupOffsetsRequestGroup, DescribeShareGroupOffsetsRequestTopic.
    """

    API_KEY = 90
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    groups: list[DescribeShareGroupOffsetsRequestGroup] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
