"""The same demands on a broker that runs elsewhere: Apache Kafka, or ours.

Set `KAFKAWIRE_TEST_BROKER` to its HOST:PORT to run them.
"""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import Coroutine
from typing import Any

import pytest

from kafkawire.client import Admin, Consumer, Producer, TopicPartition
from kafkawire.client.blocking import BlockingReader

ADDRESS = os.environ.get("KAFKAWIRE_TEST_BROKER", "")

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.skipif(not ADDRESS, reason="KAFKAWIRE_TEST_BROKER is not set"),
]


def run(work: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(60):
            await work

    asyncio.run(limited())


async def new_topic(partitions: int) -> str:
    name = f"kafkawire-{uuid.uuid4().hex[:12]}"
    async with Admin(ADDRESS) as admin:
        await admin.create_topics({name: partitions})
    return name


async def read_values(topic: str, count: int, **options: Any) -> dict[int, list[bytes | None]]:
    got: dict[int, list[bytes | None]] = {}
    async with Consumer(ADDRESS, topics=[topic], auto_offset_reset="earliest", **options) as consumer:
        while sum(map(len, got.values())) < count:
            for chunk in await consumer.fetch(timeout=30):
                got.setdefault(chunk.partition, []).extend(record.value for record in chunk)
    return got


@pytest.mark.parametrize("compression", ["none", "gzip", "snappy", "lz4", "zstd"])
def test_what_is_produced_is_read_back(compression: Any) -> None:
    async def main() -> None:
        topic = await new_topic(3)
        async with Producer(ADDRESS, compression_type=compression) as producer:
            for i in range(5_000):
                await producer.drain()
                producer.send(topic, b"value %d" % i, key=b"%d" % (i % 100), partition=i % 3)
        expected = {p: [b"value %d" % i for i in range(p, 5_000, 3)] for p in range(3)}
        assert await read_values(topic, 5_000, group_id=f"g-{topic}") == expected

    run(main())


@pytest.mark.parametrize("acks", ["all", 1, 0])
def test_deliveries_say_where_records_are(acks: Any) -> None:
    async def main() -> None:
        topic = await new_topic(1)
        async with Producer(ADDRESS, acks=acks) as producer:
            results = [await producer.send(topic, b"%d" % i, headers=[("n", b"%d" % i)]) for i in range(3)]
        assert [result.offset for result in results] == ([-1] * 3 if acks == 0 else [0, 1, 2])
        assert await read_values(topic, 3) == {0: [b"0", b"1", b"2"]}

    run(main())


def test_a_group_shares_commits_and_hands_over() -> None:
    async def main() -> None:
        topic = await new_topic(4)
        options: dict[str, Any] = {"group_id": f"g-{topic}", "topics": [topic], "auto_offset_reset": "earliest"}
        options |= {"session_timeout_ms": 10_000, "heartbeat_interval_ms": 500}
        async with Producer(ADDRESS) as producer:
            for i in range(400):
                producer.send(topic, b"%d" % i, partition=i % 4)
        seen: list[bytes | None] = []

        async def work(consumer: Consumer, enough: int) -> None:
            async with consumer:
                while len(seen) < enough:
                    for chunk in await consumer.fetch(max_records=10, timeout=1):
                        seen.extend(record.value for record in chunk)
                        await asyncio.sleep(0.05)

        await asyncio.gather(work(Consumer(ADDRESS, **options), 400), work(Consumer(ADDRESS, **options), 200))
        assert sorted(seen, key=lambda value: int(value or b"-1")) == [b"%d" % i for i in range(400)]

    run(main())


def test_blocking_readers_read_exact_ranges() -> None:
    async def main() -> str:
        topic = await new_topic(1)
        async with Producer(ADDRESS, compression_type="zstd") as producer:
            for i in range(1_000):
                producer.send(topic, b"%d" % i)
        return topic

    topic = asyncio.run(main())
    tp = TopicPartition(topic, 0)
    with BlockingReader(ADDRESS) as reader:
        assert reader.partitions(topic) == [tp]
        assert reader.end_offsets([tp]) == {tp: 1_000}
        values = [record.value for piece in reader.fetch(tp, 123, 877) for record in piece.records()]
    assert values == [b"%d" % i for i in range(123, 877)]
