# Generated from rpc/LeaderAndIsrResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class LeaderAndIsrPartitionError(Struct):
    """Part of LeaderAndIsrResponse.

    What became of one partition.
    """

    topic_name: str = ""  # 0-4
    """Name of the topic; versions 5+ have its id."""
    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    error_code: int = 0
    """0 for success, else the number of an `ErrorCode`."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderAndIsrTopicError(Struct):
    """Part of LeaderAndIsrResponse, 5+."""

    topic_id: UUID = ZERO_UUID  # 5+
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partition_errors: list[LeaderAndIsrPartitionError] = field(default_factory=list)  # 5+
    """Outcome by partition."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderAndIsrResponse(Response):
    """Response of LEADER_AND_ISR (4). Versions 0-7, flexible from 4.

    Says for each partition whether the broker has followed.

    Its structs, in this module: LeaderAndIsrPartitionError, LeaderAndIsrTopicError.
    """

    API_KEY = 4
    VERSIONS = range(0, 8)
    FLEXIBLE_VERSIONS = range(4, 8)
    LATEST_STABLE_VERSION = 7

    error_code: int = 0
    """Error of the request as a whole, 0 for none."""
    partition_errors: list[LeaderAndIsrPartitionError] = field(default_factory=list)  # 0-4
    """Outcome by partition."""
    topics: list[LeaderAndIsrTopicError] = field(default_factory=list)  # 5+
    unknown_tags: dict[int, bytes] | None = None
