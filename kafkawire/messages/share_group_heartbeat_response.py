# Generated from rpc/ShareGroupHeartbeatResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TopicPartitions(Struct):
    """Part of ShareGroupHeartbeatResponse.

    A topic and some of its partitions.
    """

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions within the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Assignment(Struct):
    """Part of ShareGroupHeartbeatResponse."""

    topic_partitions: list[TopicPartitions] = field(default_factory=list)
    """Assigned partitions, by topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ShareGroupHeartbeatResponse(Response):
    """Response of SHARE_GROUP_HEARTBEAT (76). Versions 0-1, flexible from 0.

    The member's epoch, and its assignment if that has changed.

    Its structs, in this module: Assignment, TopicPartitions.
    """

    API_KEY = 76
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    error_code: int = 0
    """0, or UNKNOWN_MEMBER_ID, FENCED_MEMBER_EPOCH, GROUP_MAX_SIZE_REACHED, NOT_COORDINATOR, ..."""
    error_message: str | None = None
    """What went wrong, for people to read; null without an error, or if the number says it all."""
    member_id: str | None = None
    """Id of the member; null after an error."""
    member_epoch: int = 0
    """Epoch to name in the next heartbeat; -1 confirms that the member has left."""
    heartbeat_interval_ms: int = 0
    """How long to wait before the next heartbeat, in ms."""
    assignment: Assignment | None = None
    """Partitions that the member may fetch from, null if unchanged; several members share a partition."""
    unknown_tags: dict[int, bytes] | None = None
