# Generated from rpc/ListPartitionReassignmentsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import slotted


@slotted
class ListPartitionReassignmentsTopics(Struct):
    """Part of ListPartitionReassignmentsRequest."""

    name: str = ""
    """Name of the topic."""
    partition_indexes: Sequence[int] = ()
    """Numbers of the partitions within the topic, counted from 0."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ListPartitionReassignmentsRequest(Request):
    """Request of LIST_PARTITION_REASSIGNMENTS (46). Version 0, flexible from 0.

    Asks which partitions are being moved (KIP-455).

    Its structs, in this module: ListPartitionReassignmentsTopics.
    """

    API_KEY = 46
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    timeout_ms: int = 60000
    """How long the broker may take before it answers, in ms."""
    topics: list[ListPartitionReassignmentsTopics] | None = None
    """Partitions to ask about, by topic; null for all."""
    unknown_tags: dict[int, bytes] | None = None
