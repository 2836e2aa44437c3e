"""Processes that read, write and commit in transactions, through whatever happens: each input has one output.

Every process has a transactional id that its successor takes over. The output says of each record which transaction
wrote it, and of how many records that was, so a reader of committed records can tell a part from a whole.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter, defaultdict
from typing import Any, NamedTuple, Protocol

from kafkawire.client import Consumer, Producer
from kafkawire.client.errors import TimedOut
from kafkawire.errors import KafkaWireError
from tests.faults.chaos import chaos
from tests.faults.clients import Network, Plug
from tests.faults.cluster import Cluster
from tests.faults.front import FrontFaults
from tests.faults.ledger import Broken

__all__ = ["PARTITIONS", "Committed", "Job", "Process", "Reached", "fill", "transact", "watch"]

PARTITIONS = 3
_INPUTS = 900
_TROUBLE = 60  # seconds of virtual time for which things go wrong
_LONGEST = 900  # seconds until all must have been written
_PROCESSES = 3


class Reached(Protocol):
    """A cluster as clients see it."""

    happened: Counter[str]

    @property
    def network(self) -> Network: ...

    @property
    def bootstrap_servers(self) -> str | list[str]: ...


class Job(NamedTuple):
    """What processes have to do: read one topic, write to another."""

    source: str = "in"
    target: str = "out"
    group: str = "processes"


class Output(NamedTuple):
    """What an output record says."""

    transaction: str
    number: int
    of: int
    source: str

    @classmethod
    def parse(cls, value: bytes) -> Output:
        transaction, number, of, source = value.decode().split()
        return cls(transaction, int(number), int(of), source)

    def encode(self) -> bytes:
        return " ".join(map(str, self)).encode()


class Committed:
    """What processes were told about their transactions, and what a reader of committed records sees."""

    def __init__(self) -> None:
        self.committed: set[str] = set()
        self.aborted: set[str] = set()
        self.seen: list[Output] = []

    def check(self, inputs: set[str]) -> None:
        """Each input once, transactions whole, and as their processes were told."""
        sources = Counter(output.source for output in self.seen)
        if missing := inputs - sources.keys():
            raise Broken(f"no output for {sorted(missing)[:5]} ({len(missing)} in all)")
        if twice := [source for source, count in sources.items() if count > 1]:
            raise Broken(f"more than one output for {twice[:5]}: {[o for o in self.seen if o.source == twice[0]]}")
        parts: dict[str, list[Output]] = defaultdict(list)
        for output in self.seen:
            parts[output.transaction].append(output)
        for name, outputs in parts.items():
            if len(outputs) != outputs[0].of:
                raise Broken(f"transaction {name}: {len(outputs)} of {outputs[0].of} records")
        if wrong := parts.keys() & self.aborted:
            raise Broken(f"aborted, and seen: {sorted(wrong)[:5]}")
        if lost := self.committed - parts.keys():
            raise Broken(f"committed, and not seen: {sorted(lost)[:5]}")


async def transact(seed: int) -> Counter[str]:
    """One round. Returns what happened; raises `Broken`."""
    rng = random.Random(seed)
    async with Cluster(rng, FrontFaults(rng)) as cluster:
        job = Job()
        cluster.create(job.source, PARTITIONS)
        cluster.create(job.target, PARTITIONS)
        return await _round(cluster, job, rng)


async def _round(cluster: Cluster, job: Job, rng: random.Random) -> Counter[str]:
    inputs = await fill(cluster, job, rng, _INPUTS)
    committed = Committed()
    done = asyncio.Event()
    cluster.faults.set(rng.choice((0.3, 1, 3)))
    async with asyncio.TaskGroup() as tasks:
        trouble = tasks.create_task(chaos(cluster, rng))
        reader = tasks.create_task(watch(cluster, job, committed, rng, inputs, done))
        workers = [Process(cluster, job, committed, rng, n) for n in range(_PROCESSES)]
        processes = [tasks.create_task(worker.run(done)) for worker in workers]
        await asyncio.sleep(_TROUBLE)
        trouble.cancel()
        cluster.heal()
        await asyncio.wait([reader], timeout=_LONGEST)
        done.set()
        await asyncio.wait(processes)
        reader.cancel()
    committed.check(inputs)
    _check_stable(cluster, job)
    happened = cluster.happened
    happened["transactions committed"] += len(committed.committed)
    happened["transactions aborted"] += len(committed.aborted)
    return happened


async def fill(cluster: Reached, job: Job, rng: random.Random, count: int) -> set[str]:
    """Write the inputs; returns their places."""
    plug = Plug(cluster.network, rng)
    async with Producer(cluster.bootstrap_servers, runtime=plug.runtime, batch_size=300) as producer:
        sent = [producer.send(job.source, b"%d" % n, partition=n % PARTITIONS) for n in range(count)]
        written = [await delivery for delivery in sent]
    return {f"{where.partition}-{where.offset}" for where in written}


async def watch(
    cluster: Reached, job: Job, committed: Committed, rng: random.Random, inputs: set[str], done: asyncio.Event
) -> None:
    """Read what is committed, all the time, until there is an output for every input."""
    plug = Plug(cluster.network, rng)
    sources: set[str] = set()
    async with Consumer(
        cluster.bootstrap_servers,
        runtime=plug.runtime,
        topics=[job.target],
        auto_offset_reset="earliest",
        isolation_level="read_committed",
        request_timeout_ms=5000,
    ) as consumer:
        while not (sources >= inputs or done.is_set()):
            for chunk in await consumer.fetch(timeout=1.0):
                found = [Output.parse(record.value or b"") for record in chunk]
                committed.seen += found
                sources.update(output.source for output in found)
        for _ in range(5):  # and what comes too often
            for chunk in await consumer.fetch(timeout=1.0):
                committed.seen += [Output.parse(record.value or b"") for record in chunk]


def _check_stable(cluster: Cluster, job: Job) -> None:
    """No transaction is left open."""
    for partition in range(PARTITIONS):
        log = cluster.broker.node.topics.log(job.target, partition)
        assert log is not None
        if log.last_stable_offset() != log.end_offset:
            raise Broken(f"{job.target}-{partition}: stable up to {log.last_stable_offset()} of {log.end_offset}")


class Process:
    """Reads inputs and writes outputs, one life after the other."""

    def __init__(self, cluster: Reached, job: Job, committed: Committed, rng: random.Random, number: int) -> None:
        self._cluster, self._job, self._committed, self._random = cluster, job, committed, rng
        self._name = f"{job.group}-{number}"
        self._transactions = 0

    async def run(self, done: asyncio.Event) -> None:
        while not done.is_set():
            plug = Plug(self._cluster.network, self._random)
            try:
                await self._one_life(plug, done)
            except KafkaWireError as exc:
                self._cluster.happened[f"process ended: {type(exc).__name__}"] += 1
            await asyncio.sleep(self._random.uniform(0, 2))

    async def _one_life(self, plug: Plug, done: asyncio.Event) -> None:
        end = asyncio.get_running_loop().time() + self._random.uniform(5, 60)
        options: dict[str, Any] = {"runtime": plug.runtime, "request_timeout_ms": 5000}
        producer = Producer(
            self._cluster.bootstrap_servers,
            transactional_id=self._name,
            transaction_timeout_ms=20_000,
            linger_ms=self._random.choice((0, 5)),
            batch_size=self._random.choice((100, 16384)),
            **options,
        )
        consumer = Consumer(
            self._cluster.bootstrap_servers,
            group_id=self._job.group,
            topics=[self._job.source],
            auto_offset_reset="earliest",
            enable_auto_commit=False,
            isolation_level="read_committed",
            session_timeout_ms=6000,
            heartbeat_interval_ms=1000,
            default_api_timeout_ms=20_000,
            **options,
        )
        async with producer, consumer:
            while not done.is_set() and asyncio.get_running_loop().time() < end:
                await self._step(producer, consumer, plug)

    async def _step(self, producer: Producer, consumer: Consumer, plug: Plug) -> None:
        chunks = await consumer.fetch(max_records=self._random.choice((3, 40)), timeout=1.0)
        records = [(chunk.tp, record) for chunk in chunks for record in chunk]
        if not records:
            return
        self._transactions += 1
        name = f"{self._name}/{self._transactions}"
        producer.begin_transaction()
        for index, (tp, record) in enumerate(records):
            output = Output(name, index, len(records), f"{tp.partition}-{record.offset}")
            producer.send(self._job.target, output.encode(), key=b"%d" % record.offset)
        await asyncio.sleep(self._random.choice((0, 0.01, 0.5)))
        if self._random.random() < 0.03:
            self._cluster.happened["process died"] += 1
            plug.pull()
        if self._random.random() < 0.15:
            await self._abort(producer, consumer, name, chunks)
            return
        await producer.send_offsets(consumer)
        await self._commit(producer)
        self._committed.committed.add(name)

    async def _commit(self, producer: Producer) -> None:
        for _ in range(20):
            try:
                await producer.commit_transaction()
            except TimedOut:
                continue  # nobody knows whether it was: ask again
            return
        await producer.commit_transaction()

    async def _abort(self, producer: Producer, consumer: Consumer, name: str, chunks: list[Any]) -> None:
        await producer.abort_transaction()
        self._committed.aborted.add(name)
        for chunk in chunks:
            if chunk.tp in consumer.assignment:
                consumer.seek(chunk.tp, chunk.records[0].offset)
