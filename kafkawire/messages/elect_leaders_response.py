# Generated from rpc/ElectLeadersResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class PartitionResult(Struct):
    """Part of ElectLeadersResponse."""

    partition_id: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0, ELECTION_NOT_NEEDED, PREFERRED_LEADER_NOT_AVAILABLE, ELIGIBLE_LEADERS_NOT_AVAILABLE, ..."""
    error_message: str | None = ""
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ReplicaElectionResult(Struct):
    """Part of ElectLeadersResponse."""

    topic: str = ""
    """Name of the topic."""
    partition_result: list[PartitionResult] = field(default_factory=list)
    """Outcome by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ElectLeadersResponse(Response):
    """Response of ELECT_LEADERS (43). Versions 0-2, flexible from 2.

    Says for each partition whether there was an election.

    Its structs, in this module: ReplicaElectionResult, PartitionResult.
    """

    API_KEY = 43
    VERSIONS = range(0, 3)
    FLEXIBLE_VERSIONS = range(2, 3)
    LATEST_STABLE_VERSION = 2

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0  # 1+
    """Error of the request as a whole, 0 for none."""
    replica_election_results: list[ReplicaElectionResult] = field(default_factory=list)
    """Outcome by topic."""
    unknown_tags: dict[int, bytes] | None = None
