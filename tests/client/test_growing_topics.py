"""A consumer without a group goes on with partitions, and topics of its pattern, that come later."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.errors import KafkaError
from tests.client.scripted import Cluster
from tests.client.test_consumer import consumer, fill, read
from tests.client.virtual_time import run

YOUNG: dict[str, Any] = {"metadata_max_age_ms": 1000}


@pytest.mark.parametrize("reset", ["earliest", "latest"])
def test_partitions_that_are_added_are_read_from_their_beginning(reset: str) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with consumer(cluster, topics=["t"], auto_offset_reset=reset, **YOUNG) as c:
            await c.fetch(timeout=0.5)
            cluster.grow("t", 3)
            fill(cluster, "t", 2, 5)
            assert await read(c, 5) == {TP("t", 2): [0, 1, 2, 3, 4]}
            fill(cluster, "t", 0, 2)
            assert await read(c, 2) == {TP("t", 0): [0, 1]}
            assert c.assignment == [TP("t", index) for index in range(3)]

    run(main())


def test_so_are_topics_that_match_the_pattern() -> None:
    async def main() -> None:
        cluster = Cluster({"t1": 1, "u1": 1})
        async with consumer(cluster, topic_pattern="t.*", **YOUNG) as c:
            await c.fetch(timeout=0.5)
            cluster.create("t2", 1)
            cluster.create("u2", 1)
            fill(cluster, "t2", 0, 5)
            assert await read(c, 5) == {TP("t2", 0): [0, 1, 2, 3, 4]}
            assert c.assignment == [TP("t1", 0), TP("t2", 0)]

    run(main())


def test_whoever_assigns_partitions_reads_these_alone() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 2})
        async with consumer(cluster, topics=["t"], **YOUNG) as c:
            c.assign([("t", 1)])
            cluster.grow("t", 4)
            await c.fetch(timeout=5)
            assert c.assignment == [TP("t", 1)]

    run(main())


def test_a_cluster_that_is_away_is_looked_at_later() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with consumer(cluster, topics=["t"], **YOUNG) as c:
            await c.fetch(timeout=0.5)
            cluster.stop(1)
            cluster.grow("t", 2)
            await c.fetch(timeout=10)
            cluster.start(1)
            fill(cluster, "t", 1, 5)
            assert await read(c, 5) == {TP("t", 1): [0, 1, 2, 3, 4]}
        assert not [task for task in asyncio.all_tasks() if "new partitions" in task.get_name()]

    run(main())


def test_an_error_that_stays_is_raised() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        async with consumer(cluster, topic_pattern="t", **YOUNG) as c:
            await c.fetch(timeout=0.5)
            cluster.faults[ApiKey.METADATA] = [31] * 5  # CLUSTER_AUTHORIZATION_FAILED
            with pytest.raises(KafkaError, match="CLUSTER_AUTHORIZATION_FAILED"):
                await c.fetch(timeout=10)

    run(main())
