"""OffsetDelete: v0."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.groups.classic import State
from kafkawire.broker.groups.consumer_protocol import CONSUMER_PROTOCOL
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import OffsetDeleteRequest, OffsetDeleteResponse
from kafkawire.messages.offset_delete_request import OffsetDeleteRequestTopic
from kafkawire.messages.offset_delete_response import OffsetDeleteResponsePartition, OffsetDeleteResponseTopic

__all__ = ["offset_delete"]

_TOLD_FIRST = ErrorCode.TOPIC_AUTHORIZATION_FAILED, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


@handles(ApiKey.OFFSET_DELETE, versions=range(1))
async def offset_delete(ctx: Context, request: OffsetDeleteRequest) -> OffsetDeleteResponse:
    """Forget how far a group has read topics that it does not read any more."""
    if not ctx.allows(Operation.DELETE, ResourceType.GROUP, request.group_id):
        return OffsetDeleteResponse(error_code=ErrorCode.GROUP_AUTHORIZATION_FAILED)
    found = [_checked(ctx, request.group_id, topic) async for topic in ctx.paced(request.topics)]
    refusal = _refusal(ctx, request.group_id)
    if refusal is not ErrorCode.NONE:
        return OffsetDeleteResponse(error_code=refusal)
    places = [(topic.name, part.partition_index) for topic in found for part in topic.partitions if not part.error_code]
    failure = ctx.groups.delete_offsets(request.group_id, places)
    if failure is not ErrorCode.NONE:
        return OffsetDeleteResponse(error_code=failure)
    # Kafka puts the topics first that may not be read, or of which it found something not to exist.
    found.sort(key=lambda topic: all(part.error_code not in _TOLD_FIRST for part in topic.partitions))
    return OffsetDeleteResponse(topics=found)


def _refusal(ctx: Context, group_id: str) -> ErrorCode:
    if not group_id:
        return ErrorCode.INVALID_GROUP_ID
    if group_id in ctx.groups.consumer_groups:
        return ErrorCode.NONE
    group = ctx.groups.get(group_id)
    if group is None:
        return ErrorCode.GROUP_ID_NOT_FOUND
    # Only of a consumer group can be told what it reads.
    is_opaque = group.state is not State.EMPTY and group.protocol_type != CONSUMER_PROTOCOL
    return ErrorCode.NON_EMPTY_GROUP if is_opaque else ErrorCode.NONE


def _checked(ctx: Context, group_id: str, wanted: OffsetDeleteRequestTopic) -> OffsetDeleteResponseTopic:
    if not ctx.allows(Operation.READ, ResourceType.TOPIC, wanted.name):
        denied = ErrorCode.TOPIC_AUTHORIZATION_FAILED
        parts = [
            OffsetDeleteResponsePartition(partition_index=part.partition_index, error_code=denied)
            for part in wanted.partitions
        ]
        return OffsetDeleteResponseTopic(name=wanted.name, partitions=parts)
    topic = ctx.topics.get(wanted.name)
    logs = topic.logs if topic is not None else {}
    error = ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC if ctx.groups.subscribes_to(group_id, wanted.name) else ErrorCode.NONE
    unknown = [part.partition_index for part in wanted.partitions if part.partition_index not in logs]
    known = [part.partition_index for part in wanted.partitions if part.partition_index in logs]
    parts = [
        OffsetDeleteResponsePartition(partition_index=index, error_code=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        for index in unknown
    ]
    return OffsetDeleteResponseTopic(
        name=wanted.name,
        partitions=parts + [OffsetDeleteResponsePartition(partition_index=n, error_code=error) for n in known],
    )
