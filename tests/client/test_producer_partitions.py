"""Where a producer puts its records, partitioner by partitioner."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import groupby
from typing import Any
from zlib import crc32

import pytest

from kafkawire import ApiKey
from tests.client.scripted import SILENCE, Cluster
from tests.client.test_producer import producer
from tests.client.virtual_time import run


def written(cluster: Cluster, topic: str = "t") -> dict[int, int]:
    """How many records each partition has."""
    return {index: log.end for (name, index), log in cluster.logs.items() if name == topic}


@pytest.mark.parametrize("name", ["consistent", "consistent_random", "crc32"])
def test_crc32_decides_by_name(name: Any) -> None:
    async def main() -> None:
        async with producer(Cluster({"t": 7}), partitioner=name) as p:
            for key in (b"a", b"b", b"some longer key"):
                for _ in range(2):  # parked, then at once
                    assert (await p.send("t", b"", key=key)).partition == crc32(key) % 7

    run(main())


def test_round_robin_spreads_records_evenly_whatever_their_keys() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 5})
        async with producer(cluster, partitioner="round_robin") as p:
            for i in range(100):
                p.send("t", b"", key=b"same" if i % 2 else None)
        assert written(cluster) == dict.fromkeys(range(5), 20)

    run(main())


def test_keys_are_ignored_if_that_is_asked_for() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 5})
        async with producer(cluster, partitioner_ignore_keys=True, batch_size=1_000) as p:
            await p.send("t", b"")
            for _ in range(200):
                p.send("t", bytes(100), key=b"same")
        assert min(written(cluster).values()) > 0

    run(main())


def test_slow_senders_move_on_after_batch_size_bytes_although_no_batch_gets_full() -> None:
    """KIP-794: what counts is bytes, so that a trickle is spread as evenly as a flood."""

    async def main() -> None:
        cluster = Cluster({"t": 4})
        async with producer(cluster, batch_size=1_000, linger_ms=1) as p:
            # 100 bytes each, with what a record takes beside its value
            places = [(await p.send("t", bytes(74))).partition for _ in range(400)]
        assert {len(list(group)) for _, group in groupby(places)} == {10}
        assert min(Counter(places).values()) >= 40

    run(main())


def test_batches_that_keys_keep_open_hold_nobody_for_more_than_twice_batch_size() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 2})
        async with producer(cluster, batch_size=1_000, linger_ms=1, partitioner=lambda topic, key, count: None) as p:
            await p.send("t", b"")
            for _ in range(100):
                p.send("t", bytes(74))
        assert min(written(cluster).values()) >= 30

    run(main())


def test_partitions_of_a_leader_that_takes_nothing_are_left_out() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 4}, brokers=2)
        options: dict[str, Any] = {"partitioner_availability_timeout_ms": 500, "request_timeout_ms": 20_000}
        async with producer(cluster, batch_size=500, linger_ms=1, acks=1, **options) as p:
            for index in range(4):
                await p.send("t", b"", partition=index)
            mute = [index for index in range(4) if cluster.logs["t", index].leader == 1]
            cluster.faults[ApiKey.PRODUCE] = [SILENCE]
            for _ in range(10):
                p.send("t", bytes(100), partition=mute[0])
            await asyncio.sleep(2)
            places = {(await p.send("t", bytes(400))).partition for _ in range(20)}
            assert places == {0, 1, 2, 3} - set(mute)

    run(main())
