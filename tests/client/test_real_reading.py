"""Sessions, epochs, seeking and columns against a broker that runs elsewhere: Apache Kafka, or ours.

Set `KAFKAWIRE_TEST_BROKER` to its HOST:PORT to run them.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from kafkawire.client import Admin, Consumer, Producer, TopicPartition
from tests.client.test_real_broker import ADDRESS, new_topic, run

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.skipif(not ADDRESS, reason="KAFKAWIRE_TEST_BROKER is not set"),
]


async def produce(topic: str, count: int, partition: int = 0, **options: Any) -> None:
    async with Producer(ADDRESS, **options) as producer:
        for i in range(count):
            producer.send(topic, b"v%d" % i, key=b"k%d" % i, partition=partition)


async def read(c: Consumer, count: int) -> list[int]:
    got: list[int] = []
    while len(got) < count:
        got += [record.offset for chunk in await c.fetch(timeout=30) for record in chunk]
    return got


def test_a_session_over_many_partitions_brings_what_changes() -> None:
    async def main() -> None:
        topic = await new_topic(200)
        async with Consumer(ADDRESS, topics=[topic], auto_offset_reset="earliest") as c:
            await c.fetch(timeout=1.5)
            for turn in range(3):
                await produce(topic, 10, partition=50 + turn)
                await produce(topic, 10, partition=50)
                assert len(await read(c, 20)) == 20
            sessions = list(c._fetcher.partitions.sessions.values())
            assert [session._epoch > 3 for session in sessions] == [True]
            assert c.health().is_alive(5)

    run(main())


@pytest.mark.parametrize("compression", ["none", "zstd"])
def test_columns_are_what_was_produced(compression: Any) -> None:
    async def main() -> None:
        topic = await new_topic(1)
        await produce(topic, 3_000, compression_type=compression)
        async with Consumer(ADDRESS, topics=[topic], auto_offset_reset="earliest") as c:
            values: list[bytes | None] = []
            while len(values) < 3_000:
                for chunk in await c.fetch_columns(max_records=700, timeout=30):
                    values += chunk.values()
            assert values == [b"v%d" % i for i in range(3_000)]
            assert c.lag() == {TopicPartition(topic, 0): 0}

    run(main())


def test_seeking_by_place_and_time() -> None:
    async def main() -> None:
        topic = await new_topic(1)
        await produce(topic, 10)
        await asyncio.sleep(0.05)
        between = int(time.time() * 1000)
        await asyncio.sleep(0.05)
        await produce(topic, 10)
        tp = TopicPartition(topic, 0)
        async with Consumer(ADDRESS, topics=[topic], auto_offset_reset="by_duration:PT1H") as c:
            assert await read(c, 20) == list(range(20))
            await c.seek_to_time(between)
            assert c.positions() == {tp: 10}
            await c.seek_to_beginning()
            assert await read(c, 20) == list(range(20))
            await c.seek_to_end()
            assert c.positions() == await c.end_offsets([tp]) == {tp: 20}
            await c.seek_to_time(between + 10**9)
            assert c.positions() == {tp: 20}
            assert await c.beginning_offsets([tp]) == {tp: 0}

    run(main())


def test_the_epoch_is_committed_and_validated() -> None:
    async def main() -> None:
        topic = await new_topic(1)
        await produce(topic, 10)
        options: Any = {"topics": [topic], "group_id": f"g-{topic}", "auto_offset_reset": "earliest"}
        async with Consumer(ADDRESS, **options) as c:
            await read(c, 10)
        await produce(topic, 5)
        async with Consumer(ADDRESS, **options) as c:
            committed = await c._group.member.coordinator.committed(  # type: ignore[union-attr]
                [TopicPartition(topic, 0)], stable=False
            )
            assert committed == {TopicPartition(topic, 0): (10, 0)}
            assert await read(c, 5) == list(range(10, 15))

    run(main())


def test_a_topic_made_anew_is_read_from_its_beginning() -> None:
    async def main() -> None:
        topic = await new_topic(2)
        await produce(topic, 10)
        async with Consumer(ADDRESS, topics=[topic], auto_offset_reset="earliest", allow_auto_create_topics=False) as c:
            await read(c, 10)
            async with Admin(ADDRESS) as admin:
                await admin.delete_topics([topic])
                await c.fetch(timeout=2)
                await admin.create_topics({topic: 2})
            await produce(topic, 25)
            assert await read(c, 25) == list(range(25))

    run(main())
