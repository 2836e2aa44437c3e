# Generated from rpc/DescribeTopicPartitionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class TopicRequest(Struct):
    """Part of DescribeTopicPartitionsRequest."""

    name: str = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Cursor(Struct):
    """Part of DescribeTopicPartitionsRequest."""

    topic_name: str = ""
    partition_index: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeTopicPartitionsRequest(Request):
    """Request of DESCRIBE_TOPIC_PARTITIONS (75). Version 0, flexible from 0.

    Its structs, in this module: TopicRequest, Cursor.
    """

    API_KEY = 75
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    topics: list[TopicRequest] = field(default_factory=list)
    response_partition_limit: int = 2000
    cursor: Cursor | None = None
    unknown_tags: dict[int, bytes] | None = None
