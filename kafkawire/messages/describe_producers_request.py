# Generated from rpc/DescribeProducersRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class TopicRequest(Struct):
    """Part of DescribeProducersRequest."""

    name: str = ""
    """Name of the topic."""
    partition_indexes: Sequence[int] = ()
    """Numbers of the partitions within the topic, counted from 0."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeProducersRequest(Request):
    """Request of DESCRIBE_PRODUCERS (61). Version 0, flexible from 0.

    Asks which producers partitions remember (KIP-664).

    Its structs, in this module: TopicRequest.
    """

    API_KEY = 61
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    topics: list[TopicRequest] = field(default_factory=list)
    """Partitions to ask about, by topic."""
    unknown_tags: dict[int, bytes] | None = None
