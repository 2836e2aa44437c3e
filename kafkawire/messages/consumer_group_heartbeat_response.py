# Generated from rpc/ConsumerGroupHeartbeatResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TopicPartitions(Struct):
    """Part of ConsumerGroupHeartbeatResponse."""

    topic_id: UUID = ZERO_UUID
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Assignment(Struct):
    """Part of ConsumerGroupHeartbeatResponse."""

    topic_partitions: list[TopicPartitions] = field(default_factory=list)
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ConsumerGroupHeartbeatResponse(Response):
    """Response of CONSUMER_GROUP_HEARTBEAT (68). Versions 0-1, flexible from 0.

    Its structs, in this module: Assignment, TopicPartitions.
    """

    API_KEY = 68
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    error_code: int = 0
    error_message: str | None = None
    member_id: str | None = None
    member_epoch: int = 0
    heartbeat_interval_ms: int = 0
    assignment: Assignment | None = None
    unknown_tags: dict[int, bytes] | None = None
