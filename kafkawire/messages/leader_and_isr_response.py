# Generated from rpc/LeaderAndIsrResponse.json by kafkawire's codegen.
from __future__ import annotations

from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class LeaderAndIsrPartitionError(Struct):
    """Part of LeaderAndIsrResponse."""

    topic_name: str = ""  # 0-4
    partition_index: int = 0
    error_code: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderAndIsrTopicError(Struct):
    """Part of LeaderAndIsrResponse, 5+."""

    topic_id: UUID = ZERO_UUID  # 5+
    partition_errors: list[LeaderAndIsrPartitionError] = field(default_factory=list)  # 5+
    unknown_tags: dict[int, bytes] | None = None


@slotted
class LeaderAndIsrResponse(Response):
    """Response of LEADER_AND_ISR (4). Versions 0-7, flexible from 4.

    Its structs, in this module: LeaderAndIsrPartitionError, LeaderAndIsrTopicError.
    """

    API_KEY = 4
    VERSIONS = range(0, 8)
    FLEXIBLE_VERSIONS = range(4, 8)
    LATEST_STABLE_VERSION = 7

    error_code: int = 0
    partition_errors: list[LeaderAndIsrPartitionError] = field(default_factory=list)  # 0-4
    topics: list[LeaderAndIsrTopicError] = field(default_factory=list)  # 5+
    unknown_tags: dict[int, bytes] | None = None
