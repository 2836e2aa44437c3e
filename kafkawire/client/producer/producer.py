"""The producer under asyncio.

    async with Producer("127.0.0.1:9092", compression_type="zstd") as producer:
        for row in rows:
            await producer.drain()
            producer.send("flights", key=row.carrier, value=row.data)

`send` only appends to a batch, so it is no coroutine; a task of its own does the rest. Whoever wants to know what
became of a record awaits what `send` returned. Whoever does not is told by `flush`, and by the end of the `async with`
block, if any record could not be written.

Back-pressure: records take up `buffer_memory` until they are acknowledged. `drain` returns at once while half of it is
free and waits otherwise; `send` raises `BufferFull` when all of it is taken. `drain` also lets the sender run, so a
loop that sends should await it now and then: with each record, or with each few thousand.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from time import time_ns
from types import TracebackType
from typing import Generic, Protocol, Self, Unpack

from kafkawire.api_key import ApiKey
from kafkawire.client.arguments import ProducerArguments
from kafkawire.client.cluster import Cluster
from kafkawire.client.errors import (
    ClientClosed,
    InvalidOption,
    NoTransaction,
    RecordTooLarge,
    TransactionAborted,
)
from kafkawire.client.fitting import check, checked
from kafkawire.client.metadata import GroupMetadata, TopicPartition
from kafkawire.client.options import producer_options
from kafkawire.client.producer.accumulator import Accumulator, BatchRecords
from kafkawire.client.producer.delivery import Delivery
from kafkawire.client.producer.identity import Identity
from kafkawire.client.producer.sender import Sender
from kafkawire.client.producer.topics import NewRecord, Topics
from kafkawire.client.producer.transactions import Transactions
from kafkawire.client.runtime import AioRuntime, Runtime
from kafkawire.client.serializing import SERIALIZERS, Serializer, as_bytes, make_serializers
from kafkawire.errors import EncodeError, KafkaWireError
from kafkawire.records import Header
from kafkawire.records.encode import encode_headers
from kafkawire.typevars import K_contra, V_contra

__all__ = ["Producer"]

log = logging.getLogger("kafkawire.client.producer")

_RECORD_OVERHEAD = 26  # the most that lengths, deltas and attributes of a record take
_TOTALS = ("record_send_total", "record_retry_total", "record_error_total", "byte_total", "batch_split_total")
_SAMPLES = ("batch_size", "records_per_request", "record_queue_time", "compression_rate")


class OffsetSource(Protocol):
    """What `Producer.send_offsets` needs of a consumer."""

    def positions(self) -> dict[TopicPartition, int]:
        """Per partition the offset of the next record to be handed out."""

    def leader_epochs(self, offsets: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Under which leader the record before each offset was written, where that is known."""

    def group_metadata(self) -> GroupMetadata:
        """As whom it commits."""


