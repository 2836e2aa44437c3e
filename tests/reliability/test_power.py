"""The power goes at any moment: what was acknowledged as flushed is there, and the broker comes up."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from random import Random

import pytest

from kafkawire.broker import BrokerConfig, ManualClock
from kafkawire.broker.api.dispatch import HandlerTable
from kafkawire.broker.log.flushing import flush
from kafkawire.broker.metadata.topics import Topic
from kafkawire.broker.node.node import Node
from kafkawire.records import read_batches
from tests.broker.wire import NOW_MS, batch_of
from tests.reliability.power import ForgetfulFiles, PowerLost

OPTIONS = {
    "log.dirs": "data",
    "log.cleaner.min.cleanable.ratio": "0.01",
    "log.index.interval.bytes": "100",
    "log.segment.bytes": "400",
}
KINDS = {
    "flushed": {"flush.messages": "1"},
    "plain": {},
    "compacted": {"cleanup.policy": "compact", "flush.messages": "1"},
}


class Owner:
    """Uses a broker's logs, and knows what it was promised."""

    def __init__(self, random: Random) -> None:
        self.files = ForgetfulFiles()
        self.files.make_directory("data")  # the user's own, like the disk that it is on
        self.files.sync_directory("")
        self._random = random
        self.made: set[str] = set()
        self.deleted: set[str] = set()
        self.doubtful: set[str] = set()
        self.promised: dict[str, dict[int, bytes]] = {}
        self.lives: dict[str, int] = {}
        self._count = 0
        self._keys: dict[bytes, bytes] = {}
        self.node = self._open()

    def _open(self) -> Node:
        self.node = Node(BrokerConfig.from_options(OPTIONS), self.files, ManualClock(), HandlerTable(()))
        self.node.load()
        return self.node

    async def live(self) -> None:
        """Use it until the power goes."""
        self.files.left = self._random.choice([30, 200, 1000])
        self.files.left = self._random.randrange(self.files.left)
        try:
            while True:
                await self._step()
        except PowerLost:
            self.files.lose_power(self._random)

    def come_up(self) -> None:
        """Start again; the power may go in the middle of it, several times."""
        while True:
            if self._random.random() < 0.4:
                self.files.left = self._random.randrange(60)
            try:
                self._open()
            except PowerLost:
                self.files.lose_power(self._random)
            else:
                self.files.left = None
                return

    async def _step(self) -> None:
        step = self._random.choices(
            [self._append, self._create, self._delete, self._clean, self._checkpoint, self._restart],
            [40, 4, 2, 6, 3, 1],
        )[0]
        await step()

    async def _create(self) -> None:
        name = self._random.choice(list(KINDS))
        if name not in self.made:
            self.deleted.discard(name)
            self.doubtful.add(name)
            self.promised[name], self.lives[name] = {}, self._count
            self.node.controller.create(name, 1, KINDS[name], NOW_MS)
            self.doubtful.discard(name)
            self.made.add(name)

    async def _delete(self) -> None:
        if self.made:
            name = self._random.choice(sorted(self.made))
            self.made.discard(name)
            self.doubtful.add(name)
            deque(self.node.controller.delete([self._topic(name)], NOW_MS), maxlen=0)
            self.doubtful.discard(name)
            self.deleted.add(name)

    async def _append(self) -> None:
        if not self.made:
            return
        name = self._random.choice(sorted(self.made))
        log = self._topic(name).logs[0]
        self._count += 1
        value = b"%s %d %d %s" % (name.encode(), self.lives[name], self._count, b"x" * self._random.choice([0, 90]))
        key = b"%d" % self._random.randrange(5) if name == "compacted" else b"%d" % self._count
        self._keys[value] = key
        at = log.append(batch_of(value, key=key), NOW_MS, flush_later=True).base_offset
        if log.needs_flush:
            await flush(log)
            self.promised[name][at] = value
        elif self._random.random() < 0.05:
            await flush(log)

    async def _clean(self) -> None:
        await self.node.cleaner.clean_dirtiest()

    async def _checkpoint(self) -> None:
        await self.node.checkpoint()

    async def _restart(self) -> None:
        self.node.close()
        self._open()

    def _topic(self, name: str) -> Topic:
        found = self.node.topics.get(name)
        assert found is not None
        return found

    def check(self) -> None:
        """All that was promised is there, and nothing strange."""
        there = {topic.name for topic in self.node.topics}
        assert self.made <= there <= self.made | self.doubtful
        assert not self.deleted & there
        self.made, self.doubtful = there, set()
        for name in there:
            self._check_log(name)

    def _check_log(self, name: str) -> None:
        log = self._topic(name).logs[0]
        found = {
            record.offset: record
            for _, stored in log.segments.batches_from(log.log_start_offset)
            for batch in read_batches(stored.read())
            for record in batch
        }
        for offset, value in self.promised[name].items():
            if name == "compacted" and offset not in found:
                assert any(later > offset for later, record in found.items() if record.key == self._keys[value])
            else:
                assert found[offset].value == value
        mine = b"%s %d " % (name.encode(), self.lives[name])
        assert all((record.value or b"").startswith(mine) for record in found.values())


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Recovery says what it cuts, which is all the time here."""
    caplog.set_level(logging.CRITICAL, "kafkawire.broker")


@pytest.mark.parametrize("seed", range(40))
def test_nothing_flushed_is_lost_when_the_power_goes(seed: int) -> None:
    asyncio.run(go_through(seed, lives=6))


@pytest.mark.slow
def test_nothing_flushed_is_lost_when_the_power_goes_a_thousand_times() -> None:
    for seed in range(1000, 1400):
        asyncio.run(go_through(seed, lives=8))


async def go_through(seed: int, lives: int) -> None:
    owner = Owner(Random(seed))
    for _ in range(lives):
        await owner.live()
        owner.come_up()
        owner.check()
