"""DescribeTopicPartitions: v0 (KIP-966), page by page. With one replica there are no eligible leaders beside it."""

from __future__ import annotations

from collections.abc import Iterator

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.log.topic_names import topic_name_fault
from kafkawire.broker.metadata.topics import INTERNAL, Topic
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DescribeTopicPartitionsRequest, DescribeTopicPartitionsResponse
from kafkawire.messages.describe_topic_partitions_response import (
    Cursor,
    DescribeTopicPartitionsResponsePartition,
    DescribeTopicPartitionsResponseTopic,
)

__all__ = ["describe_topic_partitions"]

_MOST = 2000  # Kafka: max.request.partition.size.limit
_OPERATIONS = sum(1 << n for n in (3, 4, 5, 6, 7, 8, 10, 11))  # bit n stands for ACL operation n


@handles(ApiKey.DESCRIBE_TOPIC_PARTITIONS, versions=range(1))
async def describe_topic_partitions(
    ctx: Context, request: DescribeTopicPartitionsRequest
) -> DescribeTopicPartitionsResponse:
    """Tell about topics in the order of their names, so many partitions at a time, and where the next page begins."""
    room = max(min(request.response_partition_limit, _MOST), 1)
    names = [topic.name for topic in request.topics]
    cursor = request.cursor
    if cursor is not None and (cursor.partition_index < 0 or (names and cursor.topic_name not in names)):
        return DescribeTopicPartitionsResponse(
            topics=[
                DescribeTopicPartitionsResponseTopic(error_code=ErrorCode.INVALID_REQUEST, name=name) for name in names
            ]
        )
    response = DescribeTopicPartitionsResponse()
    hidden = []
    async for name, first in ctx.paced(_topic_partitions(ctx, request)):
        if not ctx.allows(Operation.DESCRIBE, ResourceType.TOPIC, name):
            hidden.append(name)
            continue
        topic = ctx.topics.get(name)
        if topic is not None and not room:
            response.next_cursor = Cursor(topic_name=name, partition_index=first)
            break
        found = _topic(ctx, name, topic, first, room)
        response.topics.append(found)
        room -= len(found.partitions)
        if topic is not None and first + len(found.partitions) < topic.partitions:
            response.next_cursor = Cursor(topic_name=name, partition_index=first + len(found.partitions))
            break
    for name in hidden if names else ():
        response.topics.append(
            DescribeTopicPartitionsResponseTopic(error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED, name=name)
        )
    return response


def _topic_partitions(ctx: Context, request: DescribeTopicPartitionsRequest) -> Iterator[tuple[str, int]]:
    """Each topic with the partition to begin at."""
    names = sorted({topic.name for topic in request.topics} or {topic.name for topic in ctx.topics})
    cursor = request.cursor
    for name in names:
        if cursor is None or name >= cursor.topic_name:
            yield name, cursor.partition_index if cursor is not None and name == cursor.topic_name else 0


def _topic(ctx: Context, name: str, topic: Topic | None, first: int, room: int) -> DescribeTopicPartitionsResponseTopic:
    operations = ctx.allowed_operations(_OPERATIONS, ResourceType.TOPIC, name)
    if topic is None:
        code = ErrorCode.INVALID_TOPIC_EXCEPTION if topic_name_fault(name) else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        return DescribeTopicPartitionsResponseTopic(
            error_code=code, name=name, is_internal=name in INTERNAL, topic_authorized_operations=operations
        )
    return DescribeTopicPartitionsResponseTopic(
        name=name,
        topic_id=topic.topic_id,
        is_internal=topic.is_internal,
        partitions=[_partition(ctx, topic, n) for n in range(first, min(topic.partitions, first + room))],
        topic_authorized_operations=operations,
    )


def _partition(ctx: Context, topic: Topic, number: int) -> DescribeTopicPartitionsResponsePartition:
    node = [ctx.node.config.node_id]
    log = topic.logs.get(number)
    if log is None:  # its directory could not be made or opened
        return DescribeTopicPartitionsResponsePartition(
            error_code=ErrorCode.LEADER_NOT_AVAILABLE,
            partition_index=number,
            leader_id=-1,
            replica_nodes=node,
            offline_replicas=node,
        )
    return DescribeTopicPartitionsResponsePartition(
        partition_index=number,
        leader_id=node[0],
        leader_epoch=log.leader_epoch,
        replica_nodes=node,
        isr_nodes=node,
        eligible_leader_replicas=[],
        last_known_elr=[],
    )
