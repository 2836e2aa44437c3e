# Generated from rpc/ListPartitionReassignmentsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class OngoingPartitionReassignment(Struct):
    """Part of ListPartitionReassignmentsResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    replicas: Sequence[int] = ()
    """Brokers that hold the partition now, those that come and those that go among them."""
    adding_replicas: Sequence[int] = ()
    """Brokers that are to hold the partition and do not yet."""
    removing_replicas: Sequence[int] = ()
    """Brokers that hold the partition and are to give it up."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class OngoingTopicReassignment(Struct):
    """Part of ListPartitionReassignmentsResponse."""

    name: str = ""
    """Name of the topic."""
    partitions: list[OngoingPartitionReassignment] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListPartitionReassignmentsResponse(Response):
    """Response of LIST_PARTITION_REASSIGNMENTS (46). Version 0, flexible from 0.

    The partitions that are being moved.

    Its structs, in this module: OngoingTopicReassignment, OngoingPartitionReassignment.
    """

    API_KEY = 46
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    topics: list[OngoingTopicReassignment] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
