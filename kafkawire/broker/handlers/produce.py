"""Produce: v0-13. Topic ids from v13; older formats (v0-2) are stored as magic 2. In v12 transactions grow by it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from typing import TYPE_CHECKING

from kafkawire.api_key import ApiKey
from kafkawire.broker.authorizer import Operation, ResourceType
from kafkawire.broker.dispatch import Context, handles
from kafkawire.broker.flushing import flush
from kafkawire.broker.log.validate import RecordsRefused
from kafkawire.broker.topic_table import Topic
from kafkawire.broker.transactions.admission import NOT_TRANSACTIONAL, Admitted, Way, admit_writes
from kafkawire.error_code import ErrorCode
from kafkawire.errors import CorruptBatch, KafkaError, KafkaWireError, RemoteProtocolError
from kafkawire.messages import ProduceRequest, ProduceResponse
from kafkawire.messages.produce_response import (
    BatchIndexAndErrorMessage,
    PartitionProduceResponse,
    TopicProduceResponse,
)
from kafkawire.records.batch import CODEC_MASK, MAGIC_OFFSET, read_header

if TYPE_CHECKING:
    from kafkawire.broker.log.files import Buffer
    from kafkawire.broker.log.partition import Appended, PartitionLog

__all__ = ["produce"]

_LOG = logging.getLogger("kafkawire.broker")
_BY_ID = 13
_ONE_BATCH = 3
_ZSTD, _ZSTD_SINCE = 4, 7
_WAYS = {11: Way.NAMED, 12: Way.JOINING, 13: Way.JOINING}
_NO_ANSWER = 0
_ALL = -1
_MAGIC, _CODEC_AT, _LEAST = 2, 22, 14
_ADMIN_CLIENT = "__admin_client"  # Kafka lets it write to its own topics
_WITHOUT_START = frozenset({ErrorCode.CORRUPT_MESSAGE, ErrorCode.MESSAGE_TOO_LARGE, ErrorCode.RECORD_LIST_TOO_LARGE})


@handles(ApiKey.PRODUCE, versions=range(14))
def produce(ctx: Context, request: ProduceRequest) -> ProduceResponse | Awaitable[ProduceResponse | None] | None:
    """Append a batch to each partition, and answer once those are on disk whose topics ask for it."""
    response, admitted, is_refused = ProduceResponse(), NOT_TRANSACTIONAL, int(ErrorCode.NONE)
    try:
        admitted = admit_writes(ctx, request, _WAYS.get(ctx.version, Way.NAMED_OF_OLD))
    except KafkaError as exc:
        is_refused = exc.code
    unflushed: list[tuple[PartitionLog, PartitionProduceResponse]] = []
    for data in request.topic_data:
        topic = ctx.topics.by_id(data.topic_id) if ctx.version >= _BY_ID else ctx.topics.get(data.name)
        result = TopicProduceResponse(data.name, data.topic_id)
        refusal = is_refused or _denial(ctx, topic.name if topic else data.name)
        for part in data.partition_data:
            if refusal:
                answer = PartitionProduceResponse(part.index, refusal, -1)
            else:
                answer = _append(ctx, request, topic, part.index, part.records, admitted)
            if topic and part.records and not answer.error_code:
                ctx.node.traffic.topic_bytes_in[topic.name] += len(part.records)
            result.partition_responses.append(answer)
            log = topic.logs.get(part.index) if topic and not refusal else None
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
    ctx: Context,
    request: ProduceRequest,
    topic: Topic | None,
    partition: int,
    records: Buffer | None,
    admitted: Admitted,
) -> PartitionProduceResponse:
    result = PartitionProduceResponse(partition, base_offset=-1)
    log = topic.logs.get(partition) if topic else None
    if topic is None or log is None:
        unknown = ErrorCode.UNKNOWN_TOPIC_ID if ctx.version >= _BY_ID else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        result.error_code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION if topic else unknown
        return result
    place = topic.name, partition
    if place in admitted.refused:
        result.error_code, result.error_message = admitted.refused[place]
        return result
    try:
        batch = _one_batch(ctx.version, records) if ctx.version >= _ONE_BATCH else records
        _check(ctx, request, topic)
    except KafkaError as exc:
        result.error_code = exc.code
        result.error_message = str(exc.__cause__) if exc.__cause__ else None
        return result
    try:
        admitted.check_first(place, log, batch or b"")
        if ctx.version >= _ONE_BATCH:
            _tell(ctx, result, log, log.append(batch or b"", ctx.time_ms(), flush_later=True))
        else:
            _tell(ctx, result, log, log.append_old(batch or b"", ctx.time_ms()))
    except KafkaError as exc:
        _LOG.debug("%s refused a batch of %s: %s", log.directory, ctx.client_id, exc)
        _refuse(result, log, exc)
    except OSError as exc:
        _LOG.error("%s cannot be written: %s", log.directory, exc)
        result.error_code = ErrorCode.KAFKA_STORAGE_ERROR
    return result


def _tell(ctx: Context, result: PartitionProduceResponse, log: PartitionLog, appended: Appended | None) -> None:
    if appended is None:
        return  # nothing whole came, and Kafka has no fault to find with that
    result.base_offset, result.log_append_time_ms = appended.base_offset, appended.log_append_time
    result.log_start_offset = log.log_start_offset
    if not appended.is_duplicate:
        ctx.node.grown(log)


def _refuse(result: PartitionProduceResponse, log: PartitionLog, exc: KafkaError) -> None:
    # Kafka has a text for the client only where single records are at fault.
    result.error_code = exc.code
    if exc.code not in _WITHOUT_START:
        result.log_start_offset = log.log_start_offset
    if isinstance(exc, RecordsRefused):
        result.error_message = exc.summary
        result.record_errors = [BatchIndexAndErrorMessage(number, fault) for number, fault in exc.faults]


def _one_batch(version: int, records: Buffer | None) -> Buffer:
    """The one batch that a request may bring for a partition; a partial one behind it is left out, as in Kafka."""
    data = records or b""
    try:
        found = read_header(data, 0, len(data))
    except CorruptBatch as exc:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from _in_kafkas_words(data)
    if found is None:
        raise KafkaError(ErrorCode.INVALID_RECORD, "there is no whole batch")
    size, magic = found
    if magic != _MAGIC:
        raise KafkaError(ErrorCode.INVALID_RECORD, f"magic {magic}")
    if data[_CODEC_AT] & CODEC_MASK == _ZSTD and version < _ZSTD_SINCE:
        raise KafkaError(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, f"zstd needs version {_ZSTD_SINCE}")
    try:
        if read_header(data, size, len(data)) is not None:
            raise KafkaError(ErrorCode.INVALID_RECORD, "there is more than one batch")
    except CorruptBatch as exc:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from None
    return data if size == len(data) else data[:size]


def _in_kafkas_words(data: Buffer) -> KafkaWireError | None:
    size = int.from_bytes(data[8:12], "big", signed=True)
    if size < _LEAST:
        return CorruptBatch(f"Record size {size} is less than the minimum record overhead ({_LEAST})")
    magic = int.from_bytes(data[MAGIC_OFFSET : MAGIC_OFFSET + 1], "big", signed=True)
    return None if 0 <= magic <= _MAGIC else CorruptBatch(f"Invalid magic found in record: {magic}")


def _check(ctx: Context, request: ProduceRequest, topic: Topic) -> None:
    # min.insync.replicas asks for no more replicas than there are, so one is always enough here, as in Kafka.
    if request.acks not in (_ALL, _NO_ANSWER, 1):
        raise KafkaError(ErrorCode.INVALID_REQUIRED_ACKS)
    if topic.is_internal and ctx.client_id != _ADMIN_CLIENT:
        raise KafkaError(ErrorCode.INVALID_TOPIC_EXCEPTION)


def _denial(ctx: Context, name: str) -> int:
    """The error code for all partitions of a topic that the client may not write to. An id may be that of no topic."""
    is_allowed = not name or ctx.allows(Operation.WRITE, ResourceType.TOPIC, name)
    return ErrorCode.NONE if is_allowed else ErrorCode.TOPIC_AUTHORIZATION_FAILED
