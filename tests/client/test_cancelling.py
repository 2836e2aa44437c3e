"""Any awaited call may be cancelled, at any point: after that the consumer goes on, or it is closed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kafkawire.client.consumer import Consumer
from kafkawire.client.errors import ClientClosed
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.client.options import ClientOptions
from kafkawire.client.pool import ConnectionPool
from kafkawire.client.runtime import AioRuntime
from tests.client.scripted_fetch import FetchCluster
from tests.client.test_consumer import fill
from tests.client.test_group import member
from tests.client.virtual_time import run

T0, T1 = TP("t", 0), TP("t", 1)
ALL = {T0: list(range(20)), T1: list(range(20))}
MOST_STEPS = 150

Call = Callable[[Consumer, list[Any]], Awaitable[None]]


async def fetch(c: Consumer, got: list[Any]) -> None:
    got.extend((chunk.tp, record.offset) for chunk in await c.fetch(5, 10) for record in chunk)


async def fetch_columns(c: Consumer, got: list[Any]) -> None:
    got.extend((chunk.tp, int(offset)) for chunk in await c.fetch_columns(5, 10) for offset in chunk.offsets)


async def iterate(c: Consumer, got: list[Any]) -> None:
    count = 0
    async for record in c:
        got.append((TP(record.topic, record.partition), record.offset))
        count += 1
        if count == 5:
            break


async def commit(c: Consumer, got: list[Any]) -> None:
    await c.commit()


async def seek(c: Consumer, got: list[Any]) -> None:
    await c.seek_to_time(0)
    got.clear()


async def committed(c: Consumer, got: list[Any]) -> None:
    await c.committed([T0])


READS = [fetch, fetch_columns, iterate]
CALLS = [*READS, commit, seek, committed]


def cluster_with_records() -> FetchCluster:
    cluster = FetchCluster({"t": 2}, brokers=2)
    for index in range(2):
        fill(cluster, "t", index, 20)
    cluster.times = {5: 0}
    return cluster


async def cancelled_after(steps: int, work: Awaitable[None]) -> bool:
    """Let it run for so many turns of the loop, then cancel it; whether it was still running."""
    task = asyncio.ensure_future(work)
    for _ in range(steps):
        if task.done():
            break
        await asyncio.sleep(0)
    was_running = task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return was_running


def ours() -> set[str]:
    """What still runs of the client; brokers in memory have tasks, too."""
    names = {task.get_name() for task in asyncio.all_tasks()}
    return {name for name in names if name.startswith(("fetch", "settling", "heartbeats", "automatic"))}


async def rest(c: Consumer, got: list[Any]) -> None:
    """Read on until everything is there."""
    while len(set(got)) < 40:
        await asyncio.wait_for(fetch(c, got), 100)


@pytest.mark.parametrize("before", [0, 1], ids=["first call", "later call"])
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("strategy", ["range", "cooperative-sticky"])
def test_a_call_that_is_cancelled_anywhere_loses_no_record(strategy: str, call: Call, before: int) -> None:
    async def attempt(steps: int) -> bool:
        cluster = cluster_with_records()
        got: list[Any] = []
        async with member(cluster, partition_assignment_strategy=[strategy]) as c:
            for _ in range(before):
                await fetch(c, got)
            was_running = await cancelled_after(steps, call(c, got))
            if call is not seek:
                await rest(c, got)
                assert sorted(got) == [(tp, offset) for tp, offsets in ALL.items() for offset in offsets]
            else:
                await fetch(c, got)
            await c.commit()
        assert ours() == set()
        assert cluster.group.members == {}
        return was_running

    _until_it_ends(attempt)


def test_a_start_that_is_cancelled_anywhere_leaves_a_closed_consumer() -> None:
    async def attempt(steps: int) -> bool:
        cluster = cluster_with_records()
        c = member(cluster, group_id=None)
        was_running = await cancelled_after(steps, c.start())
        if was_running:
            with pytest.raises(ClientClosed):
                await c.fetch()
            assert ours() == set() or await _soon_nothing()
        await c.close()
        assert ours() == set()
        return was_running

    _until_it_ends(attempt)


def test_a_close_that_is_cancelled_anywhere_leaves_a_closed_consumer() -> None:
    async def attempt(steps: int) -> bool:
        cluster = cluster_with_records()
        got: list[Any] = []
        c = member(cluster)
        await c.start()
        await fetch(c, got)
        was_running = await cancelled_after(steps, c.close())
        await _soon_nothing()
        with pytest.raises(ClientClosed):
            await c.fetch()
        await c.close()  # once more does no harm
        return was_running

    _until_it_ends(attempt)


async def _soon_nothing() -> bool:
    for _ in range(5):
        await asyncio.sleep(0)
    assert ours() == set()
    return True


def _until_it_ends(attempt: Callable[[int], Any]) -> None:
    """Cancel after 1 turn of the loop, after 2, and so on, until the call ends before; with 0 it would not begin."""
    for steps in range(1, MOST_STEPS):
        if not run(attempt(steps)):
            return
    # A call that waits for the broker's time is not through after any number of turns: every point was cancelled.


def test_a_pool_that_was_closed_opens_no_connections() -> None:
    async def main() -> None:
        pool = ConnectionPool(ClientOptions(), AioRuntime())
        pool.close()
        with pytest.raises(ClientClosed):
            await pool.get("127.0.0.1", 1)

    asyncio.run(main())
