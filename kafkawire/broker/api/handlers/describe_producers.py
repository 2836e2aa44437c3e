"""DescribeProducers: v0 (KIP-664)."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.log.topic_names import topic_name_fault
from kafkawire.broker.security.authorizer import Operation
from kafkawire.error_code import ErrorCode
from kafkawire.messages import DescribeProducersRequest, DescribeProducersResponse
from kafkawire.messages.describe_producers_response import PartitionResponse, ProducerState, TopicResponse

__all__ = ["describe_producers"]

_DENIED = "Topic authorization failed."
_NOT_HERE = "This server does not host this topic-partition."


@handles(ApiKey.DESCRIBE_PRODUCERS, versions=range(1))
async def describe_producers(ctx: Context, request: DescribeProducersRequest) -> DescribeProducersResponse:
    """Tell which producers each partition remembers."""
    denied = await ctx.denied(Operation.READ, (topic.name for topic in request.topics))
    return DescribeProducersResponse(
        topics=[
            TopicResponse(
                name=topic.name,
                partitions=[_partition(ctx, topic.name, n, denied) async for n in ctx.paced(topic.partition_indexes)],
            )
            async for topic in ctx.paced(request.topics)
        ]
    )


def _partition(ctx: Context, topic: str, number: int, denied: set[str]) -> PartitionResponse:
    log = ctx.log(topic, number) if topic not in denied else None
    if log is None:
        error, reason = _absence(ctx, topic, denied)
        return PartitionResponse(partition_index=number, error_code=error, error_message=reason)
    return PartitionResponse(
        partition_index=number,
        active_producers=[
            ProducerState(
                producer_id=entry.producer_id,
                producer_epoch=entry.epoch,
                last_sequence=entry.last_sequence,
                last_timestamp=entry.timestamp,
                coordinator_epoch=entry.coordinator_epoch,
                current_txn_start_offset=entry.current_txn_first_offset,
            )
            for entry in log.producers.entries()
        ],
    )


def _absence(ctx: Context, topic: str, denied: set[str]) -> tuple[ErrorCode, str | None]:
    fault = topic_name_fault(topic)
    if fault:
        return ErrorCode.INVALID_TOPIC_EXCEPTION, fault
    if topic in denied:
        return ErrorCode.TOPIC_AUTHORIZATION_FAILED, _DENIED
    return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, None if ctx.topics.get(topic) else _NOT_HERE
