"""Producers that commit, abort, vanish and are fenced at random, on a disk that is full now and then and a broker that
dies: each transaction is there as a whole or not at all, and nothing stays undecided."""

from __future__ import annotations

import random

import pytest

from kafkawire.broker.groups.records import Committed
from kafkawire.broker.node.node import Node
from kafkawire.broker.transactions.state import TRANSACTION_V2, Producer, TopicPartition
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.records import read_batches
from tests.broker.test_full_disk import SmallDisk
from tests.broker.test_recovery import node_on
from tests.broker.test_transactions import OPTIONS, clock_of, write
from tests.broker.wire import NOW_MS

PLACES: list[TopicPartition] = [("t", number) for number in range(3)]
NAMES = ("a", "b", "c")
STEPS = 400
TIMEOUT_MS = 10_000


class Storm:
    """A broker, three names for producers, and what became of their transactions, which are numbered."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.disk = SmallDisk()
        self.node = self.start()
        self.node.controller.create("t", len(PLACES), {}, NOW_MS)
        self.node.groups.topic.ready()
        self.node.transactions.topic.ready()
        self.producers: dict[str, Producer] = {}
        self.number = 0
        self.committed: set[int] = set()
        self.aborted: set[int] = set()

    def start(self) -> Node:
        return node_on(self.disk, **OPTIONS)

    def step(self) -> None:
        self.disk.is_full = self.dice.random() < 0.15
        what = self.dice.random()
        if what < 0.03:
            self.disk.is_full = False
            self.node = self.start()  # the old one is let go of as it is
        elif what < 0.1:
            clock_of(self.node).advance(self.dice.choice([1, 11]))
            self.node.transactions.look_after()
        else:
            self.transact(self.dice.choice(NAMES))

    def transact(self, name: str) -> None:
        """One transaction, or what comes of it."""
        self.number += 1
        number, fate = self.number, self.dice.random()
        try:
            producer = self.producers.pop(name, None) or self.node.transactions.init_producer(name, TIMEOUT_MS)
            for place in PLACES:
                self.node.transactions.add_partitions(name, producer, frozenset({place}), TRANSACTION_V2)
                write(self.node, producer, b"%d" % number, place=place)
            self.commit_offset(name, producer, number)
            if fate < 0.1:
                return  # it vanishes, and its transaction is open
            is_commit = fate < 0.7
            if self.dice.random() < 0.3:
                self.disk.is_full = True
            after = self.node.transactions.end(name, producer, is_commit=is_commit, client_version=TRANSACTION_V2)
            (self.committed if is_commit else self.aborted).add(number)
            self.producers[name] = after
        except (KafkaError, OSError):
            return  # it begins anew next time

    def commit_offset(self, name: str, producer: Producer, number: int) -> None:
        place = "__consumer_offsets", self.node.groups.topic.partition_of(name)
        self.node.transactions.add_partitions(name, producer, frozenset({place}), TRANSACTION_V2)
        error = self.node.groups.offsets.commit_in_transaction(
            name, producer, {PLACES[0]: Committed(number, -1, "", NOW_MS)}
        )
        if error is not ErrorCode.NONE:
            raise KafkaError(error)

    def settle(self) -> None:
        """There is room again, and time for all that is open to be too late."""
        self.disk.is_full = False
        clock_of(self.node).advance(TIMEOUT_MS)
        self.node.transactions.look_after()

    def check(self, node: Node) -> None:
        seen = [self.seen(node, place) for place in PLACES]
        assert all(each == seen[0] for each in seen)
        numbers = {number for number, _ in seen[0]}
        assert self.committed <= numbers
        assert not self.aborted & numbers
        for name in NAMES:
            found = node.groups.offsets.of(name).get(PLACES[0])
            assert not node.groups.offsets.is_unstable(name, PLACES[0])
            last = max((number for number, owner in seen[0] if owner == self.owner(node, name)), default=None)
            assert (found and found.offset) == last

    def owner(self, node: Node, name: str) -> int | None:
        found = node.transactions.get(name)
        return found.producer_id if found else None

    def seen(self, node: Node, place: TopicPartition) -> list[tuple[int, int]]:
        """Number and producer of each record that counts."""
        log = node.topics.log(*place)
        assert log is not None
        assert log.last_stable_offset() == log.end_offset
        aborted = {(one.producer_id, one.first_offset) for segment in log.segments for one in segment.aborted.read()}
        return [
            (int(record.value or b""), batch.producer_id)
            for _, stored in log.segments.batches_from(0)
            for batch in read_batches(stored.read())
            for record in batch
            if not batch.is_control and (batch.producer_id, batch.base_offset) not in aborted
        ]


@pytest.mark.parametrize("seed", range(6))
def test_every_transaction_is_whole_whatever_happens(seed: int) -> None:
    storm = Storm(seed)
    for _ in range(STEPS):
        storm.step()
    storm.settle()
    storm.check(storm.node)
    storm.check(storm.start())
    assert len(storm.committed) > 50
    assert len(storm.aborted) > 20
