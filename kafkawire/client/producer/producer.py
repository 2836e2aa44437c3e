"""The producer under asyncio.

    async with Producer("127.0.0.1:9092", compression_type="zstd") as producer:
        for row in rows:
            await producer.drain()
            producer.send("flights", key=row.carrier, value=row.data)

`send` only appends to a batch, so it is no coroutine; a task of its own does the rest. Whoever wants to know what became
of a record awaits what `send` returned. Whoever does not is told by `flush`, and by the end of the `async with` block,
if any record could not be written.

Back-pressure: records take up `buffer_memory` until they are acknowledged. `drain` returns at once while half of it is
free and waits otherwise; `send` raises `BufferFull` when all of it is taken. It also lets the sender run, so a loop that
sends should await it now and then: after each record, or after each few thousand.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import NamedTuple

from kafkawire.client.cluster import Cluster
from kafkawire.client.errors import BufferFull, ClientClosed, InvalidOption, RecordTooLarge
from kafkawire.client.metadata import TopicInfo, TopicPartition
from kafkawire.client.options import ProducerOptions, make_options
from kafkawire.client.partitioner import StickyChoice, partition_for_key
from kafkawire.client.producer.accumulator import Accumulator, PartitionQueue
from kafkawire.client.producer.delivery import Delivery, Parking
from kafkawire.client.producer.sender import Sender
from kafkawire.client.runtime import AioRuntime, Runtime
from kafkawire.errors import KafkaWireError
from kafkawire.records import Header

__all__ = ["Producer"]

log = logging.getLogger("kafkawire.client")

_RECORD_OVERHEAD = 26  # the most that lengths, deltas and attributes of a record take
_HEADER_OVERHEAD = 10
_ACKS_OF_ALL = ("all", -1)


class _Parked(NamedTuple):
    """A record whose topic is not known yet."""

    partition: int | None
    timestamp: int
    key: bytes | None
    value: bytes | None
    headers: Sequence[Header]
    size: int
    delivery: Delivery


class _Topic:
    """What `send` needs to know of a topic; `info` is None until the brokers have been asked."""

    __slots__ = ("count", "info", "led", "parked", "parking", "queues", "sticky")

    def __init__(self, sticky: StickyChoice) -> None:
        self.info: TopicInfo | None = None
        self.count = 0
        self.led: list[int] = []
        self.queues: dict[int, PartitionQueue] = {}
        self.sticky = sticky
        self.parking = Parking()
        self.parked: list[_Parked] = []

    def update(self, info: TopicInfo) -> None:
        """Take over what is known now."""
        self.info = info
        self.count = len(info.partitions)
        self.led = info.led or sorted(info.partitions)


class Producer:
    """Writes records to topics. Options: `ProducerOptions`."""

    def __init__(
        self, bootstrap_servers: str | Sequence[str], *, runtime: Runtime | None = None, **options: object
    ) -> None:
        self.options = _with_idempotence(options)
        self._cluster = Cluster(bootstrap_servers, self.options, runtime or AioRuntime(), auto_create=True)
        self._accumulator = Accumulator(self.options)
        self._sender = Sender(self._cluster, self.options, self._accumulator, self.options.enable_idempotence)
        self._topics: dict[str, _Topic] = {}
        self._lookups: set[asyncio.Task[None]] = set()
        self._running: asyncio.Task[None] | None = None

    # --- life ---------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Find the cluster. Raises `BrokersUnavailable`, naming every address tried."""
        try:
            await self._cluster.start()
        except BaseException:
            self._cluster.close()
            raise
        self._running = asyncio.create_task(self._sender.run(), name="producer")

    async def close(self) -> None:
        """Write what is left, then close the connections. Raises the first error that nobody has been told of."""
        if self._running is None:
            return
        try:
            await self.flush()
        finally:
            running, self._running = self._running, None
            for task in (running, *self._lookups):
                task.cancel()
            await asyncio.wait([running, *self._lookups])
            self._cluster.close()

    async def __aenter__(self) -> Producer:
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

    # --- sending ------------------------------------------------------------------------------------------------

    def send(
        self,
        topic: str,
        value: bytes | None = None,
        *,
        key: bytes | None = None,
        headers: Iterable[Header] = (),
        timestamp_ms: int | None = None,
        partition: int | None = None,
    ) -> Delivery:
        """Append a record to its partition's batch; await the result to learn where it was written.

        Without `partition` it is chosen by the key as Java's client does, and without key so that batches get large.
        Raises `BufferFull`, `RecordTooLarge`, or `ClientClosed`.
        """
        if self._running is None or self._sender.failed is not None:
            raise self._sender.failed or ClientClosed("the producer is not running")
        if timestamp_ms is None:
            timestamp_ms = time.time_ns() // 1_000_000
        headers = list(headers) if headers else ()
        size = _RECORD_OVERHEAD + (len(key) if key else 0) + (len(value) if value else 0)
        for name, header_value in headers:
            size += _HEADER_OVERHEAD + 3 * len(name) + (len(header_value) if header_value else 0)
        self._admit(size)
        state = self._topics.get(topic) or self._new_topic(topic)
        if state.info is None:
            return self._park(state, partition, timestamp_ms, key, value, headers, size)
        delivery = Delivery(state.parking, 0, timestamp_ms)
        self._append(topic, state, partition, (timestamp_ms, key, value, headers), size, delivery)
        return delivery

    async def drain(self) -> None:
        """Wait until half of `buffer_memory` is free, and let what is ready be sent."""
        if self._sender.wake.is_set():
            await asyncio.sleep(0)
        await self._accumulator.room.wait()

    async def flush(self) -> None:
        """Send everything now and wait until it is acknowledged or has failed.

        Raises the first error since the last `flush` that has not been raised by a delivery.
        """
        for state in self._topics.values():
            if state.parked:
                await state.parking.wait()
        self._accumulator.close_all()
        self._sender.wake.set()
        for batch in list(self._accumulator.batches()):
            await batch.outcome.wait()
        failed, self._sender.unseen = self._sender.unseen, []
        for batch in failed:
            if not batch.outcome.seen:
                batch.outcome.check()
        for state in self._topics.values():
            if not state.parking.seen:
                state.parking.check()

    @property
    def buffered(self) -> int:
        """Bytes of `buffer_memory` that are taken."""
        return self._accumulator.buffered

    def _admit(self, size: int) -> None:
        if size > self.options.max_request_size:
            raise RecordTooLarge(f"a record of {size} bytes; max_request_size is {self.options.max_request_size}")
        if self._accumulator.buffered + size > self.options.buffer_memory:
            raise BufferFull(f"{self._accumulator.buffered} bytes wait for acknowledgement: await drain() first")

    def _append(
        self,
        topic: str,
        state: _Topic,
        partition: int | None,
        record: tuple[int, bytes | None, bytes | None, Sequence[Header]],
        size: int,
        delivery: Delivery,
    ) -> None:
        sticky = False
        if partition is None:
            partition, sticky = self._choose(topic, state, record[1])
        queue = state.queues.get(partition)
        if queue is None:
            queue = self._new_queue(topic, state, partition)
        had_open = queue.open is not None
        batch, new = self._accumulator.put(queue, record, size, self._cluster.runtime.now)
        delivery.place(batch.outcome, len(batch.builder) - 1)
        if new:
            self._tell_sender(batch.created_at, full=had_open)
            if sticky and had_open:
                state.sticky.move_on(state.led)

    def _choose(self, topic: str, state: _Topic, key: bytes | None) -> tuple[int, bool]:
        if self.options.partitioner is not None:
            chosen = self.options.partitioner(topic, key, state.count)
            if chosen is not None:
                return chosen, False
        elif key is not None:
            return partition_for_key(key, state.count), False
        return state.sticky.partition(state.led), True

    def _tell_sender(self, created_at: float, *, full: bool) -> None:
        """Wake the sender if there is a full batch, or a new one that it would look at too late."""
        wakes_at = self._sender.wakes_at
        if full or wakes_at is None or created_at + self.options.linger_ms / 1000 < wakes_at:
            self._sender.wake.set()

    def _new_queue(self, topic: str, state: _Topic, partition: int) -> PartitionQueue:
        if not 0 <= partition < state.count:
            raise InvalidOption(f"topic {topic!r} has partitions 0 to {state.count - 1}, and no {partition}")
        queue = state.queues[partition] = self._accumulator.queue(TopicPartition(topic, partition))
        return queue

    # --- topics -------------------------------------------------------------------------------------------------

    def _new_topic(self, topic: str) -> _Topic:
        state = self._topics[topic] = _Topic(StickyChoice(self._cluster.runtime.chance))
        return state

    def _park(
        self,
        state: _Topic,
        partition: int | None,
        timestamp: int,
        key: bytes | None,
        value: bytes | None,
        headers: Sequence[Header],
        size: int,
    ) -> Delivery:
        raise NotImplementedError
