# Generated from rpc/AlterPartitionReassignmentsResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class ReassignablePartitionResponse(Struct):
    """Part of AlterPartitionReassignmentsResponse."""

    partition_index: int = 0
    error_code: int = 0
    error_message: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReassignableTopicResponse(Struct):
    """Part of AlterPartitionReassignmentsResponse."""

    name: str = ""
    partitions: list[ReassignablePartitionResponse] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class AlterPartitionReassignmentsResponse(Response):
    """Response of ALTER_PARTITION_REASSIGNMENTS (45). Versions 0-1, flexible from 0.

    Its structs, in this module: ReassignableTopicResponse, ReassignablePartitionResponse.
    """

    API_KEY = 45
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    allow_replication_factor_change: bool = True  # 1+
    error_code: int = 0
    error_message: str | None = ""
    responses: list[ReassignableTopicResponse] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
