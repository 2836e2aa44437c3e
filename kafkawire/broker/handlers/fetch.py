"""Fetch: v0-18. Long poll; topic ids from v13; converted down for v0-3. No fetch sessions, no aborted transactions."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass, field

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.leadership import epoch_error
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.topics import Topic
from kafkawire.broker.wakeups import Watch
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError, UnsupportedCodec
from kafkawire.messages import FetchRequest, FetchResponse
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.messages.fetch_response import FetchableTopicResponse, PartitionData

__all__ = ["fetch"]

_LOG = logging.getLogger("kafkawire.broker")
_BY_ID = 13
_MAGIC_1, _MAGIC_2 = 2, 4  # the versions from which on clients read these formats
_READ_COMMITTED = 1


@dataclass(slots=True)
class _Gathered:
    """An answer as far as it goes, and whether it is worth sending before its time."""

    response: FetchResponse
    logs: list[PartitionLog] = field(default_factory=list)
    size: int = 0
    has_error: bool = False


@handles(ApiKey.FETCH, versions=range(19))
def fetch(ctx: Context, request: FetchRequest) -> FetchResponse | Awaitable[FetchResponse]:
    """Read each partition from an offset on; wait for `min_bytes`, but not longer than `max_wait_ms`."""
    if request.session_id != 0:
        return FetchResponse(error_code=ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
    gathered = _gather(ctx, request)
    if _is_enough(gathered, request) or request.max_wait_ms <= 0:
        return gathered.response
    return _wait(ctx, request, Watch(ctx.node.wakeups, gathered.logs))


async def _wait(ctx: Context, request: FetchRequest, watch: Watch) -> FetchResponse:
    with watch:
        deadline = ctx.now() + request.max_wait_ms / 1000
        while (left := deadline - ctx.now()) > 0:
            await watch.wait(left)
            gathered = _gather(ctx, request)
            if _is_enough(gathered, request):
                return gathered.response
        return _gather(ctx, request).response


def _is_enough(gathered: _Gathered, request: FetchRequest) -> bool:
    return gathered.has_error or gathered.size >= request.min_bytes or not gathered.logs


def _gather(ctx: Context, request: FetchRequest) -> _Gathered:
    gathered = _Gathered(FetchResponse())
    limit = min(request.max_bytes, ctx.node.config.fetch_max_bytes)
    for asked, topic in _topics(ctx, request):
        result = FetchableTopicResponse(asked.topic, asked.topic_id)
        for part in asked.partitions:
            result.partitions.append(_partition(ctx, request, topic, part, gathered, limit - gathered.size))
        gathered.response.responses.append(result)
    return gathered


def _topics(ctx: Context, request: FetchRequest) -> Iterator[tuple[FetchTopic, Topic | None]]:
    for asked in request.topics:
        yield asked, ctx.topics.by_id(asked.topic_id) if ctx.version >= _BY_ID else ctx.topics.get(asked.topic)


def _partition(
    ctx: Context, request: FetchRequest, topic: Topic | None, part: FetchPartition, gathered: _Gathered, limit: int
) -> PartitionData:
    log = topic.logs.get(part.partition) if topic else None
    if log is None:
        gathered.has_error = True
        by_id = ctx.version >= _BY_ID and topic is None
        error = ErrorCode.UNKNOWN_TOPIC_ID if by_id else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        return _failed(part, error)
    error = epoch_error(log, part.current_leader_epoch)
    if error is not ErrorCode.NONE:
        gathered.has_error = True
        return _failed(part, error)
    gathered.logs.append(log)
    try:
        records = _read(log, part, limit, at_least_one=gathered.size == 0)
        if ctx.version < _MAGIC_2:
            records = _convert_down(records, 1 if ctx.version >= _MAGIC_1 else 0, part.fetch_offset)
    except KafkaError as exc:
        gathered.has_error = True
        return _failed(part, exc.code, log)
    except UnsupportedCodec:
        gathered.has_error = True
        return _failed(part, ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, log)
    except KafkaWireError as exc:
        _LOG.error("%s: offset %d cannot be converted: %s", log.directory, part.fetch_offset, exc)
        gathered.has_error = True
        return _failed(part, ErrorCode.CORRUPT_MESSAGE, log)
    except OSError as exc:
        _LOG.error("%s cannot be read: %s", log.directory, exc)
        gathered.has_error = True
        return _failed(part, ErrorCode.KAFKA_STORAGE_ERROR)
    gathered.size += len(records)
    return PartitionData(
        partition_index=part.partition,
        high_watermark=log.high_watermark,
        last_stable_offset=log.high_watermark,
        log_start_offset=log.log_start_offset,
        aborted_transactions=[] if request.isolation_level == _READ_COMMITTED else None,
        records=records,
    )


def _read(log: PartitionLog, part: FetchPartition, limit: int, *, at_least_one: bool) -> bytes:
    found = log.read(part.fetch_offset, max(min(limit, part.partition_max_bytes), 0), at_least_one=at_least_one)
    return found.read() if found else b""


def _convert_down(records: bytes, magic: int, first_offset: int) -> bytes:
    from kafkawire.records import convert

    return convert(records, magic, first_offset=first_offset)


def _failed(part: FetchPartition, error: int, log: PartitionLog | None = None) -> PartitionData:
    return PartitionData(
        partition_index=part.partition,
        error_code=error,
        high_watermark=log.high_watermark if log else -1,
        log_start_offset=log.log_start_offset if log else -1,
        aborted_transactions=None,
        records=b"",
    )
