"""What a task does: take rows from Spark, have them written, and tell the driver.

The producer works on an event loop in a thread of its own, so that records are on their way while the next ones are
made. Rows come in batches of some thousands; they are put together before they are encoded, for columns pay off with
their length and every partition should get batches worth sending.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from itertools import chain

import pyarrow as pa
from pyspark import TaskContext

from kafkawire.client.blocking import BlockingProducer
from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.limits import MIB
from kafkawire.spark.security import open_arguments
from kafkawire.spark.sink.batching import Batcher
from kafkawire.spark.sink.commit import Prepared, Written
from kafkawire.spark.sink.encode import EncodedBatch
from kafkawire.spark.sink.execution import free_slot, take_over
from kafkawire.spark.sink.ledger import Ledger
from kafkawire.spark.sink.names import Names, OpenTransaction, TaskAttempt
from kafkawire.spark.sink.options import SinkOptions

__all__ = ["write_at_least_once", "write_exactly_once"]

_ENOUGH_ROWS = 64 * 1024
_ENOUGH_BYTES = 16 * MIB
_QUERY, _BATCH = "sql.streaming.queryId", "streaming.sql.batchId"  # what Spark calls them in a task's properties
_BATCH_WRITE = 0


def write_at_least_once(options: SinkOptions, batches: Iterable[pa.RecordBatch]) -> Written:
    """Write all rows, and return once all of them are acknowledged. Raises what kept any from being written."""
    rows = _with_rows(batches)
    first = next(rows, None)
    if first is None:
        return Written(0)
    with BlockingProducer(options.bootstrap_servers, **open_arguments(options.client)) as producer:
        records = _feed(options, producer, chain([first], rows))
        producer.flush()
    return Written(records)


def write_exactly_once(
    options: SinkOptions, execution: str, batches: Iterable[pa.RecordBatch], *, streaming: bool
) -> Prepared:
    """Write all rows in a transaction, and leave it open for the driver to end.

    Nothing is written if the batch was decided before: then it is in the topic, or about to be.
    """
    task = _this_attempt(options, execution, streaming)
    message = Prepared(execution, task.query, task.batch)
    rows = _with_rows(batches)
    first = next(rows, None)
    if first is None and task.index != 0:
        return message
    transactional_id = asyncio.run(_begin(options, execution, task))
    if first is None or transactional_id is None:
        return message
    try:
        message.records, message.transaction = _prepare(options, transactional_id, chain([first], rows))
    except KafkaError as exc:
        if exc.code != ErrorCode.INVALID_TRANSACTION_TIMEOUT:
            raise
        timeout_ms = options.client["transaction_timeout_ms"]
        raise InvalidOption(
            f"option 'kafka.transaction.timeout.ms' is {timeout_ms}, above transaction.max.timeout.ms of the brokers"
        ) from exc
    return message


def _prepare(
    options: SinkOptions, transactional_id: str, rows: Iterable[pa.RecordBatch]
) -> tuple[int, OpenTransaction]:
    """Write rows in a new transaction. Returns how many there were, and the transaction, which is open."""
    named = open_arguments(options.client) | {"transactional_id": transactional_id}
    with BlockingProducer(options.bootstrap_servers, **named) as producer:
        producer.thread.run(_begin_transaction(producer))
        records = _feed(options, producer, rows)
        identity = producer.thread.run(producer.asynchronous.leave_transaction())
    return records, OpenTransaction(transactional_id, *identity)


async def _begin(options: SinkOptions, execution: str, task: TaskAttempt) -> str | None:
    """The transactional id to write under; None if there is nothing to be written."""
    names = Names(options.transactional_id_prefix, task.query)
    async with Ledger(options, names) as ledger:
        state = await take_over(ledger, execution, task)
        if state.batch >= task.batch:
            return None
        return names.of_task(task.index, await free_slot(ledger, task))


async def _begin_transaction(producer: BlockingProducer) -> None:
    producer.asynchronous.begin_transaction()


def _this_attempt(options: SinkOptions, execution: str, streaming: bool) -> TaskAttempt:
    """Where the task stands. A batch write goes by its `writeId`, or else by its execution alone.

    It does so within a streaming query, too (`foreachBatch`), where there may be several to a batch.
    """
    context = TaskContext.get()
    if context is None:
        raise RuntimeError("there is no task of Spark in this process")
    if not streaming:
        return TaskAttempt(options.write_id or execution, _BATCH_WRITE, context.partitionId(), context.attemptNumber())
    query, batch = context.getLocalProperty(_QUERY), context.getLocalProperty(_BATCH)
    if query is None or batch is None:
        raise RuntimeError(f"Spark does not say which batch this is: {_QUERY} is {query}, {_BATCH} is {batch}")
    return TaskAttempt(query, int(batch), context.partitionId(), context.attemptNumber())


# --------------------------------------------------------------------------------------------------------------- rows


def _feed(options: SinkOptions, producer: BlockingProducer, rows: Iterable[pa.RecordBatch]) -> int:
    """Hand rows over to a producer. Returns how many there were."""

    def count_partitions(topic: str) -> int:
        return producer.thread.run(producer.asynchronous.count_partitions(topic))

    batcher = Batcher(
        options.topic,
        options.partitioner,
        options.batch_size,
        count_partitions,
        ignores_keys=options.ignores_keys,
    )
    written = 0
    for together in _gathered(rows):
        batches = list(batcher.batches(together))
        producer.thread.run(_send(producer, batches))
        written += together.num_rows
    return written


async def _send(producer: BlockingProducer, batches: list[tuple[TopicPartition, EncodedBatch]]) -> None:
    for tp, batch in batches:
        await producer.asynchronous.send_batch(tp, batch, batch.size)


def _with_rows(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    return (batch for batch in batches if batch.num_rows)


def _gathered(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Record batches of a good size: small ones put together, large ones in slices."""
    waiting: list[pa.RecordBatch] = []
    rows = size = 0
    for batch in chain.from_iterable(map(_slices, batches)):
        waiting.append(batch)
        rows += batch.num_rows
        size += batch.nbytes
        if rows >= _ENOUGH_ROWS or size >= _ENOUGH_BYTES:
            yield pa.concat_batches(waiting)
            waiting, rows, size = [], 0, 0
    if waiting:
        yield pa.concat_batches(waiting)


def _slices(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    count = max(1, -(-batch.nbytes // _ENOUGH_BYTES))
    step = max(1, -(-batch.num_rows // count))
    return (batch.slice(at, step) for at in range(0, batch.num_rows, step))
