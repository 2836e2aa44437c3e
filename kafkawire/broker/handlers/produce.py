"""Produce: v0-13. Topic ids from v13; older formats (v0-2) are stored as magic 2. Transactional batches are refused."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from typing import TYPE_CHECKING

from kafkawire.api_key import ApiKey
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.flushing import flush
from kafkawire.broker.log.headers import parse_header
from kafkawire.broker.log.validate import RecordsRefused
from kafkawire.broker.topics import Topic
from kafkawire.error_code import ErrorCode
from kafkawire.errors import CorruptBatch, KafkaError, KafkaWireError, RemoteProtocolError
from kafkawire.messages import ProduceRequest, ProduceResponse
from kafkawire.messages.produce_response import (
    BatchIndexAndErrorMessage,
    PartitionProduceResponse,
    TopicProduceResponse,
)

if TYPE_CHECKING:
    from kafkawire.broker.log.files import Buffer
    from kafkawire.broker.log.partition import Appended, PartitionLog

__all__ = ["produce"]

_LOG = logging.getLogger("kafkawire.broker")
_BY_ID = 13
_ONE_BATCH = 3
_ZSTD, _ZSTD_SINCE = 4, 7
_NO_ANSWER = 0
_ALL = -1


@handles(ApiKey.PRODUCE, versions=range(14))
def produce(ctx: Context, request: ProduceRequest) -> ProduceResponse | Awaitable[ProduceResponse | None] | None:
    """Append a batch to each partition, and answer once those are on disk whose topics ask for it."""
    response = ProduceResponse()
    unflushed: list[tuple[PartitionLog, PartitionProduceResponse]] = []
    for data in request.topic_data:
        topic = ctx.topics.by_id(data.topic_id) if ctx.version >= _BY_ID else ctx.topics.get(data.name)
        result = TopicProduceResponse(data.name, data.topic_id)
        for part in data.partition_data:
            answer = _append(ctx, request, topic, part.index, part.records)
            result.partition_responses.append(answer)
            log = topic.logs.get(part.index) if topic else None
            if log is not None and log.needs_flush:
                unflushed.append((log, answer))
        response.responses.append(result)
    return _flush(request, response, unflushed) if unflushed else _answer(request, response)


async def _flush(
    request: ProduceRequest, response: ProduceResponse, unflushed: list[tuple[PartitionLog, PartitionProduceResponse]]
) -> ProduceResponse | None:
    for log, answer in unflushed:
        try:
            await flush(log)
        except OSError as exc:
            _LOG.error("%s cannot be flushed: %s", log.directory, exc)
            answer.error_code, answer.base_offset = ErrorCode.KAFKA_STORAGE_ERROR, -1
    return _answer(request, response)


def _answer(request: ProduceRequest, response: ProduceResponse) -> ProduceResponse | None:
    # With acks=0 an error has no other way out than a closed connection.
    if request.acks != _NO_ANSWER:
        return response
    for failed in (part for result in response.responses for part in result.partition_responses if part.error_code):
        raise RemoteProtocolError(f"produce with acks=0 failed: {ErrorCode.of(failed.error_code).name}")
    return None


def _append(
    ctx: Context, request: ProduceRequest, topic: Topic | None, partition: int, records: Buffer | None
) -> PartitionProduceResponse:
    result = PartitionProduceResponse(partition, base_offset=-1)
    log = topic.logs.get(partition) if topic else None
    if topic is None or log is None:
        unknown = ErrorCode.UNKNOWN_TOPIC_ID if ctx.version >= _BY_ID else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        result.error_code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION if topic else unknown
        return result
    try:
        _check(ctx, request, topic, log, records)
        if ctx.version < _ONE_BATCH:
            appended = _append_old(log, records or b"", ctx.time_ms())
        else:
            appended = log.append(records or b"", ctx.time_ms(), flush_later=True)
    except RecordsRefused as exc:
        result.error_code, result.error_message = exc.code, exc.summary
        result.record_errors = [BatchIndexAndErrorMessage(number, fault) for number, fault in exc.faults]
        result.log_start_offset = log.log_start_offset
        return result
    except KafkaError as exc:
        result.error_code, result.error_message = exc.code, str(exc)
        return result
    except OSError as exc:
        _LOG.error("%s cannot be written: %s", log.directory, exc)
        result.error_code = ErrorCode.KAFKA_STORAGE_ERROR
        return result
    result.base_offset, result.log_append_time_ms = appended.base_offset, appended.log_append_time
    result.log_start_offset = log.log_start_offset
    if not appended.is_duplicate:
        ctx.node.grown(log)
    return result


def _append_old(log: PartitionLog, records: Buffer, now_ms: int) -> Appended:
    from kafkawire.records import convert, split_batches

    try:
        converted = convert(records, 2)
        batches = [converted[start : start + size] for start, size in split_batches(converted)]
    except KafkaWireError as exc:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from exc
    if not batches:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, "no whole message")
    first, *_ = [log.append(batch, now_ms, from_client=False, flush_later=True) for batch in batches]
    return first


def _check(ctx: Context, request: ProduceRequest, topic: Topic, log: PartitionLog, records: Buffer | None) -> None:
    if request.acks not in (_ALL, _NO_ANSWER, 1):
        raise KafkaError(ErrorCode.INVALID_REQUIRED_ACKS, f"acks={request.acks}")
    if topic.is_internal:
        raise KafkaError(ErrorCode.INVALID_TOPIC_EXCEPTION, f"{topic.name} is the broker's own")
    if request.acks == _ALL and log.config.min_insync_replicas > 1:
        raise KafkaError(ErrorCode.NOT_ENOUGH_REPLICAS, f"1 replica, {log.config.min_insync_replicas} are asked for")
    if not records:
        raise KafkaError(ErrorCode.INVALID_RECORD, "no records")
    try:
        header = parse_header(records)
    except CorruptBatch as exc:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from exc
    if header.magic == 2 and header.codec == _ZSTD and ctx.version < _ZSTD_SINCE:
        raise KafkaError(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, f"zstd needs version {_ZSTD_SINCE}")
    if header.magic == 2 and header.is_transactional:
        raise KafkaError(ErrorCode.INVALID_TXN_STATE, "this broker has no transactions")
