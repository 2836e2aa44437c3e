# Generated from rpc/ControlledShutdownResponse.json by kafkawire's codegen.
from __future__ import annotations

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted


@slotted
class RemainingPartition(Struct):
    """Part of ControlledShutdownResponse."""

    topic_name: str = ""
    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ControlledShutdownResponse(Response):
    """Response of CONTROLLED_SHUTDOWN (7). Versions 0-3, flexible from 3.

    The partitions that the broker still leads; it asks again until there are none.

    Its structs, in this module: RemainingPartition.
    """

    API_KEY = 7
    VERSIONS = range(0, 4)
    FLEXIBLE_VERSIONS = range(3, 4)
    LATEST_STABLE_VERSION = 3

    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    remaining_partitions: list[RemainingPartition] = field(default_factory=list)
    """Partitions that the broker still leads."""
    unknown_tags: dict[int, bytes] | None = None
