# Generated from rpc/StreamsGroupDescribeRequest.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Request
from kafkawire.slotted import field, slotted


@slotted
class StreamsGroupDescribeRequest(Request):
    """Request of STREAMS_GROUP_DESCRIBE (89). Versions 0-1, flexible from 0."""

    API_KEY = 89
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    group_ids: list[str] = field(default_factory=list)
    include_authorized_operations: bool = False
    include_topology_description: bool = False  # 1+
    unknown_tags: dict[int, bytes] | None = None
