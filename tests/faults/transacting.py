"""Processes that copy in transactions through a proxy, in real time: `exactly_once` over sockets."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from secrets import token_hex

from kafkawire.client import Admin, Consumer, TopicPartition
from tests.faults.clients import Sockets
from tests.faults.exactly_once import PARTITIONS, Committed, Job, Process, fill, watch
from tests.faults.ledger import Broken
from tests.faults.ruled import RuledProxy

__all__ = ["transact"]

_INPUTS = 300
_TROUBLE = 8.0  # seconds
_LONGEST = 180.0  # seconds until all must have been written
_PROCESSES = 3


class _Beyond:
    """The cluster behind a proxy."""

    def __init__(self, address: str) -> None:
        self.bootstrap_servers = address
        self.network = Sockets()
        self.happened: Counter[str] = Counter()


async def transact(proxy: RuledProxy, rng: random.Random) -> Counter[str]:
    """One round. Returns what happened; raises `Broken`."""
    cluster, name = _Beyond(proxy.address), token_hex(8)
    job = Job(f"in-{name}", f"out-{name}", f"processes-{name}")
    async with Admin(proxy.address) as admin:
        await admin.create_topics({job.source: PARTITIONS, job.target: PARTITIONS})
    inputs = await fill(cluster, job, rng, _INPUTS)
    committed, done = Committed(), asyncio.Event()
    proxy.begin(rng.choice(proxy.FACTORS))
    async with asyncio.TaskGroup() as tasks:
        reader = tasks.create_task(watch(cluster, job, committed, rng, inputs, done))
        workers = [Process(cluster, job, committed, rng, number) for number in range(_PROCESSES)]
        processes = [tasks.create_task(worker.run(done)) for worker in workers]
        await asyncio.sleep(_TROUBLE)
        proxy.end()
        await asyncio.wait([reader], timeout=_LONGEST)
        done.set()
        await asyncio.wait(processes)
        reader.cancel()
    committed.check(inputs)
    await _check_stable(proxy.address, job)
    outcomes = {"transactions committed": len(committed.committed), "transactions aborted": len(committed.aborted)}
    return proxy.happened + cluster.happened + Counter(outcomes)


async def _check_stable(address: str, job: Job) -> None:
    """No transaction is left open."""
    ends = {}
    for level in ("read_committed", "read_uncommitted"):
        async with Consumer(address, isolation_level=level) as consumer:
            ends[level] = await consumer.offsets_for_times(
                {TopicPartition(job.target, n): -1 for n in range(PARTITIONS)}
            )
    if ends["read_committed"] != ends["read_uncommitted"]:
        raise Broken(f"{job.target}: stable up to {ends['read_committed']} of {ends['read_uncommitted']}")
