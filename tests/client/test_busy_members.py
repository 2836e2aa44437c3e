"""A member that works for longer than its session may last stays a member, whatever its group does meanwhile.

The coordinator is the broker's own, in virtual time: it forgets members whose heartbeats stay away.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from kafkawire.client import Consumer, Producer, TopicPartition
from kafkawire.errors import KafkaError
from tests.client.virtual_time import run
from tests.faults.clients import Plug
from tests.faults.cluster import Cluster
from tests.faults.front import FrontFaults

WAYS: dict[str, dict[str, Any]] = {
    "range": {"partition_assignment_strategy": ("range",)},
    "roundrobin": {"partition_assignment_strategy": ("roundrobin",)},
    "sticky": {"partition_assignment_strategy": ("sticky",)},
    "cooperative-sticky": {"partition_assignment_strategy": ("cooperative-sticky",)},
    "consumer": {"group_protocol": "consumer"},
}
CLASSIC = [name for name in WAYS if name != "consumer"]
SESSION, POLL_INTERVAL = 6.0, 60.0


class Company:
    """One broker, and the members of a group that have to do with it."""

    def __init__(self, cluster: Cluster, way: str) -> None:
        self.cluster = cluster
        self._way = WAYS[way]
        self._random = random.Random(7)

    def member(self, **options: Any) -> Consumer:
        given: dict[str, Any] = {"enable_auto_commit": False, "max_poll_interval_ms": int(POLL_INTERVAL * 1000)}
        if "group_protocol" not in self._way:
            given |= {"session_timeout_ms": int(SESSION * 1000), "heartbeat_interval_ms": 1000}
        return Consumer(
            self.cluster.bootstrap_servers,
            runtime=Plug(self.cluster.network, self._random).runtime,
            group_id="g",
            topics=["t"],
            auto_offset_reset="earliest",
            **given | self._way | options,
        )

    async def fill(self) -> None:
        runtime = Plug(self.cluster.network, self._random).runtime
        async with Producer(self.cluster.bootstrap_servers, runtime=runtime) as producer:
            for index in range(40):
                producer.send("t", b"%d" % index, partition=index % 4)


def play(way: str, part: Callable[[Company], Awaitable[None]]) -> None:
    async def main() -> None:
        rng = random.Random(7)
        async with Cluster(rng, FrontFaults(rng, factor=0), brokers=1) as cluster:
            cluster.create("t", 4)
            company = Company(cluster, way)
            await company.fill()
            await part(company)

    run(main())


async def read_until(consumer: Consumer, count: int, seen: list[tuple[TopicPartition, int]]) -> None:
    while len(seen) < count:
        for chunk in await consumer.fetch(timeout=1):
            seen += [(chunk.tp, record.offset) for record in chunk]


async def keep_reading(consumer: Consumer, seen: list[tuple[TopicPartition, int]]) -> None:
    async with consumer:
        while True:
            for chunk in await consumer.fetch(timeout=0.2):
                seen += [(chunk.tp, record.offset) for record in chunk]


@asynccontextmanager
async def latecomer(company: Company) -> AsyncIterator[list[tuple[TopicPartition, int]]]:
    """Another member comes in a while, and reads for as long as the block takes; what it has seen."""
    seen: list[tuple[TopicPartition, int]] = []

    async def read() -> None:
        await asyncio.sleep(SESSION / 2)
        await keep_reading(company.member(), seen)

    task = asyncio.get_running_loop().create_task(read())
    try:
        yield seen
    finally:
        task.cancel()
        await asyncio.wait([task])


@pytest.mark.parametrize("way", WAYS)
def test_the_commit_of_a_member_that_worked_through_a_rebalance_is_taken(way: str) -> None:
    async def part(company: Company) -> None:
        first: list[tuple[TopicPartition, int]] = []
        lost: list[TopicPartition] = []
        async with company.member(on_lost=lost.extend) as busy:
            await read_until(busy, 40, first)
            async with latecomer(company) as second:
                await asyncio.sleep(2 * SESSION)
                await busy.commit()
                assert second == []
                for _ in range(20):
                    await busy.fetch(timeout=1)
                assert len(busy.assignment) == 2
                assert second == []
                assert lost == []

    play(way, part)


@pytest.mark.parametrize("way", WAYS)
def test_a_member_that_stays_away_for_too_long_leaves_also_during_a_rebalance(way: str) -> None:
    async def part(company: Company) -> None:
        first: list[tuple[TopicPartition, int]] = []
        lost: list[TopicPartition] = []
        async with company.member(on_lost=lost.extend) as busy:
            await read_until(busy, 40, first)
            began = asyncio.get_running_loop().time()
            async with latecomer(company) as second:
                while len(second) < 40:
                    await asyncio.sleep(0.1)
                waited = asyncio.get_running_loop().time() - began
                assert POLL_INTERVAL <= waited < POLL_INTERVAL + SESSION
                with pytest.raises(KafkaError):
                    await busy.commit()
                await busy.fetch(timeout=5)
                assert len(lost) == 4

    play(way, part)


@pytest.mark.parametrize("way", CLASSIC)
def test_a_listener_may_take_longer_than_the_session(way: str) -> None:
    async def part(company: Company) -> None:
        first: list[tuple[TopicPartition, int]] = []

        async def finish(_: list[TopicPartition]) -> None:
            await asyncio.sleep(2 * SESSION)
            await busy.commit()

        async with company.member(on_revoked=finish) as busy:
            await read_until(busy, 40, first)
            async with latecomer(company) as second:
                while len(busy.assignment) != 2:
                    await busy.fetch(timeout=1)
                await busy.fetch(timeout=5)
                assert second == []

    play(way, part)
