# Generated from rpc/StopReplicaResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class StopReplicaPartitionError(Struct):
    """Part of StopReplicaResponse."""

    topic_name: str = ""
    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class StopReplicaResponse(Response):
    """Response of STOP_REPLICA (5). Versions 0-4, flexible from 2.

    Says for each partition whether the broker has stopped.

    Its structs, in this module: StopReplicaPartitionError.
    """

    API_KEY = 5
    VERSIONS = range(0, 5)
    FLEXIBLE_VERSIONS = range(2, 5)
    LATEST_STABLE_VERSION = 4

    error_code: int = 0
    """Error of the request as a whole, 0 for none."""
    partition_errors: list[StopReplicaPartitionError] = field(default_factory=list)
    """Outcome by partition."""
    unknown_tags: dict[int, bytes] | None = None
