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
    """Numbers of the partitions within the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeShareGroupOffsetsRequestGroup(Struct):
    """Part of DescribeShareGroupOffsetsRequest."""

    group_id: str = ""
    """Name of the group."""
    topics: list[DescribeShareGroupOffsetsRequestTopic] | None = field(default_factory=list)
    """Partitions to ask about, by topic; null for all that the group has read."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeShareGroupOffsetsRequest(Request):
    """Request of DESCRIBE_SHARE_GROUP_OFFSETS (90). Versions 0-1, flexible from 0.

    Asks how far share groups have read (KIP-932).

    Its structs, in this module: DescribeShareGroupOffsetsRequestGroup, DescribeShareGroupOffsetsRequestTopic.
    """

    API_KEY = 90
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    groups: list[DescribeShareGroupOffsetsRequestGroup] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
