"""OffsetForLeaderEpoch: v0-4."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.log.epochs import epoch_error
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.messages import OffsetForLeaderEpochRequest, OffsetForLeaderEpochResponse
from kafkawire.messages.offset_for_leader_epoch_request import OffsetForLeaderPartition
from kafkawire.messages.offset_for_leader_epoch_response import EpochEndOffset, OffsetForLeaderTopicResult

__all__ = ["offset_for_leader_epoch"]


@handles(ApiKey.OFFSET_FOR_LEADER_EPOCH, versions=range(5))
async def offset_for_leader_epoch(ctx: Context, request: OffsetForLeaderEpochRequest) -> OffsetForLeaderEpochResponse:
    """Tell where an epoch ended, so that a consumer notices if what it read is no longer there (KIP-320)."""
    is_broker = ctx.allows(Operation.CLUSTER_ACTION, ResourceType.CLUSTER)
    denied = set() if is_broker else await ctx.denied(Operation.DESCRIBE, (topic.topic for topic in request.topics))
    return OffsetForLeaderEpochResponse(
        topics=[
            OffsetForLeaderTopicResult(
                topic=topic.topic,
                partitions=[_end(ctx, topic.topic, part, denied) async for part in ctx.paced(topic.partitions)],
            )
            async for topic in ctx.paced(request.topics)
        ]
    )


def _end(ctx: Context, topic: str, part: OffsetForLeaderPartition, denied: set[str]) -> EpochEndOffset:
    if topic in denied:
        return EpochEndOffset(error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED, partition=part.partition)
    log = ctx.log(topic, part.partition)
    if log is None:
        return EpochEndOffset(error_code=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, partition=part.partition)
    error = epoch_error(log.leader_epoch, part.current_leader_epoch)
    if error is not ErrorCode.NONE:
        return EpochEndOffset(error_code=error, partition=part.partition)
    epoch, end = log.end_of_epoch(part.leader_epoch)
    return EpochEndOffset(partition=part.partition, leader_epoch=epoch, end_offset=end)
