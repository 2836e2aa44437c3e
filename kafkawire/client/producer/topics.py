"""What a producer needs to know of a topic to place a record at once: its partitions, their queues, a choice."""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicInfo, TopicPartition
from kafkawire.client.partitioner import Partitioner, StickyChoice, partition_for_key
from kafkawire.client.producer.accumulator import Accumulator, PartitionQueue, RecordContent
from kafkawire.client.producer.delivery import Delivery, Parking

__all__ = ["TopicState", "Unplaced"]


class Unplaced(NamedTuple):
    """A record on its way to a batch: what the batch takes, the partition asked for, and its size in bytes."""

    content: RecordContent
    partition: int | None
    size: int


class TopicState:
    """One topic. While `info` is None the brokers are being asked, and records are parked."""

    def __init__(
        self, name: str, accumulator: Accumulator, partitioner: Partitioner | None, sticky: StickyChoice
    ) -> None:
        self.name = name
        self.info: TopicInfo | None = None
        self.parking = Parking()
        self.parked: list[tuple[Unplaced, Delivery]] = []
        self.sticky_queue: PartitionQueue | None = None
        """Where records without key stick to now."""
        self.keyless_queue: PartitionQueue | None = None
        """The same, if nobody has to be asked first."""
        self._sticky = sticky
        self._accumulator = accumulator
        self.partitioner = partitioner
        self._count = 0
        self._led: list[int] = []
        self._queues: dict[int, PartitionQueue] = {}

    def update(self, info: TopicInfo) -> None:
        """Take over what is known now; partitions may have been added, or have lost their leader."""
        self.info = info
        self._count = len(info.partitions)
        self._led = info.led or sorted(info.partitions)
        if self.sticky_queue is not None and self.sticky_queue.tp.partition not in self._led:
            self.sticky_queue = self.keyless_queue = None

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
        if self.partitioner is not None:
            return self.partitioner(self.name, key, self._count)
        return None if key is None else partition_for_key(key, self._count)

    def choose_sticky(self) -> PartitionQueue:
        """Records without key go to another partition from now on."""
        self._sticky.move_on(self._led)
        self.sticky_queue = queue = self.queue(self._sticky.current)
        self.keyless_queue = queue if self.partitioner is None else None
        return queue

    def route(self, partition: int | None, key: bytes | None) -> PartitionQueue | None:
        """The queue for a record where that needs no decision, else None."""
        if partition is None:
            if self.partitioner is not None:
                return None
            if key is None:
                return self.keyless_queue
            if not self._count:
                return None
            partition = partition_for_key(key, self._count)
        return self._queues.get(partition)
