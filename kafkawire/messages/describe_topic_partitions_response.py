# Generated from rpc/DescribeTopicPartitionsResponse.json by kafkawire's codegen.
from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from kafkawire.message import Response, Struct
from kafkawire.slotted import field, slotted
from kafkawire.wire import ZERO_UUID


@slotted
class DescribeTopicPartitionsResponsePartition(Struct):
    """Part of DescribeTopicPartitionsResponse."""

    error_code: int = 0
    """0, or LEADER_NOT_AVAILABLE while no broker leads, LISTENER_NOT_FOUND if the leader lacks the listener."""
    partition_index: int = 0
    """Number of the partition within its topic, counted from 0."""
    leader_id: int = 0
    """Broker that leads the partition, -1 if none does."""
    leader_epoch: int = -1
    """Counts the leaders of the partition; clients ignore metadata with an older one. -1 if it is not known."""
    replica_nodes: Sequence[int] = ()
    """Brokers that hold the partition, the preferred leader first."""
    isr_nodes: Sequence[int] = ()
    """Brokers whose replica is in sync with the leader, the leader included."""
    eligible_leader_replicas: Sequence[int] | None = None
    """Brokers out of sync that have all committed records and so may lead (KIP-966); null if unknown."""
    last_known_elr: Sequence[int] | None = None
    """Brokers that were eligible before all of them were lost, for a choice by hand (KIP-966); null if unknown."""
    offline_replicas: Sequence[int] = ()
    """Brokers whose replica cannot be reached, for the broker or its disk is down."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeTopicPartitionsResponseTopic(Struct):
    """Part of DescribeTopicPartitionsResponse."""

    error_code: int = 0
    """0, or UNKNOWN_TOPIC_OR_PARTITION, INVALID_TOPIC_EXCEPTION, TOPIC_AUTHORIZATION_FAILED."""
    name: str | None = ""
    """Name of the topic, which is never null in version 0."""
    topic_id: UUID = ZERO_UUID
    """Id of the topic, all zeros for none; a topic that is deleted and created again gets another (KIP-516)."""
    is_internal: bool = False
    """Whether the topic is one of Kafka's own, such as `__consumer_offsets`."""
    partitions: list[DescribeTopicPartitionsResponsePartition] = field(default_factory=list)
    """Partitions of the topic, from the one that was asked for on."""
    topic_authorized_operations: int = -2147483648
    """Bit n is set if the client may do `AclOperation` n on the topic; -2147483648 if not asked for."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Cursor(Struct):
    """Part of DescribeTopicPartitionsResponse."""

    topic_name: str = ""
    """Name of the next topic."""
    partition_index: int = 0
    """First partition of that topic that was left out."""
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeTopicPartitionsResponse(Response):
    """Response of DESCRIBE_TOPIC_PARTITIONS (75). Version 0, flexible from 0.

    Topics in the order of their names, and where to go on if there are more.

    Its structs, in this module: DescribeTopicPartitionsResponseTopic, DescribeTopicPartitionsResponsePartition, Cursor.
    """

    API_KEY = 75
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    """How long a quota holds this client back, in ms, 0 for not at all; the client does the waiting (KIP-219)."""
    topics: list[DescribeTopicPartitionsResponseTopic] = field(default_factory=list)
    """Topics with their partitions."""
    next_cursor: Cursor | None = None
    """Where the next request has to go on, null if all was said."""
    unknown_tags: dict[int, bytes] | None = None
