# Generated from rpc/CreatePartitionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class CreatePartitionsAssignment(Struct):
    """Part of CreatePartitionsRequest."""

    broker_ids: Sequence[int] = ()
    """Brokers that are to hold the partition, the preferred leader first."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreatePartitionsTopic(Struct):
    """Part of CreatePartitionsRequest."""

    name: str = ""
    """Name of the topic."""
    count: int = 0
    """How many partitions the topic is to have in all, more than it has now."""
    assignments: list[CreatePartitionsAssignment] | None = field(default_factory=list)
    """Brokers for each of the new partitions, in their order; null to let the broker choose."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreatePartitionsRequest(Request):
    """Request of CREATE_PARTITIONS (37). Versions 0-3, flexible from 2.

    Gives topics more partitions.

    Its structs, in this module: CreatePartitionsTopic, CreatePartitionsAssignment.
    """

    API_KEY = 37
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    topics: list[CreatePartitionsTopic] = field(default_factory=list)
    """Topics that are to have more partitions."""
    timeout_ms: int = 0
    """How long the broker may wait until the partitions are there, in ms."""
    validate_only: bool = False
    """Only check the request and change nothing."""
    unknown_tags: dict[int, bytes] | None = None
