"""DescribeShareGroupOffsets: v0-1 (KIP-932). How far a group is behind from v1."""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.share.records import StateKey
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DescribeShareGroupOffsetsRequest, DescribeShareGroupOffsetsResponse
from kafkawire.messages.describe_share_group_offsets_request import DescribeShareGroupOffsetsRequestGroup as Asked
from kafkawire.messages.describe_share_group_offsets_response import (
    DescribeShareGroupOffsetsResponseGroup as DescribedGroup,
)
from kafkawire.messages.describe_share_group_offsets_response import (
    DescribeShareGroupOffsetsResponsePartition as DescribedPartition,
)
from kafkawire.messages.describe_share_group_offsets_response import (
    DescribeShareGroupOffsetsResponseTopic as DescribedTopic,
)

__all__ = ["describe_share_group_offsets"]

_TELLS_LAG = 1
_UNKNOWN = -1


@handles(ApiKey.DESCRIBE_SHARE_GROUP_OFFSETS, versions=range(2))
async def describe_share_group_offsets(
    ctx: Context, request: DescribeShareGroupOffsetsRequest
) -> DescribeShareGroupOffsetsResponse:
    """Tell where each group stands in the partitions that are asked for, or in all that it shares."""
    return DescribeShareGroupOffsetsResponse(
        groups=[await _group(ctx, asked) async for asked in ctx.paced(request.groups)]
    )


async def _group(ctx: Context, asked: Asked) -> DescribedGroup:
    if not ctx.allows(Operation.DESCRIBE, ResourceType.GROUP, asked.group_id):
        return DescribedGroup(group_id=asked.group_id, error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED)
    return DescribedGroup(
        group_id=asked.group_id,
        topics=[await _topic(ctx, asked.group_id, *each) async for each in ctx.paced(_wanted(ctx, asked))],
    )


def _wanted(ctx: Context, asked: Asked) -> Iterable[tuple[str, Iterable[int]]]:
    if asked.topics is not None:  # Kafka looks up their states, whether or not there is such a group
        return [(topic.topic_name, topic.partitions) for topic in asked.topics]
    try:
        group = ctx.node.share.get(asked.group_id)
    except Refusal:  # Kafka has nothing to say of it, and no error
        return []
    shared = [(topic.name, sorted(topic.partitions)) for topic in group.state.topics.values()]
    return [(name, all_) for name, all_ in shared if ctx.allows(Operation.DESCRIBE, ResourceType.TOPIC, name)]


async def _topic(ctx: Context, group_id: str, name: str, indexes: Iterable[int]) -> DescribedTopic:
    topic = ctx.topics.get(name)
    if not ctx.allows(Operation.DESCRIBE, ResourceType.TOPIC, name):
        return DescribedTopic(
            topic_name=name, partitions=[_failed(n, ErrorCode.TOPIC_AUTHORIZATION_FAILED) for n in indexes]
        )
    if topic is None:  # to Kafka a partition like any other that the group has not come to
        return DescribedTopic(
            topic_name=name, partitions=[DescribedPartition(partition_index=n, start_offset=_UNKNOWN) for n in indexes]
        )
    keys = [StateKey(group_id, topic.topic_id, index) for index in indexes]
    return DescribedTopic(
        topic_name=name, topic_id=topic.topic_id, partitions=[_partition(ctx, key) async for key in ctx.paced(keys)]
    )


def _failed(index: int, error: ErrorCode) -> DescribedPartition:
    return DescribedPartition(partition_index=index, start_offset=_UNKNOWN, error_code=error)


def _partition(ctx: Context, key: StateKey) -> DescribedPartition:
    saved, log = ctx.node.share.store.saved.get(key), ctx.node.share.partitions.log(key)
    if saved is None or log is None or saved.start < 0:
        return DescribedPartition(partition_index=key.partition, start_offset=_UNKNOWN)
    described = DescribedPartition(
        partition_index=key.partition, start_offset=saved.start, leader_epoch=log.leader_epoch
    )
    if ctx.version >= _TELLS_LAG and saved.complete >= 0:
        described.lag = max(log.high_watermark - max(saved.start, log.log_start_offset) - saved.complete, 0)
    return described
