"""Idempotent producers and a committing group, through whatever happens: nothing is lost, twice, or out of order."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Any

from kafkawire.client import Consumer, Delivery, Producer, TopicPartition
from kafkawire.client.errors import BufferFull, DeliveryTimedOut
from kafkawire.errors import KafkaWireError
from tests.faults.chaos import chaos
from tests.faults.clients import Plug
from tests.faults.cluster import Cluster
from tests.faults.front import FrontFaults
from tests.faults.ledger import Ledger, Readings, stored_records

__all__ = ["deliver"]

TOPIC, PARTITIONS = "orders", 4
_SECONDS = 60  # of virtual time, for which things go wrong
_AFTERWARDS = 400  # seconds until all must have been read


async def deliver(seed: int) -> Counter[str]:
    """One round. Returns what happened; raises `Broken`."""
    rng = random.Random(seed)
    async with Cluster(rng, FrontFaults(rng, factor=rng.choice((0.3, 1, 3)))) as cluster:
        cluster.create(TOPIC, PARTITIONS)
        return await _round(cluster, rng)


async def _round(cluster: Cluster, rng: random.Random) -> Counter[str]:
    ledger, readings = Ledger(), Readings()
    writers = [Writer(cluster, ledger, rng, number) for number in range(2)]
    group = Group(cluster, readings, rng)
    async with asyncio.TaskGroup() as tasks:
        trouble = [tasks.create_task(chaos(cluster, rng)), tasks.create_task(group.storm())]
        writing = [tasks.create_task(writer.run()) for writer in writers]
        await asyncio.sleep(_SECONDS)
        for task in trouble:
            task.cancel()
        cluster.heal()
        await asyncio.wait(writing)
        await cluster.settle()
    ledger.check({number: stored_records(cluster, TOPIC, number) for number in range(PARTITIONS)})
    await group.catch_up()
    readings.check(cluster, TOPIC, PARTITIONS)
    happened = cluster.happened + group.happened
    happened["acknowledged"], happened["given up"] = len(ledger.acknowledged), len(ledger.unknown)
    happened["read again"] = readings.repeated
    return happened


class Writer:
    """Writes its keys' numbers one after the other. Now and then its process dies and another goes on."""

    def __init__(self, cluster: Cluster, ledger: Ledger, rng: random.Random, number: int) -> None:
        self._cluster, self._ledger, self._random = cluster, ledger, rng
        self._next = {b"%d-%d" % (number, key): 0 for key in range(5)}
        self._options: dict[str, Any] = {
            "linger_ms": rng.choice((0, 5, 50)),
            "batch_size": rng.choice((60, 400, 16384)),
            "compression_type": rng.choice(("none", "lz4", "zstd")),
            "max_in_flight_requests_per_connection": rng.choice((1, 2, 5)),
            "request_timeout_ms": 5000,
            "delivery_timeout_ms": rng.choice((8000, 120_000)),
        }

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + _SECONDS
        while loop.time() < end:
            await self._one_life(min(end, loop.time() + self._random.uniform(5, 40)))

    async def _one_life(self, end: float) -> None:
        plug = Plug(self._cluster.network, self._random)
        producer = Producer(self._cluster.bootstrap_servers, runtime=plug.runtime, **self._options)
        try:
            await producer.start()
        except KafkaWireError:
            return  # nobody answered in time: nothing was sent
        sent: list[tuple[tuple[bytes, int], Delivery]] = []
        while asyncio.get_running_loop().time() < end:
            self._burst(producer, sent)
            await asyncio.sleep(self._random.expovariate(4))
        if self._random.random() < 0.3:
            plug.pull()
        await self._finish(producer)
        for what, delivery in sent:
            await self._note(what, delivery)
        await self._cluster.settle()  # nothing keeps a dead process's last request behind its successor's first

    def _burst(self, producer: Producer, sent: list[tuple[tuple[bytes, int], Delivery]]) -> None:
        for key in self._random.choices(list(self._next), k=self._random.randint(1, 20)):
            number = self._next[key]
            try:
                sent.append(((key, number), producer.send(TOPIC, b"%d" % number, key=key)))
            except BufferFull:
                return
            self._next[key] += 1

    async def _finish(self, producer: Producer) -> None:
        try:
            await producer.close()
        except KafkaWireError:
            self._cluster.happened["closed with an error"] += 1  # each delivery says by itself what became of it

    async def _note(self, what: tuple[bytes, int], delivery: Delivery) -> None:
        try:
            self._ledger.acknowledged[what] = await delivery
        except DeliveryTimedOut:
            self._ledger.unknown.add(what)
        except KafkaWireError as exc:
            self._cluster.happened[type(exc).__name__] += 1
            self._ledger.unknown.add(what)


