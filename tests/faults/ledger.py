"""What was promised, and whether it was kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kafkawire.client import RecordMetadata, TopicPartition
from kafkawire.records import read_batches
from tests.faults.cluster import Cluster

__all__ = ["Broken", "Ledger", "Stored", "stored_records"]


class Broken(AssertionError):
    """A promise was not kept."""


class Stored(NamedTuple):
    """A record as it lies in the log."""

    offset: int
    key: bytes
    number: int
    """The how-manieth of its key it is."""


class Ledger:
    """Records by key: of each key the numbers 0, 1, 2, ... were sent in this order by one producer after another."""

    def __init__(self) -> None:
        self.acknowledged: dict[tuple[bytes, int], RecordMetadata] = {}
        self.unknown: set[tuple[bytes, int]] = set()
        """Sent, and given up: they may have been written or not."""

    def check(self, logs: Mapping[int, Iterable[Stored]]) -> None:
        """Nothing acknowledged is missing, nothing is there twice, each key is in order, and all of it was sent.

        `logs`: all records of a topic, by partition.
        """
        found: dict[tuple[bytes, int], tuple[int, int]] = {}
        for partition, records in logs.items():
            last: dict[bytes, int] = defaultdict(lambda: -1)
            for record in records:
                where = f"partition {partition} offset {record.offset}"
                if (record.key, record.number) in found:
                    raise Broken(f"{record.key!r} {record.number} is at {found[record.key, record.number]} and {where}")
                if record.number <= last[record.key]:
                    raise Broken(f"{record.key!r} {record.number} comes after {last[record.key]}, at {where}")
                last[record.key] = record.number
                found[record.key, record.number] = partition, record.offset
        self._compare(found)

    def _compare(self, found: dict[tuple[bytes, int], tuple[int, int]]) -> None:
        for sent, metadata in self.acknowledged.items():
            if sent not in found:
                raise Broken(f"{sent} was acknowledged as {metadata} and is not there")
            if metadata.offset >= 0 and found[sent] != (metadata.partition, metadata.offset):
                raise Broken(f"{sent} was acknowledged as {metadata} and is at {found[sent]}")
        if stray := found.keys() - self.acknowledged.keys() - self.unknown:
            raise Broken(f"nobody sent {sorted(stray)[:5]}")


class Readings:
    """What the members of a group were handed out, and what they committed."""

    def __init__(self) -> None:
        self.seen: dict[TopicPartition, set[int]] = defaultdict(set)
        self.committed: dict[TopicPartition, int] = defaultdict(int)
        """The highest offset whose commit was acknowledged."""
        self.tried: dict[TopicPartition, int] = defaultdict(int)
        """The highest offset that a commit was tried for."""
        self.repeated = 0

    def begin(self, member: str, tp: TopicPartition, offset: int, floor: int) -> None:
        """A member begins at `offset`; `floor` had been committed when the partition came to it."""
        if not floor <= offset <= max(self.tried[tp], floor):
            raise Broken(f"{member} begins {tp} at {offset}; committed was {floor}, tried {self.tried[tp]}")

    def hand_out(self, tp: TopicPartition, offsets: Iterable[int]) -> None:
        """Records were handed out."""
        for offset in offsets:
            self.repeated += offset in self.seen[tp]
            self.seen[tp].add(offset)

    def check(self, cluster: Cluster, topic: str, partitions: int) -> None:
        """Whatever is in the log has been handed out, and nothing else."""
        for partition in range(partitions):
            there = {record.offset for record in stored_records(cluster, topic, partition)}
            if missing := there - self.seen[TopicPartition(topic, partition)]:
                raise Broken(f"{topic}-{partition}: never handed out: {sorted(missing)[:5]} ({len(missing)} in all)")
            if stray := self.seen[TopicPartition(topic, partition)] - there:
                raise Broken(f"{topic}-{partition}: handed out and not there: {sorted(stray)[:5]}")


def stored_records(cluster: Cluster, topic: str, partition: int) -> list[Stored]:
    """The records of a partition as they lie in the broker's log."""
    log = cluster.broker.node.topics.log(topic, partition)
    assert log is not None
    records = []
    offset = log.log_start_offset
    while (piece := log.read(offset, 1 << 24)) is not None:
        for batch in read_batches(bytes(piece.read())):
            batch.ensure_valid()
            for record in batch:
                assert record.key is not None
                assert record.value is not None
                records.append(Stored(record.offset, record.key, int(record.value)))
                offset = record.offset + 1
    return records
