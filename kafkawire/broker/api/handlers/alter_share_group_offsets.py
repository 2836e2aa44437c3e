"""AlterShareGroupOffsets: v0 (KIP-932)."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.handlers.share_group_heartbeat import make_place
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.share.partitions import NOT_HOSTED
from kafkawire.broker.share.records import StateKey
from kafkawire.error_code import ErrorCode
from kafkawire.messages import AlterShareGroupOffsetsRequest, AlterShareGroupOffsetsResponse
from kafkawire.messages.alter_share_group_offsets_request import AlterShareGroupOffsetsRequestTopic
from kafkawire.messages.alter_share_group_offsets_response import (
    AlterShareGroupOffsetsResponsePartition,
    AlterShareGroupOffsetsResponseTopic,
)

__all__ = ["alter_share_group_offsets"]


@handles(ApiKey.ALTER_SHARE_GROUP_OFFSETS, versions=range(1))
async def alter_share_group_offsets(
    ctx: Context, request: AlterShareGroupOffsetsRequest
) -> AlterShareGroupOffsetsResponse:
    """Let a group that has no members go on at other offsets."""
    if not ctx.allows(Operation.READ, ResourceType.GROUP, request.group_id):
        return AlterShareGroupOffsetsResponse(error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED)
    offsets: dict[StateKey, int] = {}
    topics = [await _topic(ctx, request.group_id, topic, offsets) for topic in request.topics]
    try:
        make_place(ctx)
        ctx.node.share.start(request.group_id, offsets)
    except Refusal as exc:
        return AlterShareGroupOffsetsResponse(error_code=exc.code, error_message=exc.reason)
    return AlterShareGroupOffsetsResponse(responses=topics)


async def _topic(
    ctx: Context, group_id: str, asked: AlterShareGroupOffsetsRequestTopic, offsets: dict[StateKey, int]
) -> AlterShareGroupOffsetsResponseTopic:
    answer = AlterShareGroupOffsetsResponseTopic(topic_name=asked.topic_name)
    topic = ctx.topics.get(asked.topic_name)
    may_read = ctx.allows(Operation.READ, ResourceType.TOPIC, asked.topic_name)
    answer.topic_id = topic.topic_id if topic is not None and may_read else answer.topic_id
    async for part in ctx.paced(asked.partitions):
        error, reason = ErrorCode.NONE, None
        if not may_read:
            error = ErrorCode.TOPIC_AUTHORIZATION_FAILED
        elif topic is None or part.partition_index not in topic.logs:
            error, reason = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, NOT_HOSTED
        else:
            offsets[StateKey(group_id, topic.topic_id, part.partition_index)] = part.start_offset
        answer.partitions.append(
            AlterShareGroupOffsetsResponsePartition(
                partition_index=part.partition_index, error_code=error, error_message=reason
            )
        )
    return answer
