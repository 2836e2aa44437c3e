"""DeleteShareGroupOffsets: v0 (KIP-932)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from uuid import UUID

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.share.partitions import NOT_HOSTED
from kafkawire.broker.share.records import StateKey
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DeleteShareGroupOffsetsRequest, DeleteShareGroupOffsetsResponse
from kafkawire.messages.delete_share_group_offsets_response import DeleteShareGroupOffsetsResponseTopic

__all__ = ["delete_share_group_offsets"]


@handles(ApiKey.DELETE_SHARE_GROUP_OFFSETS, versions=range(1))
async def delete_share_group_offsets(
    ctx: Context, request: DeleteShareGroupOffsetsRequest
) -> DeleteShareGroupOffsetsResponse:
    """Let a group that has no members forget where it stood in topics."""
    if not ctx.allows(Operation.DELETE, ResourceType.GROUP, request.group_id):
        return DeleteShareGroupOffsetsResponse(error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED)
    known: defaultdict[UUID, list[StateKey]] = defaultdict(list)
    for key in ctx.node.share.partitions.of_group(request.group_id):
        known[key.topic_id].append(key)
    topics = [_topic(ctx, topic.topic_name, known) async for topic in ctx.paced(request.topics)]
    gone = {topic.topic_id for topic in topics if not topic.error_code}
    try:
        ctx.node.share.forget_offsets(request.group_id, [key for topic_id in gone for key in known[topic_id]])
    except Refusal as exc:
        return DeleteShareGroupOffsetsResponse(error_code=exc.code, error_message=exc.reason)
    return DeleteShareGroupOffsetsResponse(responses=topics)


def _topic(ctx: Context, name: str, known: Container[UUID]) -> DeleteShareGroupOffsetsResponseTopic:
    topic = ctx.topics.get(name)
    if not ctx.allows(Operation.READ, ResourceType.TOPIC, name):
        return DeleteShareGroupOffsetsResponseTopic(topic_name=name, error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED)
    if topic is None:
        return _unknown(name, NOT_HOSTED)
    if topic.topic_id not in known:
        return _unknown(name, "There is no offset information to delete.")
    return DeleteShareGroupOffsetsResponseTopic(topic_name=name, topic_id=topic.topic_id)


def _unknown(name: str, reason: str) -> DeleteShareGroupOffsetsResponseTopic:
    unknown = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    return DeleteShareGroupOffsetsResponseTopic(topic_name=name, error_code=unknown, error_message=reason)
