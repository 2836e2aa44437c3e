"""Whichever call is cancelled, wherever it waits just then: the producer goes on, nothing is lost or repeated."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from kafkawire import ApiKey
from kafkawire.client import Delivery, Producer, TopicPartition
from kafkawire.client.errors import NoTransaction
from kafkawire.records import RecordBatch
from tests.client.scripted import LOSE_ANSWER, Cluster
from tests.client.test_producer import producer
from tests.client.test_transactional_producer import NEW, OLD, TransactionalCluster
from tests.client.test_transactional_producer import producer as transactional
from tests.client.virtual_time import run

Step = Callable[[Producer, Delivery], Awaitable[object]]

CALLS: dict[str, Step] = {
    "delivery": lambda p, delivery: _await(delivery),
    "flush": lambda p, delivery: p.flush(),
    "drain": lambda p, delivery: p.drain(),
    "close": lambda p, delivery: p.close(),
    "count_partitions": lambda p, delivery: p.count_partitions("other"),
}


async def _await(delivery: Delivery) -> object:
    return await delivery


async def cancel_after(turns: int, awaitable: Awaitable[object]) -> bool:
    """Cancel it after so many turns of the event loop; returns whether there was still something to cancel."""
    task = asyncio.ensure_future(awaitable)
    for _ in range(turns):
        await asyncio.sleep(0)
    cancelled = task.cancel()
    await asyncio.wait([task])
    assert task.cancelled() or task.exception() is None
    return cancelled


@pytest.mark.parametrize("options", [{}, {"linger_ms": 0}], ids=str)
@pytest.mark.parametrize("fault", [None, LOSE_ANSWER])
@pytest.mark.parametrize("call", CALLS)
def test_a_cancelled_call_leaves_the_producer_usable(call: str, fault: Any, options: dict[str, Any]) -> None:
    async def once(turns: int) -> bool:
        cluster = Cluster({"t": 1, "other": 2})
        p = producer(cluster, buffer_memory=20_000, **options)
        await p.start()
        await p.send("t", b"first")
        if fault is not None:
            cluster.faults[ApiKey.PRODUCE] = [fault]
        deliveries = [p.send("t", bytes(1_000)) for _ in range(15)]
        cancelled = await cancel_after(turns, CALLS[call](p, deliveries[0]))
        if p._running is None:  # it had written everything, so it was on the way out
            assert cluster.logs["t", 0].end == 16
            return False
        last = p.send("t", b"last")
        assert (await last).offset == 16
        await p.close()
        assert cluster.logs["t", 0].values() == [b"first", *[bytes(1_000)] * 15, b"last"]
        assert p.buffered == 0
        return cancelled

    turns = 0
    while run(once(turns)) and turns < 60:
        turns += 1
    assert turns > 0 or call in ("drain", "count_partitions")


def test_leaving_the_block_while_being_cancelled_closes_all_the_same() -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        before = asyncio.all_tasks()

        async def work() -> None:
            async with producer(cluster) as p:
                await p.send("t", b"1")
                cluster.stop(1)
                p.send("t", b"2")

        task = asyncio.create_task(work())
        await asyncio.sleep(5)  # it waits for the second record by now
        assert not task.done()
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        assert asyncio.all_tasks() == before

    run(main())


TRANSACTION_CALLS: dict[str, Callable[[Producer], Awaitable[object]]] = {
    "flush": lambda p: p.flush(),
    "commit": lambda p: p.commit_transaction(),
    "abort": lambda p: p.abort_transaction(),
    "send_offsets": lambda p: p.send_offsets({TopicPartition("t", 0): 5}, "g"),
}


async def finish(p: Producer, call: str) -> bool:
    """End the transaction in the way that was begun, if it is not over; returns whether it was committed."""
    with suppress(NoTransaction):  # the cancelled call had done its work
        await (p.abort_transaction() if call == "abort" else p.commit_transaction())
    return call != "abort"


@pytest.mark.parametrize("level", [OLD, NEW])
@pytest.mark.parametrize("call", TRANSACTION_CALLS)
def test_a_cancelled_call_leaves_the_transaction_to_be_ended(call: str, level: int) -> None:
    async def once(turns: int) -> bool:
        cluster = TransactionalCluster({"t": 1}, level)
        p = transactional(cluster)
        await p.start()
        p.begin_transaction()
        p.send("t", b"1")
        cancelled = await cancel_after(turns, TRANSACTION_CALLS[call](p))
        committed = await finish(p, call)
        p.begin_transaction()
        await p.send("t", b"2")
        await p.commit_transaction()
        await p.close()
        ends = [way for _, way in cluster.ends]
        assert set(ends[:-1]) <= {committed}
        assert ends[-1] is True
        last = RecordBatch(cluster.logs["t", 0].batches[-1][2])
        assert [record.value for record in last] == [b"2"]
        return cancelled

    turns = 0
    while run(once(turns)) and turns < 60:
        turns += 1
    assert turns > 0
