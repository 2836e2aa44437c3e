"""Fetching from a replica in the same rack (KIP-392)."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from tests.client.scripted import LOSE_REQUEST
from tests.client.scripted_fetch import FetchCluster
from tests.client.test_consumer import consumer, fill, read
from tests.client.virtual_time import run

T0 = TP("t", 0)


def racks() -> FetchCluster:
    """Broker 1 leads, broker 2 is near."""
    cluster = FetchCluster({"t": 1}, brokers=2)
    cluster.near = {"b": 2}
    fill(cluster, "t", 0, 20)
    return cluster


def nodes(cluster: FetchCluster) -> list[int]:
    return [node for node, *_ in cluster.seen(ApiKey.FETCH)]


def test_what_the_leader_says_is_nearer_is_fetched_from() -> None:
    async def main() -> None:
        cluster = racks()
        async with consumer(cluster, topics=["t"], client_rack="b") as c:
            assert await read(c, 20) == {T0: list(range(20))}
            await c.fetch(timeout=2)
        first: Any = cluster.seen(ApiKey.FETCH)[0][3]
        assert first.rack_id == "b"
        assert nodes(cluster)[:2] == [1, 2]
        assert set(nodes(cluster)[1:]) == {2}
        second: Any = cluster.seen(ApiKey.FETCH)[1][3]
        assert second.topics[0].partitions[0].last_fetched_epoch == -1

    run(main())


def test_the_leader_is_asked_again_after_a_while() -> None:
    async def main() -> None:
        cluster = racks()
        async with consumer(cluster, topics=["t"], client_rack="b", metadata_max_age_ms=10_000) as c:
            await c.fetch(timeout=1)
            await c.fetch(timeout=25)
        asked = nodes(cluster)
        assert 3 <= asked.count(1) <= 4
        assert asked.count(2) > 40

    run(main())


@pytest.mark.parametrize("fault", [9, 6, 56, 78, 1])
def test_after_an_error_the_leader_is_asked(fault: int) -> None:
    async def main() -> None:
        cluster = racks()
        async with consumer(cluster, topics=["t"], client_rack="b", auto_offset_reset="earliest") as c:
            await read(c, 20)
            cluster.partition_faults["t", 0] = [fault]
            count = len(nodes(cluster))
            assert await c.fetch(timeout=3) == []
            fill(cluster, "t", 0, 10)
            assert await read(c, 10) == {T0: list(range(20, 30))}
            assert 1 in nodes(cluster)[count:]

    run(main())


def test_a_replica_that_lags_behind_is_no_reason_to_reset() -> None:
    async def main() -> None:
        cluster = racks()
        async with consumer(cluster, topics=["t"], client_rack="b", auto_offset_reset="none") as c:
            c.seek(T0, 0)
            await read(c, 20)
            cluster.lag_of_replicas = 10
            fill(cluster, "t", 0, 5)
            await c.fetch(timeout=3)
            cluster.lag_of_replicas = 0
            assert await read(c, 5) == {T0: list(range(20, 25))}

    run(main())


def test_a_replica_that_is_gone_is_left() -> None:
    async def main() -> None:
        cluster = racks()
        async with consumer(cluster, topics=["t"], client_rack="b") as c:
            await read(c, 20)
            cluster.near = {}
            cluster.faults[ApiKey.FETCH] = [LOSE_REQUEST]
            cluster.stop(2)
            fill(cluster, "t", 0, 10)
            assert await read(c, 10) == {T0: list(range(20, 30))}
            assert nodes(cluster)[-1] == 1

    run(main())


def test_a_replica_that_is_not_in_the_cluster_is_not_looked_for() -> None:
    async def main() -> None:
        cluster = racks()
        cluster.near = {"b": 9}
        async with consumer(cluster, topics=["t"], client_rack="b") as c:
            await c.fetch(timeout=3)
            assert set(nodes(cluster)) == {1}

    run(main())
