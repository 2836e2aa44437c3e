# Generated from rpc/ListPartitionReassignmentsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class OngoingPartitionReassignment(Struct):
    """Part of ListPartitionReassignmentsResponse."""

    partition_index: int = 0
    replicas: Sequence[int] = ()
    adding_replicas: Sequence[int] = ()
    removing_replicas: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OngoingTopicReassignment(Struct):
    """Part of ListPartitionReassignmentsResponse."""

    name: str = ""
    partitions: list[OngoingPartitionReassignment] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListPartitionReassignmentsResponse(Response):
    """Response of LIST_PARTITION_REASSIGNMENTS (46). Version 0, flexible from 0.

    Its structs, in this module: OngoingTopicReassignment, OngoingPartitionReassignment.
    """

    API_KEY = 46
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = ""
    topics: list[OngoingTopicReassignment] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
