"""aiokafka. Its `send` is a coroutine that gives a future."""

from __future__ import annotations

import asyncio
import time

import aiokafka

from benchmarks.client.libraries import Settings, Some, Watch, over_and_over

VERSION = aiokafka.__version__


async def _send(producer: aiokafka.AIOKafkaProducer, topic: str, some: Some, count: int) -> None:
    deliveries = [
        await producer.send(topic, value, key, headers=headers) for key, value, headers in over_and_over(some, count)
    ]
    await producer.flush()
    for delivery in deliveries:
        delivery.result()


def produce(address: str, topic: str, some: Some, counts: tuple[int, int], settings: Settings, watch: Watch) -> None:
    async def main() -> None:
        producer = aiokafka.AIOKafkaProducer(
            bootstrap_servers=address,
            acks="all",
            max_batch_size=settings.batch_size,
            linger_ms=settings.linger_ms,
            compression_type=None if settings.compression == "none" else settings.compression,
            enable_idempotence=settings.idempotence,
        )
        async with producer:
            await _send(producer, topic, some, counts[0])
            watch.start()
            await _send(producer, topic, some, counts[1])
            watch.stop()

    asyncio.run(main())


async def _read(consumer: aiokafka.AIOKafkaConsumer, count: int) -> int:
    size = 0
    while count > 0:
        for records in (await consumer.getmany(timeout_ms=1000, max_records=min(count, 10_000))).values():
            count -= len(records)
            for record in records:
                size += len(record.key or b"") + len(record.value or b"")
    return size


def consume(address: str, topic: str, counts: tuple[int, int], watch: Watch) -> int:
    async def main() -> int:
        async with aiokafka.AIOKafkaConsumer(
            topic, bootstrap_servers=address, auto_offset_reset="earliest", enable_auto_commit=False
        ) as consumer:
            await _read(consumer, counts[0])
            watch.start()
            size = await _read(consumer, counts[1])
            watch.stop()
            return size

    return asyncio.run(main())


def latency(address: str, topic: str, value: bytes, count: int) -> list[float]:
    async def main() -> list[float]:
        taken = []
        async with aiokafka.AIOKafkaProducer(
            bootstrap_servers=address, acks="all", linger_ms=0, enable_idempotence=True
        ) as producer:
            for _ in range(count):
                began = time.perf_counter()
                await producer.send_and_wait(topic, value)
                taken.append(time.perf_counter() - began)
        return taken

    return asyncio.run(main())
