"""What a producer needs to know of a topic to place a record at once: its partitions, their queues, a choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicInfo, TopicPartition
from kafkawire.client.options import ProducerOptions
from kafkawire.client.partitioner import RoundRobin, StickyChoice, key_choice, topic_partitioner
from kafkawire.client.producer.accumulator import Accumulator, RecordContent
from kafkawire.client.producer.batch import Batch, PartitionQueue
from kafkawire.client.producer.delivery import Delivery, Parking

__all__ = ["TopicState", "Unplaced"]


class Unplaced(NamedTuple):
    """A record on its way to a batch: what the batch takes, the partition asked for, and its size in bytes."""

    content: RecordContent
    partition: int | None
    size: int


class TopicState:
    """One topic. While `info` is None the brokers are being asked, and records are parked."""

    def __init__(self, name: str, accumulator: Accumulator, options: ProducerOptions, sticky: StickyChoice) -> None:
        self.name = name
        self.info: TopicInfo | None = None
        self.parking = Parking()
        self.parked: list[tuple[Unplaced, Delivery]] = []
        self.sticky_queue: PartitionQueue | None = None
        """Where records without key stick to now."""
        self.keyless_queue: PartitionQueue | None = None
        """Where records without key stick to now, if nobody has to be asked first."""
        self.led: Sequence[int] = []
        """The partitions that have a leader, or all if none has."""
        self._sticky = sticky
        self._sticky_bytes = 0
        self._sticky_batch: Batch | None = None
        self._accumulator = accumulator
        self._is_adaptive = options.partitioner_adaptive_partitioning_enable
        self._by_key = key_choice(options.partitioner, ignore_keys=options.partitioner_ignore_keys)
        self._partitioner = topic_partitioner(options.partitioner)
        self._count = 0
        self._queues: dict[int, PartitionQueue] = {}

    def update(self, info: TopicInfo) -> None:
        """Take over what is known now; partitions may have been added, or have lost their leader."""
        self.info = info
        self._count = len(info.partitions)
        self.led = info.led or sorted(info.partitions)
        if self.sticky_queue is not None and self.sticky_queue.tp.partition not in self.led:
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
        if isinstance(self._partitioner, RoundRobin):
            return self._partitioner.next(self.led)
        if self._partitioner is not None:
            return self._partitioner(self.name, key, self._count)
        return None if key is None else self._by_key(key, self._count)

    def route(self, partition: int | None, key: bytes | None) -> PartitionQueue | None:
        """The queue for a record where that needs no decision, else None."""
        if partition is None:
            if self._partitioner is not None or not self._count:
                return None
            if key is not None:
                partition = self._by_key(key, self._count)
            if partition is None:
                return self.keyless_queue
        return self._queues.get(partition)

    # --- records that may go anywhere ---------------------------------------------------------------------------

    def choose_sticky(self, among: Sequence[int]) -> PartitionQueue:
        """Records without key go to another partition from now on."""
        self._sticky.move_on(among, self._waiting() if self._is_adaptive else None)
        self._sticky_bytes, self._sticky_batch = 0, None
        self.sticky_queue = queue = self.queue(self._sticky.current)
        self.keyless_queue = queue if self._partitioner is None else None
        return queue

    def sticks_to(self, batch: Batch) -> None:
        """A record without key has gone into this batch."""
        if batch is not self._sticky_batch:
            self._sticky_bytes = self.sticky_bytes
            self._sticky_batch = batch

    @property
    def sticky_bytes(self) -> int:
        """What has gone to the partition since it was chosen; records with a key that went along are counted, too."""
        return self._sticky_bytes + (0 if self._sticky_batch is None else self._sticky_batch.size)

    def _waiting(self) -> dict[int, int]:
        """How many batches wait to be sent, by partition."""
        return {
            queue.tp.partition: len(queue.ready) for queue in self._accumulator.ready if queue.tp.topic == self.name
        }
