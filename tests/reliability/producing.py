"""Producers that write on while the broker dies and comes back, and note what they were promised, or why not."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from kafkawire.client import Producer
from kafkawire.errors import KafkaWireError
from tests.reliability.ledger import Ledger, Place

CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
MOST_WAITING = 400
Promise = Callable[[int], None]


class Writer(Protocol):
    """A client library's producer. `send` calls `promise` with the offset once the record is acknowledged.

    `failures`: how many records were given up, by the library's name for the reason. One that is not idempotent may
    write a record twice, and out of order.
    """

    is_idempotent: bool
    failures: Counter[str]

    async def start(self) -> None: ...

    def send(self, place: Place, key: bytes, value: bytes, promise: Promise) -> None: ...

    @property
    def waiting(self) -> int: ...

    async def settle(self) -> None: ...

    async def close(self) -> None: ...


class OwnWriter:
    """kafkawire's own producer."""

    is_idempotent = True

    def __init__(self, address: str, codec: Any) -> None:
        self._producer = Producer(
            address,
            compression_type=codec,
            acks="all",
            linger_ms=1,
            batch_size=2000,
            retry_backoff_ms=10,
            retry_backoff_max_ms=60,
            request_timeout_ms=8000,
            delivery_timeout_ms=110_000,
        )
        self._tasks: set[asyncio.Task[None]] = set()
        self.failures: Counter[str] = Counter()

    async def start(self) -> None:
        await self._producer.start()

    def send(self, place: Place, key: bytes, value: bytes, promise: Promise) -> None:
        delivery = self._producer.send(place[0], value, key=key, partition=place[1])

        async def wait() -> None:
            try:
                promise((await delivery).offset)
            except KafkaWireError as exc:
                self.failures[type(exc).__name__] += 1

        task = asyncio.create_task(wait())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def waiting(self) -> int:
        return len(self._tasks)

    async def settle(self) -> None:
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def close(self) -> None:
        await self._producer.close()


class ConfluentWriter:
    """librdkafka's producer, which has nothing in common with ours."""

    def __init__(self, address: str, codec: Any, *, is_idempotent: bool = True) -> None:
        from confluent_kafka import Producer as Confluent

        self.is_idempotent = is_idempotent
        self._producer = Confluent(
            {
                "bootstrap.servers": address,
                "enable.idempotence": is_idempotent,
                "acks": "all",
                "compression.type": codec,
                "linger.ms": 1,
                "batch.size": 2000,
                "reconnect.backoff.ms": 10,
                "reconnect.backoff.max.ms": 60,
                "retry.backoff.ms": 10,
                "topic.metadata.refresh.interval.ms": 500,
                "log_level": 0,
            }
        )
        self.failures: Counter[str] = Counter()

    async def start(self) -> None:
        return

    def send(self, place: Place, key: bytes, value: bytes, promise: Promise) -> None:
        def told(error: Any, message: Any) -> None:
            if error is None:
                promise(message.offset())
            else:
                self.failures[error.name()] += 1

        self._producer.produce(place[0], value, key, place[1], on_delivery=told)
        self._producer.poll(0)

    @property
    def waiting(self) -> int:
        self._producer.poll(0)
        return len(self._producer)

    async def settle(self) -> None:
        async with asyncio.timeout(120):
            while self.waiting:
                await asyncio.sleep(0.005)

    async def close(self) -> None:
        await self.settle()
        await asyncio.to_thread(self._producer.close)  # one that lives on asks for its topics, which makes them anew


class Load:
    """Several producers, one a codec, that write to all partitions until told to pause."""

    def __init__(self, make: Callable[[str], Writer], ledger: Ledger, places: list[Place], random: Random) -> None:
        self._writers = {codec: make(codec) for codec in CODECS}
        self._ledger = ledger
        self._places = places
        self._random = random
        self._numbers: dict[tuple[str, Place], int] = {}
        self._flows = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_idempotent(self) -> bool:
        """Whether each record is there exactly once."""
        return all(writer.is_idempotent for writer in self._writers.values())

    @property
    def failures(self) -> Counter[str]:
        """How many records were given up, by reason."""
        return sum((writer.failures for writer in self._writers.values()), Counter())

    async def start(self) -> None:
        """Begin, paused."""
        for codec, writer in self._writers.items():
            await writer.start()
            self._tasks.append(asyncio.create_task(self._write(codec, writer)))

    def flow(self) -> None:
        """Write."""
        self._flows.set()

    async def settle(self) -> None:
        """Write no more, and wait until everything is acknowledged."""
        self._flows.clear()
        for writer in self._writers.values():
            await writer.settle()

    async def close(self) -> None:
        """End it. Raises what a writer stumbled over."""
        for task in self._tasks:
            task.cancel()
        for result in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result
        for writer in self._writers.values():
            await writer.close()

    async def _write(self, codec: str, writer: Writer) -> None:
        while True:
            await self._flows.wait()
            if writer.waiting < MOST_WAITING:
                place = self._random.choice(self._places)
                for _ in range(self._random.choice([1, 3, 12])):
                    self._send(codec, writer, place)
            await asyncio.sleep(self._random.choice([0, 0.005, 0.02]))

    def _send(self, codec: str, writer: Writer, place: Place) -> None:
        number = self._numbers.get((codec, place), 0)
        self._numbers[codec, place] = number + 1
        what = (codec.encode(), number)
        key = b"key-%d" % self._random.randrange(30)
        padding = b"x" * self._random.choice([0, 20, 300])
        part = self._ledger.partitions[place]
        part.sent[what] = key

        def promise(offset: int) -> None:
            part.acknowledged[what] = offset

        writer.send(place, key, b"%s:%d:%s" % (*what, padding), promise)
