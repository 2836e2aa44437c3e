"""What is fetched ahead is bounded, over all partitions and brokers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client.consumer import Consumer
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from tests.client.scripted_fetch import FetchCluster
from tests.client.test_consumer import consumer, fill, read
from tests.client.virtual_time import run


def buffered(c: Consumer) -> int:
    """Bytes of all answers that are still referred to, counted from the batches themselves."""
    sources = {
        id(batch.source.buffer): len(batch.source.buffer)  # type: ignore[union-attr]
        for state in c._fetcher.states.values()
        for batch in [*state._waiting, *([state._batch] if state._batch else [])]
    }
    return sum(sources.values())


@pytest.mark.parametrize("brokers", [1, 3])
@pytest.mark.parametrize("limit", [4_000, 20_000])
def test_many_partitions_and_a_slow_application_stay_within_the_limit(brokers: int, limit: int) -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 60}, brokers=brokers)
        for index in range(60):
            fill(cluster, "t", index, 200)
        largest = max(len(data) for log in cluster.logs.values() for _, _, data in log.batches)
        options: Any = {"prefetch_max_bytes": limit, "max_partition_fetch_bytes": 2_000}
        async with consumer(cluster, topics=["t"], **options) as c:
            count = most = 0
            while count < 60 * 200:
                for chunk in await c.fetch(max_records=50, timeout=10):
                    count += len(chunk)
                await asyncio.sleep(0.05)  # the application is slow: whatever may be fetched, is
                most = max(most, buffered(c))
                assert c._fetcher.partitions.held_bytes <= buffered(c) + largest
            assert limit // 3 <= most <= limit + brokers * largest  # an answer has at least one batch

    run(main())


def test_one_broker_with_much_data_leaves_room_for_the_others() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 20}, brokers=2)
        for index in range(0, 20, 2):
            fill(cluster, "t", index, 500)
        async with consumer(cluster, topics=["t"], prefetch_max_bytes=8_000, max_partition_fetch_bytes=2_000) as c:
            await c.fetch(max_records=1)
            await asyncio.sleep(5)
            fill(cluster, "t", 1, 10)
            got: dict[TP, list[int]] = {}
            for _ in range(40):
                for chunk in await c.fetch(max_records=50, timeout=5):
                    got.setdefault(chunk.tp, []).extend(record.offset for record in chunk)
            assert got[TP("t", 1)] == list(range(10))

    run(main())


def test_paused_partitions_do_not_keep_others_from_being_read() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 3})
        fill(cluster, "t", 0, 500)
        fill(cluster, "t", 1, 500)
        async with consumer(cluster, topics=["t"], prefetch_max_bytes=3_000, max_partition_fetch_bytes=2_000) as c:
            await c.fetch(max_records=1)
            await asyncio.sleep(5)
            c.pause([("t", 0), ("t", 1)])
            fill(cluster, "t", 2, 100)
            assert await read(c, 100) == {TP("t", 2): list(range(100))}
            positions = c.positions()
            c.resume([("t", 0), ("t", 1)])
            got = await read(c, 999)
            assert {tp: offsets[0] for tp, offsets in got.items()} == {tp: positions[tp] for tp in got}
            assert sum(map(len, got.values())) == 999

    run(main())


def test_no_answer_is_asked_for_that_is_larger_than_what_is_left() -> None:
    async def main() -> None:
        cluster = FetchCluster({"t": 4}, brokers=2)
        async with consumer(cluster, topics=["t"], prefetch_max_bytes=10_000, fetch_max_bytes=7_000) as c:
            await c.fetch(timeout=2)
        asked = {request.max_bytes for *_, request in cluster.seen(ApiKey.FETCH)}  # type: ignore[attr-defined]
        assert asked <= {5_000, 7_000}

    run(main())
