# Generated from rpc/ListPartitionReassignmentsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import slotted


@slotted
class ListPartitionReassignmentsTopics(Struct):
    """Part of ListPartitionReassignmentsRequest."""

    name: str = ""
    partition_indexes: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListPartitionReassignmentsRequest(Request):
    """Request of LIST_PARTITION_REASSIGNMENTS (46). Version 0, flexible from 0.

    Its structs, in this module: ListPartitionReassignmentsTopics.
    """

    API_KEY = 46
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    timeout_ms: int = 60000
    topics: list[ListPartitionReassignmentsTopics] | None = None
    unknown_tags: dict[int, bytes] | None = None
