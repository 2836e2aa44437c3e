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
    partitions: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class ConsumerGroupHeartbeatRequest(Request):
    """Request of CONSUMER_GROUP_HEARTBEAT (68). Versions 0-1, flexible from 0.

    Its structs, in this module: TopicPartitions.
    """

    API_KEY = 68
    VERSIONS = range(0, 2)
    FLEXIBLE_VERSIONS = range(0, 2)
    LATEST_STABLE_VERSION = 1

    group_id: str = ""
    member_id: str = ""
    member_epoch: int = 0
    instance_id: str | None = None
    rack_id: str | None = None
    rebalance_timeout_ms: int = -1
    subscribed_topic_names: list[str] | None = None
    subscribed_topic_regex: str | None = None  # 1+
    server_assignor: str | None = None
    topic_partitions: list[TopicPartitions] | None = None
    unknown_tags: dict[int, bytes] | None = None
