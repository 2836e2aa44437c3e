"""`Producer` for code without an event loop.

    with Producer("127.0.0.1:9092") as producer:
        for row in rows:
            producer.send("flights", row)

It is the producer of asyncio, in a thread of its own. `send` puts a record into a queue and goes on; only when the
memory of the producer is full does it wait.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Generic, Self, Unpack

from kafkawire.client.arguments import ProducerArguments
from kafkawire.client.errors import BufferFull
from kafkawire.client.loop_thread import LoopThread
from kafkawire.client.metadata import GroupMetadata, TopicPartition
from kafkawire.client.producer.delivery import Delivery, RecordMetadata
from kafkawire.client.producer.producer import OffsetSource, Producer
from kafkawire.client.runtime import Runtime
from kafkawire.client.serializing import Serializer, make_serializers
from kafkawire.errors import KafkaWireError
from kafkawire.records import Header
from kafkawire.typevars import K_contra, V_contra

__all__ = ["BlockingDelivery", "BlockingProducer"]

_MOST_QUEUED = 10_000
_BETWEEN_DRAINS = 100


class BlockingDelivery:
    """What becomes of one record."""

    __slots__ = ("_inner", "_producer", "_waiter")

    def __init__(self, producer: BlockingProducer[Any, Any]) -> None:
        self._producer = producer
        self._inner: Delivery | Exception | None = None
        self._waiter: asyncio.Event | None = None

    def result(self, timeout: float | None = None) -> RecordMetadata:
        """Wait for where the record was written, or raise what kept it from that; `TimeoutError` after `timeout` s."""
        return self._producer.thread.run(self._wait(), timeout)

    def resolve(self, inner: Delivery | Exception) -> None:
        """The producer has taken the record, or refused it."""
        self._inner = inner
        if self._waiter is not None:
            self._waiter.set()

    async def _wait(self) -> RecordMetadata:
        if self._inner is None:
            self._waiter = self._waiter or asyncio.Event()
            await self._waiter.wait()
        if isinstance(self._inner, Exception):
            self._producer.was_raised(self._inner)
            raise self._inner
        assert self._inner is not None
        return await self._inner


class BlockingProducer(Generic[K_contra, V_contra]):
    """Writes records to topics. Options and serializers as for `Producer`. Several threads may share one.

    Serializers are called in `send`, by the thread that sends.
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
        self._serializers = make_serializers(key_serializer, value_serializer)
        self.asynchronous: Producer = Producer(bootstrap_servers, runtime=runtime, **options)
        """What does the work; only its thread may touch it."""
        self.thread = LoopThread("kafkawire producer")
        self._queue: deque[tuple[str, Any, dict[str, Any], BlockingDelivery]] = deque()
        self._room = threading.Condition()
        self._is_passing = False
        self._passed = asyncio.Event()
        self._passing: asyncio.Future[None] | None = None
        self._refused: list[Exception] = []

    def start(self) -> None:
        """Find the cluster. Raises `BrokersUnavailable`."""
        self.thread.start(self.asynchronous.start())

    def metrics(self) -> dict[str, int | float]:
        """What has been counted so far, by name: see `kafkawire.client.metrics`. Any thread may ask."""
        return self.asynchronous.metrics()

    def close(self) -> None:
        """Write what is left, then close the connections. Raises the first error that nobody has been told of."""
        try:
            self.thread.run(self._close())
        finally:
            self.thread.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.close()
        except KafkaWireError:
            if error is None:  # the block's own error goes first
                raise

    def send(
        self,
        topic: str,
        value: V_contra | None = None,
        *,
        key: K_contra | None = None,
        headers: Iterable[Header] = (),
        timestamp_ms: int | None = None,
        partition: int | None = None,
    ) -> BlockingDelivery:
        """Have a record written; `result()` of what is returned waits for that. See `Producer.send`.

        Raises `SerializationFailed`.
        """
        if self._serializers is not None:
            key, value = self._serializers.serialize(topic, key, value)
        delivery = BlockingDelivery(self)
        rest = {"key": key, "headers": headers, "timestamp_ms": timestamp_ms, "partition": partition}
        with self._room:
            if len(self._queue) >= _MOST_QUEUED:
                self._room.wait_for(lambda: len(self._queue) < _MOST_QUEUED)
            self._queue.append((topic, value, rest, delivery))
            if not self._is_passing:
                self.thread.call(self._begin)
                self._is_passing = True
        return delivery

    def flush(self, timeout: float | None = None) -> None:
        """Send everything now and wait until it is acknowledged or has failed. Raises the first error."""
        self.thread.run(self._flush(), timeout)

    # --- transactions -------------------------------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[Self]:
        """`with producer.transaction():` commits what the block writes, or aborts it if the block raises."""
        transaction = self.asynchronous.transaction()
        self.thread.run(transaction.__aenter__())
        try:
            yield self
            self.thread.run(self._passed_on())
        except BaseException as exc:
            self.thread.run(self._passed_on())
            self.thread.run(transaction.__aexit__(type(exc), exc, exc.__traceback__))
            raise
        self.thread.run(transaction.__aexit__(None, None, None))

    def send_offsets(
        self, source: OffsetSource | Mapping[TopicPartition, int], group: GroupMetadata | str | None = None
    ) -> None:
        """Commit a consumer's positions with the transaction. See `Producer.send_offsets`."""
        if isinstance(source, Mapping):
            self.thread.run(self._send_offsets(source, group))
        else:  # asked here, as a blocking consumer has a thread of its own
            self.thread.run(self._send_offsets(_Asked(source), None))

    # --- in the thread ------------------------------------------------------------------------------------------

    def was_raised(self, error: Exception) -> None:
        """The error has been raised to somebody, so `flush` need not do it."""
        self._refused = [other for other in self._refused if other is not error]

    def _begin(self) -> None:
        self._passed.clear()
        self._passing = asyncio.ensure_future(self._pass_on())

    async def _pass_on(self) -> None:
        """Give the producer what is queued, as its memory allows."""
        queue, count = self._queue, 0
        while queue or not self._ends():
            topic, value, rest, delivery = queue[0]
            try:
                delivery.resolve(self.asynchronous.send(topic, value, **rest))
            except BufferFull:
                await self.asynchronous.drain()
                continue
            except Exception as exc:  # noqa: BLE001 - what is wrong with one record must not stop those behind it
                self._refused.append(exc)
                delivery.resolve(exc)
            queue.popleft()  # as atomic as the appending of others; only whoever waits for room needs the lock
            if len(queue) == _MOST_QUEUED // 2:
                with self._room:
                    self._room.notify_all()
            count += 1
            if count % _BETWEEN_DRAINS == 0:
                await self.asynchronous.drain()

    def _ends(self) -> bool:
        """Whether there is nothing more to pass on; the next record begins anew then."""
        with self._room:
            if self._queue:
                return False
            self._is_passing = False
            self._passed.set()
            self._room.notify_all()
            return True

    async def _passed_on(self) -> None:
        while self._is_passing:
            await asyncio.sleep(0)  # what another thread has asked for a moment ago comes first
            await self._passed.wait()

    async def _flush(self) -> None:
        await self._passed_on()
        await self.asynchronous.flush()
        refused, self._refused = self._refused, []
        if refused:
            raise refused[0]

    async def _close(self) -> None:
        await self._passed_on()
        await self.asynchronous.close()
        if self._refused:
            raise self._refused[0]

    async def _send_offsets(
        self, source: OffsetSource | Mapping[TopicPartition, int], group: GroupMetadata | str | None
    ) -> None:
        await self._passed_on()
        await self.asynchronous.send_offsets(source, group)


class _Asked:
    """What a consumer has said when it was asked."""

    def __init__(self, source: OffsetSource) -> None:
        self._positions = source.positions()
        self._epochs = source.leader_epochs(self._positions)
        self._group = source.group_metadata()

    def positions(self) -> dict[TopicPartition, int]:
        return self._positions

    def leader_epochs(self, offsets: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        return {tp: epoch for tp, epoch in self._epochs.items() if tp in offsets}

    def group_metadata(self) -> GroupMetadata:
        return self._group