class Producer(Generic[K_contra, V_contra]):
    """Writes records to topics. Options: `ProducerOptions`.

    Keys and values are bytes, or what `key_serializer` and `value_serializer` take: plain functions that make bytes, or
    None, of whatever is not None. None goes into the log as it is; as a value it is a tombstone.
    """

    def __init__(
        self,
        bootstrap_servers: str | Sequence[str],
        *,
        key_serializer: Serializer[K_contra] | None = None,
        value_serializer: Serializer[V_contra] | None = None,
        runtime: Runtime | None = None,
        **options: Unpack[ProducerArguments],
    ) -> None:
        self.options = producer_options(options, SERIALIZERS)
        self._serializers = make_serializers(key_serializer, value_serializer)
        runtime = runtime or AioRuntime()
        self._cluster = Cluster(bootstrap_servers, self.options, runtime, auto_create=True, owner="Producer")
        self._accumulator = Accumulator(self.options)
        self._transactions = self._make_transactions()
        self._sender = Sender(self._cluster, self.options, self._accumulator, self._transactions)
        self._topics = Topics(self._cluster, self.options, self._accumulator, self._sender)
        self._by_name = self._topics.by_name if self._serializers is None else {}
        """The topics to which `send` appends by itself: none, if there is something to be serialized first."""
        self._running: asyncio.Task[None] | None = None

    def _make_transactions(self) -> Transactions | None:
        name = self.options.transactional_id
        return None if name is None else Transactions(self._cluster, self.options, name)

    # --- life ---------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Find the cluster. Raises `BrokersUnavailable`, naming every address tried.

        With a `transactional_id` this ends what an earlier producer of that name has left open, and fences it.
        """
        try:
            await self._cluster.start()
            if self._transactions is not None:
                await self._transactions.start()
                self._sender.adopt(self._transactions.identity)
        except BaseException:
            self._cluster.close()
            raise
        self._running = asyncio.create_task(self._sender.prepare_always(), name="producer")

    async def close(self) -> None:
        """Write what is left, then close the connections. Raises the first error that nobody has been told of.

        A transaction that is still open is aborted. If this is cancelled, the producer stays open.
        """
        if self._running is None:
            return
        try:
            if self._transactions is not None and self._transactions.is_open:
                await self.abort_transaction()
            await self.flush()
        except asyncio.CancelledError:
            raise  # all is as before, and close can be called again
        except BaseException:
            await self._stop()
            raise
        await self._stop()

    async def _stop(self) -> None:
        """End all tasks and connections; what is not written by now is lost."""
        if self._running is None:
            return
        running, self._running = self._running, None
        running.cancel()
        tasks = {running, *self._sender.stop(), *self._topics.stop()}
        self._cluster.close()
        await asyncio.wait(tasks)
        await self._cluster.hang_up()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self.close()
        except KafkaWireError as exc:
            if error is None:
                raise
            log.error("records could not be written: %s", exc)  # the block's own error goes first
        finally:
            await self._stop()  # also if the wait for the last records was cancelled

    # --- sending ------------------------------------------------------------------------------------------------

    def send(
        self,
        topic: str,
        value: V_contra | None = None,
        *,
        key: K_contra | None = None,
        headers: Iterable[Header] = (),
        timestamp_ms: int | None = None,
        partition: int | None = None,
    ) -> Delivery:
        """Append a record to its partition's batch; await the result to learn where it was written.

        Without `partition` it is chosen by the key as Java's client does, and without key so that batches get large.
        Raises `BufferFull`, `RecordTooLarge`, or `ClientClosed`; `SerializationFailed`, if a serializer raises.
        """
        # Hot, and so flat: nearly every record is of now, and goes into an open batch that has room.
        if (
            timestamp_ms is None
            and (type(value) is bytes or value is None)
            and (type(key) is bytes or key is None)
            and (known := self._by_name.get(topic)) is not None
        ):
            queue = known.keyless_queue if key is None and partition is None else known.route(partition, key)
            if queue is not None and (batch := queue.open) is not None:
                try:
                    tail = encode_headers(headers) if headers else b""  # type: ignore[arg-type] # any others are refused
                except (TypeError, ValueError, EncodeError):  # what can be gone through once only, or is wrong
                    return self._send_any(topic, value, key, headers, timestamp_ms, partition)
                room = batch.room - _RECORD_OVERHEAD - len(key or b"") - len(value or b"") - len(tail)
                if room >= 0:
                    batch.room = room
                    builder = batch.builder
                    timestamps = builder.timestamps
                    index = len(timestamps)
                    now = time_ns() // 1_000_000
                    timestamps.append(now)
                    builder.keys.append(key)
                    builder.values.append(value)
                    if tail:
                        builder.headers[index] = tail
                    return Delivery(batch.completion, index, now)
        return self._send_any(topic, value, key, headers, timestamp_ms, partition)

    def _send_any(
        self,
        topic: str,
        value: object,
        key: object,
        headers: Iterable[Header],
        timestamp_ms: int | None,
        partition: int | None,
    ) -> Delivery:
        """Send any record, wherever it has to go."""
        if timestamp_ms is None:
            timestamp_ms = time_ns() // 1_000_000
        else:
            check("timestamp_ms", timestamp_ms, int)
        if partition is not None:
            check("partition", partition, int | None)
        if self._serializers is not None:
            key, value = self._serializers.serialize(topic, key, value)
        key = key if type(key) is bytes else as_bytes(key)
        value = value if type(value) is bytes else as_bytes(value)
        headers = list(headers)
        size = _RECORD_OVERHEAD + len(key or b"") + len(value or b"") + _size_of(headers)
        known = self._topics.by_name.get(topic)
        if known is not None:
            queue = known.route(partition, key)
            batch = None if queue is None else queue.open
            if batch is not None and batch.room >= size:
                index = batch.builder.append(timestamp_ms, key, value, headers)
                batch.room -= size
                return Delivery(batch.completion, index, timestamp_ms)
        if self._running is None or self._sender.failed is not None:
            raise self._sender.failed or ClientClosed("the producer is not running")
        if self._transactions is not None:
            self._transactions.check_open()
        return self._topics.send(topic, NewRecord((timestamp_ms, key, value, headers), partition, size))

    async def send_batch(self, tp: TopicPartition, records: BatchRecords, size: int) -> None:
        """Have a batch written that is complete already: a `BatchBuilder`, or other `BatchRecords`.

        `size`: its bytes before compression. Waits as `drain` does. Raises what `flush` would, if something failed.
        """
        if size > self.options.max_request_size:
            limit = self.options.max_request_size
            raise RecordTooLarge(f"{tp}: {len(records)} record(s) of {size} bytes; max_request_size is {limit}")
        await self.drain()
        self._sender.results.raise_failure()
        if self._running is None or self._sender.failed is not None:
            raise self._sender.failed or ClientClosed("the producer is not running")
        if self._transactions is not None:
            self._transactions.check_open()
        queue = self._accumulator.queue(tp)
        self._accumulator.put_whole(queue, records, size, self._cluster.runtime.now())
        self._sender.batch_closed(queue)

    @checked
    async def count_partitions(self, topic: str) -> int:
        """How many partitions a topic has. Raises `KafkaError` if there is no such topic."""
        return len((await self._cluster.topic(topic, self.options.max_block_ms / 1000)).partitions)

    async def drain(self) -> None:
        """Wait until half of `buffer_memory` is free, and let what is ready be sent."""
        if self._accumulator.is_crowded:
            self._accumulator.close_all()  # records that linger would keep us waiting
            self._sender.pump()
            await self._accumulator.room.wait()
        elif self._sender.is_late():
            self._sender.wants_turn = False
            await asyncio.sleep(0)

    async def flush(self) -> None:
        """Send everything now and wait until it is acknowledged or has failed.

        Raises the first error since the last `flush` that has not been raised by a delivery.
        """
        await self._topics.wait_for_lookups()
        await self._wait_for_batches()
        self._sender.results.raise_failure()

    async def _wait_for_batches(self) -> None:
        self._accumulator.close_all()
        self._sender.pump()
        for batch in list(self._accumulator.batches()):
            await batch.completion.wait_for_all()

    def metrics(self) -> dict[str, int | float]:
        """What has been counted so far, by name: see `kafkawire.client.metrics`."""
        metrics, memory = self._cluster.metrics, self.options.buffer_memory
        return {
            **dict(self._cluster.counted()),
            **{name: metrics.totals.get(name, 0) for name in _TOTALS},
            **dict(metrics.averages(*_SAMPLES)),
            **dict(metrics.latency("produce", ApiKey.PRODUCE)),
            "buffer_total_bytes": memory,
            "buffer_available_bytes": max(0, memory - self._accumulator.buffered),
        }

    @property
    def buffered(self) -> int:
        """Bytes of `buffer_memory` that are taken."""
        return self._accumulator.buffered

    # --- transactions -------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Self]:
        """`async with producer.transaction():` commits what the block writes, or aborts it if the block raises.

        Raises the error that kept the transaction from being committed; then nothing of it is.
        """
        self.begin_transaction()
        try:
            yield self
            await self.commit_transaction()
        except BaseException:
            await self._abort_quietly()
            raise

    def begin_transaction(self) -> None:
        """Begin a transaction. Raises `NoTransaction` without `transactional_id`, or if there is one already."""
        self._transactional.begin()

    async def commit_transaction(self) -> None:
        """Write everything and commit. Raises the first error; abort then, unless the producer is fenced.

        After `TimedOut` nobody knows whether it was committed: ask again.
        """
        transactions = self._transactional
        await self._topics.wait_for_lookups()
        await self._wait_for_batches()
        await transactions.end(commit=True)
        self._sender.adopt(transactions.identity)

    async def abort_transaction(self) -> None:
        """Drop what was not sent yet, and abort. Deliveries of dropped records raise `TransactionAborted`."""
        transactions = self._transactional
        await self._topics.wait_for_lookups()
        transactions.fail(TransactionAborted("the transaction was aborted"))
        self._sender.results.drop_waiting()
        await self._wait_for_batches()
        self._sender.results.failures.clear()
        await transactions.end(commit=False)
        self._sender.adopt(transactions.identity)

    async def leave_transaction(self) -> Identity:
        """Write everything, and leave the transaction open for whoever knows the identity to end it: two phases.

        Closes the producer. The broker aborts the transaction once it is open for `transaction_timeout_ms`.
        """
        transactions = self._transactional
        await self.flush()
        identity = transactions.leave()
        await self.close()
        return identity

    async def send_offsets(
        self, source: OffsetSource | Mapping[TopicPartition, int], group: GroupMetadata | str | None = None
    ) -> None:
        """Commit a consumer's positions with the transaction, so that what was read and what is written go together.

        `source` is a `Consumer` of a group, without automatic commits. Or give offsets, each of the next record to be
        read, and the group's name or `GroupMetadata`. After an abort the consumer has to seek back by itself.
        """
        if isinstance(source, Mapping):
            check("source", source, Mapping[TopicPartition, int])
            if group is None:
                raise InvalidOption("offsets need the group that they are committed for")
            offsets, epochs = source, None
        else:
            offsets, group = source.positions(), source.group_metadata()
            epochs = source.leader_epochs(offsets)
        group = GroupMetadata(group) if isinstance(group, str) else group
        await self._transactional.add_offsets(offsets, group, epochs=epochs)

    @property
    def _transactional(self) -> Transactions:
        if self._transactions is None:
            raise NoTransaction("a producer without transactional_id has no transactions")
        return self._transactions

    async def _abort_quietly(self) -> None:
        if self._transactions is None or not self._transactions.is_open:
            return  # fenced, or the outcome of the commit is not known
        try:
            await self.abort_transaction()
        except KafkaWireError as exc:
            log.error("the transaction could not be aborted: %s", exc)  # the error that led here goes first


def _size_of(headers: Sequence[Header]) -> int:
    """What headers take, in bytes, beside their count. Raises `InvalidOption` for what is no header."""
    try:
        return len(encode_headers(headers)) if headers else 0
    except (TypeError, ValueError, EncodeError):
        check("headers", headers, Iterable[Header])
        raise
