# Generated from rpc/ConsumerGroupHeartbeatRequest.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Request, Struct
from kafkawire.slotted import slotted
from kafkawire.wire import ZERO_UUID


@slotted
class TopicPartitions(Struct):
    """Part of ConsumerGroupHeartbeatRequest."""

    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    partitions: Sequence[int] = ()
    """Numbers of the partitions within the topic."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ConsumerGroupHeartbeatRequest(Request):
    """Request of CONSUMER_GROUP_HEARTBEAT (68). Versions 0-1, flexible from 0.

    Joins a consumer group, stays in it, says what has changed, or leaves (KIP-848). Null means unchanged.

    Its structs, in this module: TopicPartitions.
    """

    API_KEY = 68
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    group_id: str = ""
    """Name of the group."""
    member_id: str = ""
    """Id of the member; version 1 has the client choose it, in version 0 it is empty until the broker has."""
    member_epoch: int = 0
    """Epoch from the last response; 0 to join, -1 to leave, -2 if a static member leaves and means to return."""
    instance_id: str | None = None
    """`group.instance.id` of a static member, null for a dynamic one."""
    rack_id: str | None = None
    """Rack of the member, null if it has none or it is unchanged."""
    rebalance_timeout_ms: int = -1
    """How long the member may take to give up partitions, in ms; -1 if unchanged."""
    subscribed_topic_names: list[str] | None = None
    """Names of the topics that the member subscribes to, null if unchanged."""
    subscribed_topic_regex: str | None = None  # 1+
    """Pattern of topic names that the member subscribes to, in RE2 syntax; null if unchanged."""
    server_assignor: str | None = None
    """Assignor of the broker that the member likes, null if unchanged or for the broker's choice."""
    topic_partitions: list[TopicPartitions] | None = None
    """Partitions that the member owns at present, null if unchanged."""
    unknown_tags: dict[int, bytes] | None = None
