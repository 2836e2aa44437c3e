"""ListOffsets v0-11 and OffsetForLeaderEpoch v0-4.

ListOffsets: earliest, latest, largest timestamp, by timestamp; there is no tiered storage to ask for.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.fetch_reader import READ_COMMITTED
from kafkawire.broker.log.by_time import first_in_batch
from kafkawire.broker.log.epochs import epoch_error
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaWireError
from kafkawire.messages import (
    ListOffsetsRequest,
    ListOffsetsResponse,
    OffsetForLeaderEpochRequest,
    OffsetForLeaderEpochResponse,
)
from kafkawire.messages.list_offsets_request import ListOffsetsPartition, ListOffsetsTopic
from kafkawire.messages.list_offsets_response import ListOffsetsPartitionResponse, ListOffsetsTopicResponse
from kafkawire.messages.offset_for_leader_epoch_request import OffsetForLeaderPartition
from kafkawire.messages.offset_for_leader_epoch_response import EpochEndOffset, OffsetForLeaderTopicResult
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["list_offsets", "offset_for_leader_epoch", "offsets_before"]

_LOG = RateLimitedLogger("kafkawire.broker")
_LATEST, _EARLIEST, _MAX_TIMESTAMP, _EARLIEST_LOCAL, _LATEST_TIERED, _EARLIEST_PENDING_UPLOAD = -1, -2, -3, -4, -5, -6
_FIRST_VERSION = {
    _LATEST: 0,
    _EARLIEST: 0,
    _MAX_TIMESTAMP: 7,
    _EARLIEST_LOCAL: 8,
    _LATEST_TIERED: 9,
    _EARLIEST_PENDING_UPLOAD: 11,
}
_NEVER = 1 << 15
_NOWHERE = (-1, -1)
_CONSUMER = -1
_HAS_EPOCH = 4
_SMALL = 128 * 1024


@handles(ApiKey.LIST_OFFSETS, versions=range(12))
async def list_offsets(ctx: Context, request: ListOffsetsRequest) -> ListOffsetsResponse:
    """Find an offset of each partition by what the client knows about it."""
    is_committed = request.isolation_level == READ_COMMITTED and request.replica_id == _CONSUMER
    response = ListOffsetsResponse()
    denied = await ctx.denied(Operation.DESCRIBE, (topic.name for topic in request.topics))
    async for topic in ctx.paced(request.topics):
        if topic.name in denied:
            parts = [_denied(part) for part in topic.partitions]
        elif ctx.version:
            parts = await _partitions(ctx, topic, is_committed=is_committed)
        else:
            parts = [
                _by_segments(ctx, topic.name, part, request.replica_id) async for part in ctx.paced(topic.partitions)
            ]
        response.topics.append(ListOffsetsTopicResponse(name=topic.name, partitions=parts))
    return response


def _denied(part: ListOffsetsPartition) -> ListOffsetsPartitionResponse:
    return ListOffsetsPartitionResponse(
        partition_index=part.partition_index, error_code=ErrorCode.TOPIC_AUTHORIZATION_FAILED
    )


async def _partitions(
    ctx: Context, topic: ListOffsetsTopic, *, is_committed: bool
) -> list[ListOffsetsPartitionResponse]:
    """One answer for each partition; that to one which is named twice is an error."""
    asked = Counter(part.partition_index for part in topic.partitions)
    return [
        ListOffsetsPartitionResponse(partition_index=part.partition_index, error_code=ErrorCode.INVALID_REQUEST)
        if asked[part.partition_index] > 1
        else await _partition(ctx, topic.name, part, is_committed=is_committed)
        async for part in ctx.paced({part.partition_index: part for part in topic.partitions}.values())
    ]


async def _partition(
    ctx: Context, topic: str, part: ListOffsetsPartition, *, is_committed: bool
) -> ListOffsetsPartitionResponse:
    result = ListOffsetsPartitionResponse(partition_index=part.partition_index)
    if part.timestamp < 0 and ctx.version < _FIRST_VERSION.get(part.timestamp, _NEVER):
        result.error_code = ErrorCode.UNSUPPORTED_VERSION
        return result
    log = ctx.log(topic, part.partition_index)
    if log is None:
        result.error_code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        return result
    result.error_code = epoch_error(log.leader_epoch, part.current_leader_epoch)
    if result.error_code:
        return result
    try:
        end = log.last_stable_offset() if is_committed else log.high_watermark
        result.timestamp, result.offset = await _find(ctx, log, part.timestamp, end)
    except OSError as exc:
        _LOG.error("%s cannot be read: %s", log.directory, exc)
        result.error_code = ErrorCode.KAFKA_STORAGE_ERROR
    except KafkaWireError as exc:
        _LOG.error("%s: %s", log.directory, exc)
        result.error_code = ErrorCode.CORRUPT_MESSAGE
    if result.offset >= 0 and ctx.version >= _HAS_EPOCH:
        is_end = part.timestamp == _LATEST
        result.leader_epoch = log.leader_epoch if is_end else log.epoch_at(result.offset)
    return result


def _by_segments(ctx: Context, topic: str, part: ListOffsetsPartition, replica_id: int) -> ListOffsetsPartitionResponse:
    result = ListOffsetsPartitionResponse(partition_index=part.partition_index)
    if part.timestamp < 0 and _FIRST_VERSION.get(part.timestamp, _NEVER) > 0:
        result.error_code = ErrorCode.UNSUPPORTED_VERSION
        return result
    log = ctx.log(topic, part.partition_index)
    if log is None:
        result.error_code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        return result
    try:
        result.old_style_offsets = offsets_before(
            log,
            part.timestamp,
            part.max_num_offsets,
            ctx.node.clock.time_ms(),
            by_consumer=replica_id == _CONSUMER,
        )
    except OSError as exc:
        _LOG.error("%s cannot be read: %s", log.directory, exc)
        result.error_code = ErrorCode.KAFKA_STORAGE_ERROR
    return result


async def _find(ctx: Context, log: PartitionLog, wanted: int, end: int) -> tuple[int, int]:
    """Timestamp and offset; what is found by time counts only if it lies before `end`."""
    if wanted == _LATEST:
        return -1, end
    if wanted in (_EARLIEST, _EARLIEST_LOCAL):
        return -1, log.log_start_offset
    if wanted in (_LATEST_TIERED, _EARLIEST_PENDING_UPLOAD):
        return _NOWHERE
    if wanted == _MAX_TIMESTAMP:
        wanted = log.segments.largest_timestamp()
    found = (await _first_since(ctx, log, wanted) if wanted >= 0 else None) or _NOWHERE
    return found if found[1] < end else _NOWHERE


async def _first_since(ctx: Context, log: PartitionLog, timestamp: int) -> tuple[int, int] | None:
    """Timestamp and offset of the first record of that time (ms) or later; a batch may expand to anything."""
    for header, stored in log.segments.batches_since(timestamp):
        look = partial(first_in_batch, stored.read(), timestamp, log.log_start_offset)
        found = await ctx.node.bulk_work.do(look) if header.codec or header.size > _SMALL else look()
        if found is not None:
            return found
    return None


def offsets_before(log: PartitionLog, timestamp: int, most: int, now_ms: int, *, by_consumer: bool) -> list[int]:
    """What version 0 tells: where segments start, largest first, those that are complete at `timestamp` (ms).

    Apache Kafka goes by the time at which a file was last written, we by its largest timestamp.
    """
    points = [(max(segment.base_offset, log.log_start_offset), segment) for segment in log.segments]
    starts = [(offset, segment.largest_timestamp() if _is_time(timestamp) else 0) for offset, segment in points]
    if points[-1][1].size:
        starts.append((log.end_offset, now_ms))
    found = sorted((offset for offset, _ in _until(starts, timestamp)[::-1][: max(most, 0)]), reverse=True)
    return _visible(found, log.high_watermark) if by_consumer else found


def _is_time(timestamp: int) -> bool:
    return timestamp not in (_LATEST, _EARLIEST)


def _until(starts: list[tuple[int, int]], timestamp: int) -> list[tuple[int, int]]:
    """Up to the last one that is not younger than `timestamp`."""
    if timestamp == _LATEST:
        return starts
    if timestamp == _EARLIEST:
        return starts[:1]
    old_enough = [number for number, (_, modified) in enumerate(starts) if modified <= timestamp]
    return starts[: old_enough[-1] + 1] if old_enough else []


def _visible(offsets: list[int], high_watermark: int) -> list[int]:
    below = [offset for offset in offsets if offset <= high_watermark]
    return below if len(below) == len(offsets) else [high_watermark, *below]


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