class Group:
    """Members of one group that come, go and die."""

    def __init__(self, cluster: Cluster, readings: Readings, rng: random.Random) -> None:
        self._cluster, self._readings, self._random = cluster, readings, rng
        self._members: dict[str, tuple[Plug, asyncio.Task[None]]] = {}
        self._dying: list[asyncio.Task[None]] = []
        self._count = 0
        self.happened: Counter[str] = Counter()
        self._options: dict[str, Any] = rng.choice(
            (
                {"partition_assignment_strategy": ("range",)},
                {"partition_assignment_strategy": ("roundrobin",)},
                {"partition_assignment_strategy": ("cooperative-sticky",)},
                {"group_protocol": "consumer"},
            )
        )
        if "group_protocol" not in self._options:
            self._options |= {"session_timeout_ms": 6000, "heartbeat_interval_ms": 1000}

    async def storm(self) -> None:
        """Let members join, leave and die, until cancelled."""
        while True:
            await asyncio.sleep(self._random.uniform(0.1, 5))
            if len(self._members) < 3 and (not self._members or self._random.random() < 0.6):
                self._join()
            elif self._members:
                await self._lose(self._random.choice(list(self._members)))

    async def catch_up(self) -> None:
        """Let those that are there, and one that comes, read to the end of everything."""
        self._join()
        loop = asyncio.get_running_loop()
        end = loop.time() + _AFTERWARDS
        while loop.time() < end and not self._is_done():
            await asyncio.sleep(1)
        for name in list(self._members):
            await self._leave(name)
        await asyncio.gather(*self._dying)

    def _is_done(self) -> bool:
        logs = self._cluster.broker.node.topics
        for index in range(PARTITIONS):
            log = logs.log(TOPIC, index)
            if log is not None and len(self._readings.seen[TopicPartition(TOPIC, index)]) < log.end_offset:
                return False
        return True

    def _join(self) -> None:
        self.happened["joined"] += 1
        self._count += 1
        plug = Plug(self._cluster.network, self._random)
        member = Member(self._cluster, self._readings, f"m{self._count}", plug, self._random, self._options)
        self._members[member.name] = plug, asyncio.create_task(member.run(), name=member.name)

    async def _lose(self, name: str) -> None:
        plug, task = self._members[name]
        if self._random.random() < 0.5:
            self.happened["died"] += 1
            plug.pull()
            del self._members[name]
            self._dying.append(asyncio.create_task(_end(task)))
        else:
            await self._leave(name)

    async def _leave(self, name: str) -> None:
        self.happened["left"] += 1
        await _end(self._members.pop(name)[1])


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])
    if not task.cancelled() and (error := task.exception()) is not None:
        raise error


class Member:
    """One process of the group: reads, and commits now and then, or lets it be done."""

    def __init__(
        self,
        cluster: Cluster,
        readings: Readings,
        name: str,
        plug: Plug,
        rng: random.Random,
        options: dict[str, Any],
    ) -> None:
        self.name = name
        self._cluster, self._readings, self._random = cluster, readings, rng
        self._expected: dict[TopicPartition, int] = {}
        self._floors: dict[TopicPartition, int] = {}
        self._commits_itself = rng.random() < 0.5
        self._consumer = Consumer(
            cluster.bootstrap_servers,
            runtime=plug.runtime,
            group_id="readers",
            topics=[TOPIC],
            auto_offset_reset="earliest",
            enable_auto_commit=not self._commits_itself,
            auto_commit_interval_ms=1000,
            request_timeout_ms=5000,
            default_api_timeout_ms=10_000,
            on_assigned=self._assigned,
            on_revoked=self._revoked,
            on_lost=self._revoked,
            **options,
        )

    async def run(self) -> None:
        try:
            await self._consumer.start()
            while True:
                await self._read()
        except KafkaWireError as exc:
            self._cluster.happened[f"member ended: {type(exc).__name__}"] += 1
        finally:
            try:
                await self._consumer.close()
            except KafkaWireError as exc:
                self._cluster.happened[f"left with {type(exc).__name__}"] += 1

    async def _read(self) -> None:
        self._tried()  # whoever comes back has dealt with what it was given
        for chunk in await self._consumer.fetch(max_records=self._random.choice((1, 20, 500)), timeout=1.0):
            offsets = [record.offset for record in chunk]
            self._follow(chunk.tp, offsets)
            self._readings.hand_out(chunk.tp, offsets)
        await asyncio.sleep(self._random.choice((0, 0.01, 0.3)))
        if self._commits_itself and self._random.random() < 0.3:
            await self._commit()

    def _follow(self, tp: TopicPartition, offsets: list[int]) -> None:
        first = offsets[0]
        if tp in self._floors:
            self._readings.begin(self.name, tp, first, self._floors.pop(tp))
        elif self._expected.get(tp, first) != first:
            raise AssertionError(f"{self.name}: {tp} goes on at {first}, not {self._expected[tp]}")
        if offsets != list(range(first, first + len(offsets))):
            raise AssertionError(f"{self.name}: {tp} has holes: {offsets}")
        self._expected[tp] = first + len(offsets)

    async def _commit(self) -> None:
        self._tried()
        positions = self._consumer.positions()
        try:
            await self._consumer.commit()
        except KafkaWireError as exc:
            self._cluster.happened[f"commit: {type(exc).__name__}"] += 1
            return
        for tp in positions.keys() & self._expected.keys():
            self._readings.committed[tp] = max(self._readings.committed[tp], self._expected[tp])

    def _tried(self) -> None:
        for tp, offset in self._expected.items():
            self._readings.tried[tp] = max(self._readings.tried[tp], offset)

    def _assigned(self, partitions: list[TopicPartition]) -> None:
        for tp in partitions:
            self._expected.pop(tp, None)
            self._floors[tp] = self._readings.committed[tp]

    def _revoked(self, partitions: list[TopicPartition]) -> None:
        self._tried()
        for tp in partitions:
            self._expected.pop(tp, None)
            self._floors.pop(tp, None)
