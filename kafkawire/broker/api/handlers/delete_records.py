"""DeleteRecords: v0-2."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.metadata.topics import INTERNAL
from kafkawire.broker.security.authorizer import Operation
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DeleteRecordsRequest, DeleteRecordsResponse
from kafkawire.messages.delete_records_response import DeleteRecordsPartitionResult, DeleteRecordsTopicResult
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["delete_records"]

_LOG = RateLimitedLogger("kafkawire.broker")
_TO_THE_END = -1


@handles(ApiKey.DELETE_RECORDS, versions=range(3))
async def delete_records(ctx: Context, request: DeleteRecordsRequest) -> DeleteRecordsResponse:
    """Move the log start offset of each partition up."""
    denied = await ctx.denied(Operation.DELETE, (topic.name for topic in request.topics))
    topics = [
        DeleteRecordsTopicResult(
            name=topic.name, partitions=[_denied(part.partition_index) for part in topic.partitions]
        )
        if topic.name in denied
        else DeleteRecordsTopicResult(
            name=topic.name,
            partitions=[
                _delete(ctx, topic.name, part.partition_index, part.offset)
                async for part in ctx.paced(topic.partitions)
            ],
        )
        async for topic in ctx.paced(request.topics)
    ]
    try:
        ctx.node.directory.checkpoint(ctx.node.reconciler.logs())
    except OSError as exc:
        _LOG.error("log start offsets cannot be kept: %s", exc)
        for result in (part for topic in topics for part in topic.partitions):
            result.error_code = result.error_code or ErrorCode.KAFKA_STORAGE_ERROR
    return DeleteRecordsResponse(topics=topics)


def _denied(partition: int) -> DeleteRecordsPartitionResult:
    return DeleteRecordsPartitionResult(
        partition_index=partition, low_watermark=-1, error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED
    )


def _delete(ctx: Context, topic: str, partition: int, offset: int) -> DeleteRecordsPartitionResult:
    log = ctx.log(topic, partition)
    result = DeleteRecordsPartitionResult(partition_index=partition, low_watermark=-1)
    if log is None:
        result.error_code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        return result
    if topic in INTERNAL:
        result.error_code = ErrorCode.INVALID_TOPIC_EXCEPTION
        return result
    if not log.config.deletes_old:  # what is compacted away is not to be cut off from below
        result.error_code = ErrorCode.POLICY_VIOLATION
        return result
    offset = log.high_watermark if offset == _TO_THE_END else offset
    if not 0 <= offset <= log.high_watermark:
        result.error_code = ErrorCode.OFFSET_OUT_OF_RANGE
        return result
    log.delete_before(offset)
    result.low_watermark = log.log_start_offset
    return result
