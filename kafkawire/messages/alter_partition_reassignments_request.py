# Generated from rpc/AlterPartitionReassignmentsRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence

from kafkawire.message import Request, Struct
from kafkawire.slotted import field, slotted


@slotted
class ReassignablePartition(Struct):
    """Part of AlterPartitionReassignmentsRequest."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    replicas: Sequence[int] | None = None
    """Brokers that are to hold the partition, the preferred leader first; null stops a reassignment."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReassignableTopic(Struct):
    """Part of AlterPartitionReassignmentsRequest."""

    name: str = ""
    partitions: list[ReassignablePartition] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterPartitionReassignmentsRequest(Request):
    """Request of ALTER_PARTITION_REASSIGNMENTS (45). Versions 0-1, flexible from 0.

    Moves partitions to other brokers, or stops that (KIP-455).

    Its structs, in this module: ReassignableTopic, ReassignablePartition.
    """

    API_KEY = 45
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    timeout_ms: int = 60000
    """How long the broker may wait until the reassignment has begun, in ms."""
    allow_replication_factor_change: bool = True  # 1+
    """Whether a partition may get more or fewer replicas than it has (KIP-860)."""
    topics: list[ReassignableTopic] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
