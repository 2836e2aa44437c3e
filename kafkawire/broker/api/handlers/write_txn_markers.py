"""WriteTxnMarkers: v0-2. It is for other brokers, and for admin tools that end what no coordinator knows any more."""

from __future__ import annotations

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.broker.transactions.state import TODAY, Partition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.messages import WriteTxnMarkersRequest, WriteTxnMarkersResponse
from kafkawire.messages.write_txn_markers_request import WritableTxnMarker
from kafkawire.messages.write_txn_markers_response import (
    WritableTxnMarkerPartitionResult,
    WritableTxnMarkerResult,
    WritableTxnMarkerTopicResult,
)
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["write_txn_markers"]

_LOG = RateLimitedLogger("kafkawire.broker.transactions")


@handles(ApiKey.WRITE_TXN_MARKERS, versions=range(3))
async def write_txn_markers(ctx: Context, request: WriteTxnMarkersRequest) -> WriteTxnMarkersResponse:
    """Write each marker to each of its partitions."""
    refusal = _refusal(ctx, request)
    return WriteTxnMarkersResponse(
        markers=[
            WritableTxnMarkerResult(
                producer_id=marker.producer_id,
                topics=[
                    WritableTxnMarkerTopicResult(
                        name=topic.name,
                        partitions=[
                            WritableTxnMarkerPartitionResult(
                                partition_index=number, error_code=refusal or _write(ctx, marker, (topic.name, number))
                            )
                            async for number in ctx.paced(topic.partition_indexes)
                        ],
                    )
                    for topic in marker.topics
                ],
            )
            for marker in request.markers
        ]
    )


def _refusal(ctx: Context, request: WriteTxnMarkersRequest) -> ErrorCode:
    """What speaks against all of it. Apache Kafka trips over producers without a number, or an epoch."""
    may_alter = ctx.allows(Operation.ALTER, ResourceType.CLUSTER)
    if not may_alter and not ctx.allows(Operation.CLUSTER_ACTION, ResourceType.CLUSTER):
        return ErrorCode.CLUSTER_AUTHORIZATION_FAILED
    odd = [marker for marker in request.markers if min(marker.producer_id, marker.producer_epoch) < 0]
    is_odd = any(ctx.log(topic.name, n) for marker in odd for topic in marker.topics for n in topic.partition_indexes)
    return ErrorCode.UNKNOWN_SERVER_ERROR if is_odd else ErrorCode.NONE


def _write(ctx: Context, marker: WritableTxnMarker, place: Partition) -> int:
    try:
        is_there = ctx.node.markers.write(
            place,
            (marker.producer_id, marker.producer_epoch),
            marker.coordinator_epoch,
            is_commit=marker.transaction_result,
            is_new_epoch=marker.transaction_version >= TODAY,
        )
    except KafkaError as exc:
        return exc.code
    except OSError as exc:
        _LOG.error("%s-%d cannot be written: %s", *place, exc)
        return ErrorCode.KAFKA_STORAGE_ERROR
    return ErrorCode.NONE if is_there else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
