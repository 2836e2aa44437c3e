"""Where records wait: a queue of batches for each partition, and the account of what they take.

Per partition there is one open batch that records are appended to. A batch that is full, or has lingered long enough,
is ready to be sent. The sender takes ready batches and gives them back here if they have to go out again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ProducerOptions
from kafkawire.client.producer.delivery import BatchOutcome
from kafkawire.records import BatchBuilder, Header

__all__ = ["Accumulator", "Batch", "PartitionQueue", "RecordContent"]

_FIRST_GRANT = 4

RecordContent = tuple[int, bytes | None, bytes | None, Sequence[Header]]
"""Timestamp in milliseconds, key, value, headers: what a batch builder appends."""


class Batch:
    """Records of one partition that are written together, and all that the sender remembers of them."""

    __slots__ = ("builder", "charged", "created_at", "data", "number", "outcome", "room", "sequence")

    def __init__(self, tp: TopicPartition, number: int, builder: BatchBuilder, created_at: float) -> None:
        self.outcome = BatchOutcome(tp)
        self.number = number
        """Counts a partition's batches; the order that retries must keep."""
        self.builder = builder
        self.created_at = created_at
        self.charged = 0
        """Bytes of `buffer_memory` that are set aside for it."""
        self.room = 0
        """How many of them no record has taken yet."""
        self.sequence: int | None = None
        self.data: bytes | None = None
        """The finished batch, once it has been sent for the first time."""

    @property
    def size(self) -> int:
        """Bytes of the records before compression."""
        return self.charged - self.room


class PartitionQueue:
    """The batches of one partition, oldest first: in flight, ready, open."""

    __slots__ = ("_numbers", "in_flight", "next_sequence", "open", "ready", "recovering", "retry_at", "tp")

    def __init__(self, tp: TopicPartition) -> None:
        self.tp = tp
        self.open: Batch | None = None
        self.ready: deque[Batch] = deque()
        self.in_flight: list[Batch] = []
        self.next_sequence = 0
        self.recovering = False
        """After a failure batches go one by one until one succeeds, so that none overtakes."""
        self.retry_at = 0.0
        self._numbers = 0

    def open_batch(self, builder: BatchBuilder, now: float) -> Batch:
        """Begin a batch."""
        self._numbers += 1
        self.open = Batch(self.tp, self._numbers, builder, now)
        return self.open

    def close_batch(self) -> None:
        """The open batch is ready."""
        if self.open is not None:
            self.ready.append(self.open)
            self.open = None

    def put_back(self, batch: Batch) -> None:
        """A batch has to go out again, in its old place."""
        self.ready = deque(sorted([batch, *self.ready], key=lambda waiting: waiting.number))

    def is_first(self, batch: Batch) -> bool:
        """Whether nothing older is still to be written."""
        older = [*self.in_flight, *self.ready]
        return all(other.number >= batch.number for other in older)

    def waiting(self) -> list[Batch]:
        """What has not been sent, oldest first."""
        return [*self.ready, *([self.open] if self.open is not None else [])]


class Accumulator:
    """All queues, and the account of `buffer_memory`.

    An open batch is granted memory ahead of its records, a quarter of a full batch and then as much again as it has, so
    that most records are appended without a look at the account. When it closes, what is left comes back; the rest when
    it is finished.
    """

    def __init__(self, options: ProducerOptions) -> None:
        self.queues: dict[TopicPartition, PartitionQueue] = {}
        self.active: dict[PartitionQueue, None] = {}
        """Queues with batches that are not acknowledged, in the order they came to have some."""
        self.buffered = 0
        self.room = asyncio.Event()
        self.room.set()
        self._linger = options.linger_ms / 1000
        self._half = options.buffer_memory // 2
        self.batch_size = min(options.batch_size, options.max_request_size)
        self._limit = options.buffer_memory

    def queue(self, tp: TopicPartition) -> PartitionQueue:
        """The queue of a partition."""
        found = self.queues.get(tp)
        if found is None:
            found = self.queues[tp] = PartitionQueue(tp)
        return found

    def refund(self, size: int) -> None:
        """`size` bytes are free again. Whoever waits for room goes on when half of the memory is."""
        self.buffered -= size
        if self.buffered <= self._half:
            self.room.set()

    def close_lingering(self, now: float) -> float | None:
        """Make ready what has lingered long enough. Returns when the next open batch will have, or None."""
        soonest: float | None = None
        for queue in self.active:
            batch = queue.open
            if batch is None:
                continue
            due = batch.created_at + self._linger
            if due <= now:
                self.close(queue)
            else:
                soonest = due if soonest is None else min(soonest, due)
        return soonest

    def close_all(self) -> None:
        """Make everything ready now."""
        for queue in self.active:
            self.close(queue)

    def close(self, queue: PartitionQueue) -> None:
        """The open batch of a queue, if it has one, is ready."""
        batch = queue.open
        if batch is not None:
            queue.close_batch()
            batch.charged -= batch.room
            self.refund(batch.room)
            batch.room = 0

    def make_room(self, batch: Batch, size: int) -> None:
        """See to it that a batch can take a record of `size` bytes, for which there is memory."""
        lacking = size - batch.room
        if lacking > 0:
            ahead = max(batch.charged, self.batch_size // _FIRST_GRANT)
            ahead = min(ahead, self.batch_size - batch.charged, self._limit - self.buffered)
            grant = max(lacking, ahead)
            batch.charged += grant
            batch.room += grant
            self.buffered += grant

    def batches(self) -> Iterator[Batch]:
        """Every batch that is not acknowledged."""
        for queue in self.active:
            yield from queue.in_flight
            yield from queue.waiting()

    def is_full(self, queue: PartitionQueue, size: int) -> bool:
        """Whether the open batch has no room for a record of `size` bytes."""
        return queue.open is not None and queue.open.size + size > self.batch_size

    def put(
        self,
        queue: PartitionQueue,
        record: RecordContent,
        size: int,
        now: Callable[[], float],
    ) -> tuple[Batch, int, bool]:
        """Append a record of `size` bytes to the open batch, or to a new one.

        Returns the batch, the record's number in it, and whether the batch is a new one, which the sender does not
        know of. Raises `ValueOutOfRange` for what no record can hold, and all is as before.
        """
        batch = queue.open
        new = batch is None or self.is_full(queue, size)
        if batch is None or new:
            builder = BatchBuilder()
            index = builder.append(*record)
            self.close(queue)
            batch = queue.open_batch(builder, now())
            self.active[queue] = None
        else:
            index = batch.builder.append(*record)
        self.make_room(batch, size)
        batch.room -= size
        return batch, index, new

    @property
    def is_crowded(self) -> bool:
        """Whether more than half of the memory is taken; `room` tells when that is over."""
        if self.buffered <= self._half:
            return False
        self.room.clear()
        return True

    def finish(self, queue: PartitionQueue, batch: Batch, error: Exception | None) -> None:
        """A batch, already taken out of its queue, has come to its end."""
        self.refund(batch.charged)
        if not (queue.in_flight or queue.ready or queue.open):
            self.active.pop(queue, None)
        batch.outcome.settle(error)
