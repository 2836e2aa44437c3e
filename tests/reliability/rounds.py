"""Rounds of load, sudden death, recovery and examination.

Every ten rounds are a generation: the same topics, groups and producers, which write on across the kills. After each
death the broker comes up on the same directory; all that waited is acknowledged, and then every promise is looked at.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

from kafkawire.client import Admin, NewTopic
from tests.reliability.asking import Line, read_all, topics
from tests.reliability.churn import Churn
from tests.reliability.dump import Dump
from tests.reliability.faults import ENDS, WEIGHTS
from tests.reliability.grouping import ClassicMember, Committer, ModernMember
from tests.reliability.ledger import Broken, Ledger
from tests.reliability.ondisk import check_partition
from tests.reliability.process import BrokerProcess
from tests.reliability.producing import Load, Writer

ROUNDS_OF_A_GENERATION = 10
SMALL = {"segment.bytes": "20000"}
COMPACTED = {"cleanup.policy": "compact", "segment.bytes": "6000", "min.cleanable.dirty.ratio": "0.01"}


class Result(NamedTuple):
    """What a run has seen."""

    rounds: int
    deaths: Counter[str]
    acknowledged: int
    commits: int
    index_entries: int
    dumped_files: int
    torn_logs: int
    given_up: Counter[str]
    """Records, by the reason that the client gave."""


class Generation:
    """One set of topics, groups and producers."""

    def __init__(self, number: int, broker: BrokerProcess, make: Callable[[str], Writer], random: Random) -> None:
        self.ledger = Ledger()
        self._broker = broker
        self._line = Line(broker.port)
        self._flushed, self._plain, self._compacted = (f"{kind}-{number}" for kind in ("flushed", "plain", "compacted"))
        self._partitions = {self._flushed: 2, self._plain: 2, self._compacted: 1}
        places = [(topic, part) for topic, count in self._partitions.items() for part in range(count)]
        self.load = Load(make, self.ledger, places, random)
        self.churn = Churn(broker.port, random, f"churn-{number}")
        self.groups = [
            Committer(broker.port, f"nobody-{number}", self._plain),
            ClassicMember(broker.port, f"classic-{number}", self._plain),
            ModernMember(broker.port, f"modern-{number}", self._plain),
        ]
        self._background: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Make the topics and join the groups; the load is paused."""
        async with Admin(self._broker.address) as admin:
            await admin.create_topics(
                {
                    self._flushed: NewTopic(2, configs={**SMALL, "flush.messages": "1"}),
                    self._plain: NewTopic(2, configs=SMALL),
                    self._compacted: NewTopic(1, configs=COMPACTED),
                }
            )
        for group in self.groups:
            await group.join()
        await self.load.start()

    async def go(self) -> None:
        """Let everything run."""
        self.load.flow()
        works = [self.churn.run(), *(group.run() for group in self.groups)]
        self._background = [asyncio.create_task(work) for work in works]

    async def rest(self) -> None:
        """Bring everything to rest. Raises what went wrong meanwhile."""
        for task in self._background:
            task.cancel()
        for result in await asyncio.gather(*self._background, return_exceptions=True):
            if isinstance(result, Exception):
                raise result
        await self.load.settle()

    async def check(self) -> None:
        """Look at every promise."""
        settled = not self.load.failures
        for place in self.ledger.partitions:
            found = await read_all(self._line, place)
            if not self.load.is_idempotent:
                self.ledger.check_at_least_once(place, found, is_compacted=place[0] == self._compacted)
            elif place[0] == self._compacted:
                self.ledger.check_compacted(place, found)
            else:
                self.ledger.check(place, found, settled=settled)
        await self.churn.check()
        there = await topics(self._line)
        if strange := there.keys() - self._partitions.keys() - set(self.churn.names):
            raise Broken(f"topics {strange} are there, which nobody made or which were deleted")
        if any(there.get(topic) != count for topic, count in self._partitions.items()):
            raise Broken(f"topics {self._partitions} were made, {there} are there")
        for group in self.groups:
            await group.check()

    async def end(self) -> None:
        """Stop the producers and delete all topics."""
        await self.load.close()
        async with Admin(self._broker.address) as admin:
            await admin.delete_topics(await topics(self._line))
        await self.churn.close()
        for line in (self._line, *(group.line for group in self.groups)):
            await line.close()


def check_files(directory: Path) -> int:
    """All partitions of a directory that was left cleanly; returns how many index entries agree."""
    return sum(check_partition(path) for path in partitions(directory))


def partitions(directory: Path) -> Iterator[Path]:
    """The directories of partitions."""
    return (path for path in sorted(directory.iterdir()) if path.is_dir() and path.name.rpartition("-")[2].isdecimal())


class Run:
    """A number of rounds from a seed. `tell` hears how far it is, `dump` is Kafka's own tool where it is there."""

    def __init__(
        self,
        directory: Path,
        broker: BrokerProcess,
        make: Callable[[str], Writer],
        seed: int,
        *,
        dump: Dump | None = None,
        tell: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._directory = directory
        self._broker = broker
        self._make = make
        self._random = Random(seed)
        self._dump = dump
        self._tell = tell
        self._deaths: Counter[str] = Counter()
        self._acknowledged = self._commits = self._entries = self._dumped = 0
        self._given_up: Counter[str] = Counter()

    async def run(self, rounds: int) -> Result:
        """Raises `Broken`, `Disagreement` or `BrokerFailed` at the first thing that is wrong."""
        await self._broker.start()
        done = 0
        try:
            while done < rounds:
                length = min(ROUNDS_OF_A_GENERATION, rounds - done)
                await self._generation(done, length)
                done += length
            await self._broker.stop()
        finally:
            with suppress(ProcessLookupError):
                await self._broker.kill()
        return Result(
            done,
            self._deaths,
            self._acknowledged,
            self._commits,
            self._entries,
            self._dumped,
            self._broker.recoveries,
            self._given_up,
        )

    async def _generation(self, done: int, length: int) -> None:
        generation = Generation(done // ROUNDS_OF_A_GENERATION, self._broker, self._make, self._random)
        await generation.start()
        for number in range(done, done + length):
            await self._round(generation, number)
        if self._dump is not None:
            await self._broker.stop()
            self._dumped += await asyncio.to_thread(self._dump.check, list(partitions(self._directory)))
            await self._broker.start()
        await generation.end()
        self._acknowledged += generation.ledger.acknowledged()
        self._commits += sum(group.acknowledged for group in generation.groups)
        self._given_up += generation.load.failures

    async def _round(self, generation: Generation, number: int) -> None:
        kind = self._random.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        self._deaths[kind] += 1
        await generation.go()
        await ENDS[kind](self._broker, self._random)
        await self._broker.start()
        await generation.rest()
        await generation.check()
        self._broker.check_log()
        if self._random.random() < 0.5:
            await self._broker.stop()
            self._entries += check_files(self._directory)
            await self._broker.start()
        so_far = f"{generation.ledger.acknowledged()} records so far in this generation"
        self._tell(f"round {number + 1}: {kind}, {so_far}, given up: {dict(generation.load.failures)}")
