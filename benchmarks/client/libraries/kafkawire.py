"""Ours under asyncio, on either event loop; records as objects by the list, one by one, or as columns."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Coroutine
from contextlib import suppress
from itertools import islice
from typing import Any

import kafkawire
from benchmarks.client.libraries import COLUMNS, ONE_BY_ONE, Settings, Some, Watch, over_and_over
from benchmarks.rounds import UVLOOP
from kafkawire.client import Consumer, Producer
from kafkawire.client.errors import BufferFull

VERSION = kafkawire.__version__
NAME = os.environ.get("BENCHMARK_CLIENT", "")
_BETWEEN_DRAINS = 100


def _run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    if NAME == UVLOOP:
        import uvloop

        return uvloop.run(coroutine)
    return asyncio.run(coroutine)


def options_of(settings: Settings) -> dict[str, Any]:
    return {
        "batch_size": settings.batch_size,
        "linger_ms": settings.linger_ms,
        "compression_type": settings.compression,
        "enable_idempotence": settings.idempotence,
    }


async def _send(producer: Producer, topic: str, some: Some, count: int) -> None:
    deliveries = []
    contents = iter(over_and_over(some, count))
    while chunk := list(islice(contents, _BETWEEN_DRAINS)):
        deliveries += [producer.send(topic, value, key=key, headers=headers) for key, value, headers in chunk]
        await producer.drain()
    await producer.flush()
    assert all(delivery.done for delivery in deliveries)


def produce(address: str, topic: str, some: Some, counts: tuple[int, int], settings: Settings, watch: Watch) -> None:
    async def main() -> None:
        async with Producer(address, **options_of(settings)) as producer:
            await _send(producer, topic, some, counts[0])
            watch.start()
            await _send(producer, topic, some, counts[1])
            watch.stop()

    _run(main())


def consume(address: str, topic: str, counts: tuple[int, int], watch: Watch) -> int:
    async def main() -> int:
        async with Consumer(address, topics=[topic], auto_offset_reset="earliest") as consumer:
            read = {COLUMNS: _columns, ONE_BY_ONE: _one_by_one}.get(NAME, _objects)
            await read(consumer, counts[0])
            watch.start()
            size = await read(consumer, counts[1])
            watch.stop()
            return size

    size: int = _run(main())
    return size


async def _objects(consumer: Consumer, count: int) -> int:
    size = 0
    while count > 0:
        for chunk in await consumer.fetch(min(count, 10_000)):
            count -= len(chunk)
            for record in chunk:
                size += len(record.key or b"") + len(record.value or b"")
    return size


async def _one_by_one(consumer: Consumer, count: int) -> int:
    size = 0
    async for record in consumer:
        size += len(record.key or b"") + len(record.value or b"")
        count -= 1
        if not count:
            break
    return size


async def _columns(consumer: Any, count: int) -> int:
    size = 0
    while count > 0:
        for chunk in await consumer.fetch_columns(min(count, 10_000)):
            count -= len(chunk)
            columns = chunk.columns
            size += int(columns.key_lengths.clip(0).sum() + columns.value_lengths.clip(0).sum())
    return size


def latency(address: str, topic: str, value: bytes, count: int) -> list[float]:
    async def main() -> list[float]:
        taken = []
        async with Producer(address, linger_ms=0) as producer:
            for _ in range(count):
                began = time.perf_counter()
                await producer.send(topic, value)
                taken.append(time.perf_counter() - began)
        return taken

    taken: list[float] = _run(main())
    return taken


def metadata(address: str, topic: str) -> float:
    """Seconds from nothing to a producer that knows all partitions of a topic."""

    async def main() -> float:
        began = time.perf_counter()
        async with Producer(address) as producer:
            await producer.count_partitions(topic)
            return time.perf_counter() - began

    seconds: float = _run(main())
    return seconds


def fill(address: str, topic: str, size: int, buffer_memory: int, watch: Watch) -> int:
    """Send to a broker that has stopped to answer until `buffer_memory` is full. Returns how many records it took."""

    async def main() -> int:
        producer = Producer(address, buffer_memory=buffer_memory)
        await producer.start()
        await producer.send(topic, b"first")
        watch.start()
        number = 0
        deliveries = []
        with suppress(BufferFull):
            while True:
                deliveries.append(producer.send(topic, b"%0*d" % (size, number)))
                number += 1
                if number % _BETWEEN_DRAINS == 0:
                    await asyncio.sleep(0)
        await asyncio.sleep(0.2)
        watch.stop()
        with suppress(TimeoutError):
            await asyncio.wait_for(producer.close(), 0)
        return number

    count: int = _run(main())
    return count


def dawdle(address: str, topic: str, seconds: float, watch: Watch) -> int:
    """Read a few records, then do nothing for a while: what is fetched ahead must not grow. Returns the bound."""

    async def main() -> int:
        async with Consumer(address, topics=[topic], auto_offset_reset="earliest") as consumer:
            watch.start()
            for _ in range(5):
                await consumer.fetch(10)
                await asyncio.sleep(seconds / 5)
            watch.stop()
            return consumer.options.prefetch_max_bytes

    bound: int = _run(main())
    return bound
