"""A broker that makes a topic on demand says first that there is none: nobody waits long, and nobody is told."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.client.producer import Producer
from kafkawire.client.runtime import AioRuntime
from tests.client.scripted import Cluster
from tests.client.test_consumer import consumer, fill
from tests.client.virtual_time import run

UNKNOWN_TOPIC_OR_PARTITION, LEADER_NOT_AVAILABLE = 3, 5


def creates_on_demand(code: int, times: int) -> Cluster:
    cluster = Cluster({})
    cluster.create_on_demand = True
    cluster.metadata_faults["new"] = [code] * times
    return cluster


@pytest.mark.parametrize("code", [UNKNOWN_TOPIC_OR_PARTITION, LEADER_NOT_AVAILABLE])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_producer_asks_again_after_a_short_pause(code: int, times: int) -> None:
    async def main() -> None:
        cluster = creates_on_demand(code, times)
        async with Producer("b1:9092", runtime=AioRuntime(cluster.network.dial)) as producer:
            before = asyncio.get_running_loop().time()
            assert (await producer.send("new", b"x")).offset == 0
            assert asyncio.get_running_loop().time() - before < 1

    run(main())


@pytest.mark.parametrize("code", [UNKNOWN_TOPIC_OR_PARTITION, LEADER_NOT_AVAILABLE])
@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("options", [{}, {"group_id": "g"}])
def test_so_does_a_consumer(code: int, times: int, options: dict[str, Any]) -> None:
    async def main() -> None:
        cluster = creates_on_demand(code, times)
        before = asyncio.get_running_loop().time()
        async with consumer(cluster, topics=["new"], auto_offset_reset="earliest", **options) as c:
            while TP("new", 0) not in c.assignment:
                await c.fetch(timeout=0.1)
            assert asyncio.get_running_loop().time() - before < 2
            fill(cluster, "new", 0, 3)
            (chunk,) = await c.fetch(timeout=1)
            assert len(chunk) == 3

    run(main())
