"""What a producer needs to know of a topic to place a record at once: its partitions, their queues, a choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicInfo, TopicPartition
from kafkawire.client.partitioner import Partitioner, StickyChoice, partition_for_key
from kafkawire.client.producer.accumulator import Accumulator, PartitionQueue
from kafkawire.client.producer.delivery import Delivery, Parking
from kafkawire.records import Header

__all__ = ["Parked", "TopicState"]

RecordTuple = tuple[int, bytes | None, bytes | None, Sequence[Header]]
"""Timestamp in milliseconds, key, value, headers: what a batch builder appends."""


class Parked(NamedTuple):
    """A record whose topic is not known yet."""

    record: RecordTuple
    partition: int | None
    size: int
    delivery: Delivery


class TopicState:
    """One topic. While `info` is None the brokers are being asked, and records are parked."""

    def __init__(
        self, name: str, accumulator: Accumulator, partitioner: Partitioner | None, sticky: StickyChoice
    ) -> None:
        self.name = name
        self.info: TopicInfo | None = None
        self.parking = Parking()
        self.parked: list[Parked] = []
        self.sticky = sticky
        self._accumulator = accumulator
        self._partitioner = partitioner
        self._count = 0
        self._led: list[int] = []
        self._queues: dict[int, PartitionQueue] = {}

    def update(self, info: TopicInfo) -> None:
        """Take over what is known now; partitions may have been added, or have lost their leader."""
        self.info = info
        self._count = len(info.partitions)
        self._led = info.led or sorted(info.partitions)

    def queue(self, partition: int) -> PartitionQueue:
        """The queue of a partition. Raises `InvalidOption` if the topic has no such partition."""
        found = self._queues.get(partition)
        if found is None:
            if not 0 <= partition < self._count:
                raise InvalidOption(f"topic {self.name!r} has partitions 0 to {self._count - 1}, and no {partition}")
            found = self._queues[partition] = self._accumulator.queue(TopicPartition(self.name, partition))
        return found

    def choose(self, key: bytes | None) -> int | None:
        """The partition for a key; None leaves it to the sticky choice."""
        if self._partitioner is not None:
            return self._partitioner(self.name, key, self._count)
        return None if key is None else partition_for_key(key, self._count)

    def sticky_partition(self) -> int:
        """Where key-less records go now."""
        return self.sticky.partition(self._led)

    def move_on(self) -> None:
        """Key-less records go elsewhere from now on."""
        self.sticky.move_on(self._led)
