"""What looks like a cluster and is one real broker: several addresses that take turns to lead.

The broker behind is `kafkawire.broker` as it is, with files in memory and virtual time. In front of it stand `brokers`
that speak for it. Each answers for the partitions that it leads and the groups that it coordinates, and can be killed:
its connections break, another one leads with a new epoch. All that was acknowledged is still there, as on a cluster
whose replicas are in sync.
"""

from __future__ import annotations

import asyncio
import random
import time
import zlib
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, Self
from uuid import UUID

from kafkawire.broker import Broker, BrokerConfig, MemoryFiles
from kafkawire.broker.metadata.topics import Topic
from kafkawire.broker.security.endpoints import Endpoint
from kafkawire.transport.memory import MemoryNetwork
from tests.faults.front import Front, FrontFaults

_PORT = 9092
_OPTIONS = {
    "log.dirs": "data",
    "group.initial.rebalance.delay.ms": "0",
    "group.consumer.heartbeat.interval.ms": "1000",
    "group.consumer.min.heartbeat.interval.ms": "1000",
    "group.consumer.session.timeout.ms": "10000",
    "group.consumer.min.session.timeout.ms": "10000",
    "log.cleaner.enable": "false",
    "offsets.topic.num.partitions": "3",
    "transaction.state.log.num.partitions": "3",
}


class LoopClock:
    """The event loop's time as the broker's."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._start = time.time() - self._loop.time()

    def now(self) -> float:
        return self._loop.time()

    def time_ms(self) -> int:
        return int((self._start + self._loop.time()) * 1000)

    def call_at(self, deadline: float, ring: Callable[[], object]) -> asyncio.TimerHandle:
        return self._loop.call_at(deadline, ring)


class _Behind(Broker):
    """All of a broker but its port."""

    async def _listen(self, endpoint: Endpoint) -> Endpoint:
        return endpoint.at(_PORT)


class Cluster:
    """`brokers` addresses b1, b2, ... in front of one broker; `odds` are what goes wrong with a request by itself."""

    def __init__(self, rng: random.Random, faults: FrontFaults, brokers: int = 3) -> None:
        self.network = MemoryNetwork()
        self.random = rng
        self.faults = faults
        self.alive = list(range(1, brokers + 1))
        self.down: list[int] = []
        self.leaders: dict[tuple[str, int], int] = {}
        self._epochs: Counter[tuple[str, int]] = Counter()
        self.elections = 0
        """How often leaders have changed; fetch sessions that are older are gone."""
        self.happened: Counter[str] = Counter()
        self.broker = _Behind(BrokerConfig.from_options(_OPTIONS), files=MemoryFiles(), clock=LoopClock())
        self._late: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        await self.broker.start()
        for number in self.alive:
            self._listen(number)
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.broker.close()

    @property
    def bootstrap_servers(self) -> list[str]:
        """All addresses, whoever is there at the moment."""
        return [f"{host(number)}:{_PORT}" for number in sorted(self.alive + self.down)]

    def create(self, topic: str, partitions: int) -> None:
        """Make a topic."""
        self.broker.node.controller.create(topic, partitions, {}, self.broker.node.clock.time_ms())

    # --- who is who ---------------------------------------------------------------------------------------------

    def leader(self, topic: str, partition: int) -> int:
        """Who leads; somebody begins to if nobody does."""
        tp = topic, partition
        if tp not in self.leaders:
            self.leaders[tp] = self.random.choice(self.alive)
        return self.leaders[tp]

    def epoch(self, topic: str, partition: int) -> int:
        """Since when."""
        log = self.broker.node.topics.log(topic, partition)
        return 0 if log is None else log.leader_epoch

    def coordinator(self, key: str) -> int:
        """Who coordinates a group or a transactional id."""
        return self.alive[zlib.crc32(key.encode()) % len(self.alive)]

    def topic(self, name: str, topic_id: UUID) -> Topic | None:
        """A topic by either."""
        topics = self.broker.node.topics
        return topics.get(name) if name else topics.by_id(topic_id)

    # --- what goes wrong ----------------------------------------------------------------------------------------

    def kill(self, number: int) -> None:
        """Break the connections of a broker and refuse new ones; others lead what it led."""
        self.happened["killed"] += 1
        self.alive.remove(number)
        self.down.append(number)
        self.network.stop(host(number), _PORT)
        for tp, leader in self.leaders.items():
            if leader == number:
                self._elect(tp)

    def revive(self, number: int) -> None:
        """Let it answer again; it leads nothing yet."""
        self.down.remove(number)
        self.alive.append(number)
        self._listen(number)

    def reelect(self) -> None:
        """Let other brokers lead some of the partitions."""
        self.happened["moved leaders"] += 1
        for tp in self.random.sample(sorted(self.leaders), len(self.leaders) // 2):
            self._elect(tp)

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Something goes on that no client waits for."""
        task = asyncio.get_running_loop().create_task(work)
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def settle(self) -> None:
        """Wait until nothing of that kind is under way."""
        while self._late:
            await asyncio.wait(self._late)

    def heal(self) -> None:
        """From now on nothing goes wrong any more."""
        self.faults.set(0)
        for number in list(self.down):
            self.revive(number)

    def _elect(self, tp: tuple[str, int]) -> None:
        self.leaders[tp] = self.random.choice(self.alive)
        self.elections += 1
        log = self.broker.node.topics.log(*tp)
        if log is not None:  # the broker has no other to lose its leadership to: its epochs go on by hand
            starts = log._epochs._starts
            starts[:] = [known for known in starts if known[1] < log.end_offset]
            starts.append((max(self._epochs[tp], log.leader_epoch) + 1, log.end_offset))
            self._epochs[tp] = log.leader_epoch

    def _listen(self, number: int) -> None:
        self.network.listen(host(number), _PORT, lambda: Front(self, number))


def host(number: int) -> str:
    """The name of a broker's machine."""
    return f"b{number}"


def address(number: int) -> tuple[int, str, int]:
    """A broker as answers name it."""
    return number, host(number), _PORT
