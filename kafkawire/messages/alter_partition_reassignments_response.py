# Generated from rpc/AlterPartitionReassignmentsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class ReassignablePartitionResponse(Struct):
    """Part of AlterPartitionReassignmentsResponse."""

    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, or INVALID_REPLICA_ASSIGNMENT, NO_REASSIGNMENT_IN_PROGRESS, UNKNOWN_TOPIC_OR_PARTITION, ..."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReassignableTopicResponse(Struct):
    """Part of AlterPartitionReassignmentsResponse."""

    name: str = ""
    """Name of the topic."""
    partitions: list[ReassignablePartitionResponse] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterPartitionReassignmentsResponse(Response):
    """Response of ALTER_PARTITION_REASSIGNMENTS (45). Versions 0-1, flexible from 0.

    Says for each partition whether its reassignment has begun or was stopped.

    Its structs, in this module: ReassignableTopicResponse, ReassignablePartitionResponse.
    """

    API_KEY = 45
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    allow_replication_factor_change: bool = True  # 1+
    """The request's choice, repeated (KIP-860)."""
    error_code: int = 0
    """Error of the request as a whole, 0 for none."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    responses: list[ReassignableTopicResponse] = field(default_factory=list)
    """Outcome by topic."""
    unknown_tags: dict[int, bytes] | None = None
