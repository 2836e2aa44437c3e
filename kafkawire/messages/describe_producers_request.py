# Generated from rpc/DescribeProducersRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class TopicRequest(Struct):
    """Part of DescribeProducersRequest."""

    name: str = ""
    partition_indexes: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeProducersRequest(Request):
    """Request of DESCRIBE_PRODUCERS (61). Version 0, flexible from 0.

    Its structs, in this module: TopicRequest.
    """

    API_KEY = 61
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    topics: list[TopicRequest] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
