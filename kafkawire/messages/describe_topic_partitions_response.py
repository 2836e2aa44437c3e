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
    partition_index: int = 0
    leader_id: int = 0
    leader_epoch: int = -1
    replica_nodes: Sequence[int] = ()
    isr_nodes: Sequence[int] = ()
    eligible_leader_replicas: Sequence[int] | None = None
    last_known_elr: Sequence[int] | None = None
    offline_replicas: Sequence[int] = ()
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeTopicPartitionsResponseTopic(Struct):
    """Part of DescribeTopicPartitionsResponse."""

    error_code: int = 0
    name: str | None = ""
    topic_id: UUID = ZERO_UUID
    is_internal: bool = False
    partitions: list[DescribeTopicPartitionsResponsePartition] = field(default_factory=list)
    topic_authorized_operations: int = -2147483648
    unknown_tags: dict[int, bytes] | None = None


@slotted
class Cursor(Struct):
    """Part of DescribeTopicPartitionsResponse."""

    topic_name: str = ""
    partition_index: int = 0
    unknown_tags: dict[int, bytes] | None = None


@slotted
class DescribeTopicPartitionsResponse(Response):
    """Response of DESCRIBE_TOPIC_PARTITIONS (75). Version 0, flexible from 0.

    Its structs, in this module: DescribeTopicPartitionsResponseTopic, DescribeTopicPartitionsResponsePartition, Cursor.
    """

    API_KEY = 75
    VERSIONS = range(0, 1)
    FLEXIBLE_VERSIONS = range(0, 1)
    LATEST_STABLE_VERSION = 0

    throttle_time_ms: int = 0
    topics: list[DescribeTopicPartitionsResponseTopic] = field(default_factory=list)
    next_cursor: Cursor | None = None
    unknown_tags: dict[int, bytes] | None = None
