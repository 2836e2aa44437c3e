# Generated from rpc/ElectLeadersResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class PartitionResult(Struct):
    """Part of ElectLeadersResponse."""

    partition_id: int = 0
    error_code: int = 0
    error_message: str | None = ""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReplicaElectionResult(Struct):
    """Part of ElectLeadersResponse."""

    topic: str = ""
    partition_result: list[PartitionResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ElectLeadersResponse(Response):
    """Response of ELECT_LEADERS (43). Versions 0-2, flexible from 2.

    Its structs, in this module: ReplicaElectionResult, PartitionResult.
    """

    API_KEY = 43
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    error_code: int = 0  # 1+
    replica_election_results: list[ReplicaElectionResult] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None
