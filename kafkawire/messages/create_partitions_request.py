# Generated from rpc/CreatePartitionsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class CreatePartitionsAssignment(Struct):
    """Part of CreatePartitionsRequest."""

    broker_ids: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreatePartitionsTopic(Struct):
    """Part of CreatePartitionsRequest."""

    name: str = ""
    count: int = 0
    assignments: list[CreatePartitionsAssignment] | None = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class CreatePartitionsRequest(Request):
    """Request of CREATE_PARTITIONS (37). Versions 0-3, flexible from 2.

    Its structs, in this module: CreatePartitionsTopic, CreatePartitionsAssignment.
    """

    API_KEY = 37
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(2, 4)
    LATEST_STABLE_VERSION = 3

    topics: list[CreatePartitionsTopic] = field(default_factory=list)
    timeout_ms: int = 0
    validate_only: bool = False
    unknown_tags: dict[int, bytes] | None = None
