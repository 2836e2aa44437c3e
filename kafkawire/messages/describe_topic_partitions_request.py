# Generated from rpc/DescribeTopicPartitionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class TopicRequest(Struct):
    """Part of DescribeTopicPartitionsRequest."""

    name: str = ""
    """Name of the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Cursor(Struct):
    """Part of DescribeTopicPartitionsRequest."""

    topic_name: str = ""
    """Name of the first topic that is wanted, in the order of names."""
    partition_index: int = 0
    """First partition of that topic that is wanted."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeTopicPartitionsRequest(Request):
    """Request of DESCRIBE_TOPIC_PARTITIONS (75). Version 0, flexible from 0.

    Asks for topics and their partitions, in portions (KIP-966).

    Its structs, in this module: TopicRequest, Cursor.
    """

    API_KEY = 75
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    topics: list[TopicRequest] = field(default_factory=list)
    """Topics to describe, empty for all."""
    response_partition_limit: int = 2000
    """How many partitions the response may hold; the broker has a limit of its own."""
    cursor: Cursor | None = None
    """Where to go on, from the response before; null to begin."""
    unknown_tags: dict[int, bytes] | None = None
