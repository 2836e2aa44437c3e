# Generated from rpc/ConsumerGroupHeartbeatResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TopicPartitions(Struct):
    """Part of ConsumerGroupHeartbeatResponse.

    A topic and some of its partitions.
    """

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions within the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Assignment(Struct):
    """Part of ConsumerGroupHeartbeatResponse."""

    topic_partitions: list[TopicPartitions] = field(default_factory=list)
    """Assigned partitions, by topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ConsumerGroupHeartbeatResponse(Response):
    """Response of CONSUMER_GROUP_HEARTBEAT (68). Versions 0-1, flexible from 0.

    The member's epoch, and its assignment if that has changed.

    Its structs, in this module: Assignment, TopicPartitions.
    """

    API_KEY = 68
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or UNKNOWN_MEMBER_ID, FENCED_MEMBER_EPOCH, UNRELEASED_INSTANCE_ID, UNSUPPORTED_ASSIGNOR, ..."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    member_id: str | None = None
    """Id of the member; null after an error."""
    member_epoch: int = 0
    """Epoch to name in the next heartbeat; -1 or -2 confirms that the member has left."""
    heartbeat_interval_ms: int = 0
    """How long to wait before the next heartbeat, in ms."""
    assignment: Assignment | None = None
    """Partitions that the member is to have from now on, null if unchanged."""
    unknown_tags: dict[int, bytes] | None = None
