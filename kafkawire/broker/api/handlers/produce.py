"""Produce: v0-13. Topic ids from v13; older formats (v0-2) are stored as magic 2. In v12 transactions grow by it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.api_key import ApiKey
from kafkawire.broker.api.dispatch import Context, handles
from kafkawire.broker.api.transaction_admission import (
    NOT_TRANSACTIONAL,
    Adding,
    Admitted,
    admit_writes,
    refused_by_now,
    transactional_header,
)
from kafkawire.broker.log.flushing import flush
from kafkawire.broker.log.validate import Look, RecordsRefused, TakesLong
from kafkawire.broker.metadata.topics import Topic
from kafkawire.broker.security.authorizer import Operation, ResourceType
from kafkawire.error_code import ErrorCode
from kafkawire.errors import CorruptBatch, KafkaError, KafkaWireError, RemoteProtocolError
from kafkawire.messages import ProduceRequest, ProduceResponse
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.messages.produce_response import (
    BatchIndexAndErrorMessage,
    PartitionProduceResponse,
    TopicProduceResponse,
)
from kafkawire.records.header import (
    ATTRIBUTES_AT,
    CODEC_MASK,
    MAGIC,
    MAGIC_AT,
    MIN_LENGTHS,
    read_length,
    read_size_and_magic,
)
from kafkawire.records.skim import WORTH_VECTORS

if TYPE_CHECKING:
    from kafkawire.broker.log.files import Buffer
    from kafkawire.broker.log.partition import Accepted, PartitionLog
    from kafkawire.broker.loop.background import Step

__all__ = ["produce"]

_LOG = logging.getLogger("kafkawire.broker")
_BY_ID = 13
_ONE_BATCH = 3
_ZSTD, _ZSTD_SINCE = 4, 7
_OLDEST_ADDING = Adding.EXPLICIT_LEGACY
_ADDING = {11: Adding.EXPLICIT, 12: Adding.IMPLICIT, 13: Adding.IMPLICIT}
_NO_RESPONSE = 0
_ALL = -1
_LEAST = min(MIN_LENGTHS)
_ADMIN_CLIENT = "__admin_client"  # Kafka lets it write to its own topics
_TopicPartition = tuple[object, int]  # a topic by name or id, and a partition
Faults = Mapping[_TopicPartition, KafkaError]
_NO_FAULTS: Faults = {}
_BRIEFLY = Look(is_brief=True)
_WITHOUT_START = frozenset({ErrorCode.CORRUPT_MESSAGE, ErrorCode.MESSAGE_TOO_LARGE, ErrorCode.RECORD_LIST_TOO_LARGE})


@handles(ApiKey.PRODUCE, versions=range(14))
async def produce(ctx: Context, request: ProduceRequest) -> ProduceResponse | None:
    """Append a batch to each partition, and answer once those are on disk whose topics ask for it."""
    adding, turn, response = _ADDING.get(ctx.version, _OLDEST_ADDING), ctx.turn, ProduceResponse()
    admitted, admission_error, faults = NOT_TRANSACTIONAL, 0, _NO_FAULTS
    is_for_one = len(request.topic_data) == 1 and len(request.topic_data[0].partition_data) == 1
    if not is_for_one:
        request, faults = await _each_once(ctx, request)
    if not is_for_one or transactional_header(request.topic_data[0].partition_data[0].records):
        try:
            admitted = await admit_writes(ctx, request, adding)
        except KafkaError as exc:
            admission_error = exc.code
    writes = _Writes(ctx, request, adding, admitted)
    for data in request.topic_data:
        topic = ctx.topics.by_id(data.topic_id) if ctx.version >= _BY_ID else ctx.topics.get(data.name)
        refusal = admission_error or _denial(ctx, topic.name if topic else data.name)
        result = TopicProduceResponse(name=data.name, topic_id=data.topic_id)
        for part in data.partition_data:
            if turn.is_over:  # as `ctx.paced`, which takes a tenth of the time of a small request
                await turn.pause()
            fault = faults.get(_topic_partition(ctx.version, data, part)) if faults else None
            result.partition_responses.append(writes.begin(topic, part, refusal, fault))
        response.responses.append(result)
    if writes.are_under_way:
        await writes.finish()
    return _respond(request, response)


def _topic_partition(version: int, data: TopicProduceData, part: PartitionProduceData) -> _TopicPartition:
    return data.topic_id if version >= _BY_ID else data.name, part.index


async def _each_once(ctx: Context, request: ProduceRequest) -> tuple[ProduceRequest, Faults]:
    """The request with each partition named once, and what is wrong with one of the batches for a partition.

    Of several batches Apache Kafka writes the last that can be one at all, and answers with the fault of any other. A
    topic without partitions is not in its answer.
    """
    topic_partitions: set[_TopicPartition] = set()
    async for data in ctx.paced(request.topic_data):
        topic_partitions.update(
            [_topic_partition(ctx.version, data, part) async for part in ctx.paced(data.partition_data)]
        )
    is_right = all(data.partition_data for data in request.topic_data)
    if is_right and len(topic_partitions) == sum(len(data.partition_data) for data in request.topic_data):
        return request, _NO_FAULTS
    return await _last_ones(ctx, request)


async def _last_ones(ctx: Context, request: ProduceRequest) -> tuple[ProduceRequest, Faults]:
    version = ctx.version
    topics: dict[object, TopicProduceData] = {}
    chosen: dict[_TopicPartition, PartitionProduceData] = {}
    faults: dict[_TopicPartition, KafkaError] = {}
    async for data in ctx.paced(request.topic_data):
        async for part in ctx.paced(data.partition_data):
            tp = _topic_partition(version, data, part)
            try:
                if version >= _ONE_BATCH:
                    _one_batch(version, part.records)
            except KafkaError as exc:
                faults[tp] = exc
                chosen.setdefault(tp, part)
            else:
                chosen[tp] = part
            topics.setdefault(tp[0], TopicProduceData(name=data.name, topic_id=data.topic_id))
    async for (topic, _), part in ctx.paced(chosen.items()):
        topics[topic].partition_data.append(part)
    once = ProduceRequest(
        transactional_id=request.transactional_id,
        acks=request.acks,
        timeout_ms=request.timeout_ms,
        topic_data=list(topics.values()),
    )
    return once, faults


class _Write(NamedTuple):
    """What is to be appended to a partition, and what will be answered."""

    topic: Topic
    log: PartitionLog
    partition: int
    records: Buffer
    response: PartitionProduceResponse
    accept: Callable[[Buffer, int, Look], Accepted | None]


class _Writes:
    """What one request writes. Batches that take long to look through come when all others are written."""

    def __init__(self, ctx: Context, request: ProduceRequest, adding: Adding, admitted: Admitted) -> None:
        self._ctx, self._request, self._adding, self._admitted = ctx, request, adding, admitted
        self._look = _BRIEFLY
        self._long: list[_Write] = []
        self._unflushed: list[_Write] = []
        self._overruled: list[tuple[PartitionProduceResponse, KafkaError]] = []

    def begin(
        self, topic: Topic | None, part: PartitionProduceData, refusal: int, fault: KafkaError | None
    ) -> PartitionProduceResponse:
        """Write to a partition what can be written at once. The response, or `fault` in its place, may come later."""
        ctx = self._ctx
        response = PartitionProduceResponse(index=part.index, error_code=refusal, base_offset=-1)
        if refusal:
            return response
        log = topic.logs.get(part.index) if topic else None
        if topic is None or log is None:
            unknown = ErrorCode.UNKNOWN_TOPIC_ID if ctx.version >= _BY_ID else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
            response.error_code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION if topic else unknown
            return response
        if fault:
            self._overruled.append((response, fault))
        try:
            is_old = ctx.version < _ONE_BATCH
            records = part.records or b"" if is_old else _one_batch(ctx.version, part.records)
            _check(ctx, self._request, topic)
        except KafkaError as exc:
            _refused_early(response, exc)
            return response
        refused = self._admitted.refused and self._admitted.refused.get((topic.name, part.index))
        if refused:
            response.error_code, response.error_message = refused
        else:
            accept = log.accept_old if is_old else log.accept
            self._try(_Write(topic, log, part.index, records, response, accept))
        return response

    def _try(self, write: _Write) -> None:
        now_ms = self._ctx.node.clock.time_ms()
        try:
            self._append(write, write.accept(write.records, now_ms, self._look), now_ms)
        except TakesLong:
            self._long.append(write)
        except KafkaError as exc:
            self._refuse(write, exc)

    @property
    def are_under_way(self) -> bool:
        """Whether there is anything to finish."""
        return bool(self._long or self._unflushed or self._overruled)

    async def finish(self) -> None:
        """Write what takes long, and bring to disk what has to be there."""
        for write in self._long:
            await self._try_long(write)
        for write in self._unflushed:
            try:
                await flush(write.log)
            except OSError as exc:
                _LOG.error("%s cannot be flushed: %s", write.log.directory, exc)
                write.response.error_code, write.response.base_offset = ErrorCode.KAFKA_STORAGE_ERROR, -1
        for response, fault in self._overruled:
            _refused_early(response, fault)

    async def _try_long(self, write: _Write) -> None:
        most_faults = self._look.most_faults

        def accept(step: Step) -> Accepted | None:
            return write.accept(write.records, self._ctx.time_ms(), Look(most_faults=most_faults, step=step))

        try:
            accepted = await self._ctx.node.bulk_work.do(accept)
            self._append(write, accepted, self._ctx.time_ms())
        except KafkaError as exc:
            self._refuse(write, exc)

    def _append(self, write: _Write, accepted: Accepted | None, now_ms: int) -> None:
        topic, log, partition, records, response, _ = write
        if topic.logs.get(partition) is not log:
            response.error_code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION  # it was deleted meanwhile
            return
        if accepted is None:
            return  # nothing whole came, and Kafka has no fault to find with that
        if accepted[0].is_transactional:
            refused = refused_by_now(self._ctx, self._request, self._adding, log, (topic.name, partition), accepted[0])
            if refused:
                response.error_code, response.error_message = refused
                return
            self._admitted.check_first((topic.name, partition), log, accepted[0])
        try:
            appended = log.append_accepted(accepted, now_ms)
        except OSError as exc:
            _LOG.error("%s cannot be written: %s", log.directory, exc)
            response.error_code = ErrorCode.KAFKA_STORAGE_ERROR
            return
        response.base_offset, response.log_append_time_ms = appended.base_offset, appended.log_append_time
        response.log_start_offset = log.log_start_offset
        node = self._ctx.node
        node.traffic.topic_bytes_in[topic.name] += len(records)
        if not appended.is_duplicate:
            node.appended(log)
        if accepted[0].record_count >= WORTH_VECTORS:
            node.took_many(accepted[0].record_count)
        if log.needs_flush:
            self._unflushed.append(write)

    def _refuse(self, write: _Write, exc: KafkaError) -> None:
        # Kafka has a text for the client only where single records are at fault.
        response, log = write.response, write.log
        _LOG.debug("%s refused a batch of %s: %s", log.directory, self._ctx.client_id, exc)
        response.error_code = exc.code
        if exc.code not in _WITHOUT_START:
            response.log_start_offset = log.log_start_offset
        if isinstance(exc, RecordsRefused):
            response.error_message = exc.summary
            listed = exc.faults[: self._look.most_faults]
            response.record_errors = [
                BatchIndexAndErrorMessage(batch_index=number, batch_index_error_message=fault)
                for number, fault in listed
            ]
            self._look = Look(is_brief=True, most_faults=self._look.most_faults - len(listed))


def _respond(request: ProduceRequest, response: ProduceResponse) -> ProduceResponse | None:
    # With acks=0 an error has no other way out than a closed connection.
    if request.acks != _NO_RESPONSE:
        return response
    for failed in (part for result in response.responses for part in result.partition_responses if part.error_code):
        raise RemoteProtocolError(f"produce with acks=0 failed: {ErrorCode.of(failed.error_code).name}")
    return None


def _refused_early(response: PartitionProduceResponse, exc: KafkaError) -> None:
    """The response to what is refused before the log is asked."""
    response.error_code = exc.code
    response.base_offset = response.log_append_time_ms = response.log_start_offset = -1
    response.error_message = str(exc.__cause__) if exc.__cause__ else None
    response.record_errors = []


def _one_batch(version: int, records: Buffer | None) -> Buffer:
    """The one batch that a request may bring for a partition; a partial one behind it is left out, as in Kafka."""
    data = records or b""
    try:
        found = read_size_and_magic(data, 0, len(data))
    except CorruptBatch as exc:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from _in_kafkas_words(data)
    if found is None:
        raise KafkaError(ErrorCode.INVALID_RECORD, "there is no whole batch")
    size, magic = found
    if magic != MAGIC:
        raise KafkaError(ErrorCode.INVALID_RECORD, f"magic {magic}")
    if data[ATTRIBUTES_AT] & CODEC_MASK == _ZSTD and version < _ZSTD_SINCE:
        raise KafkaError(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, f"zstd needs version {_ZSTD_SINCE}")
    if size == len(data):
        return data
    try:
        if read_size_and_magic(data, size, len(data)) is not None:
            raise KafkaError(ErrorCode.INVALID_RECORD, "there is more than one batch")
    except CorruptBatch as exc:
        raise KafkaError(ErrorCode.CORRUPT_MESSAGE, str(exc)) from None
    return data[:size]


def _in_kafkas_words(data: Buffer) -> KafkaWireError | None:
    size = read_length(data)
    if size < _LEAST:
        return CorruptBatch(f"Record size {size} is less than the minimum record overhead ({_LEAST})")
    magic = int.from_bytes(data[MAGIC_AT : MAGIC_AT + 1], "big", signed=True)
    return None if 0 <= magic <= MAGIC else CorruptBatch(f"Invalid magic found in record: {magic}")


def _check(ctx: Context, request: ProduceRequest, topic: Topic) -> None:
    # min.insync.replicas asks for no more replicas than there are, so one is always enough here, as in Kafka.
    if request.acks not in (_ALL, _NO_RESPONSE, 1):
        raise KafkaError(ErrorCode.INVALID_REQUIRED_ACKS)
    if topic.is_internal and ctx.client_id != _ADMIN_CLIENT:
        raise KafkaError(ErrorCode.INVALID_TOPIC_EXCEPTION)


def _denial(ctx: Context, name: str) -> int:
    """The error code for all partitions of a topic that the client may not write to. An id may be that of no topic."""
    is_allowed = not name or ctx.allows(Operation.WRITE, ResourceType.TOPIC, name)
    return ErrorCode.NONE if is_allowed else ErrorCode.TOPIC_AUTHORIZATION_FAILED
