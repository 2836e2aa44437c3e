"""Where records wait: a queue of batches for each partition, and the account of what they take.

Per partition there is one open batch that records are appended to. A batch that is full, or has lingered long enough,
is ready to be sent. The sender takes ready batches and gives them back here if they have to go out again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence

from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ProducerOptions
from kafkawire.client.producer.batch import Batch, BatchRecords, PartitionQueue
from kafkawire.records import BatchBuilder, Header

__all__ = ["Accumulator", "RecordContent"]

_FIRST_GRANT = 4

RecordContent = tuple[int, bytes | None, bytes | None, Sequence[Header]]
"""Timestamp in milliseconds, key, value, headers: what a batch builder appends."""


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
        self.ready: dict[PartitionQueue, None] = {}
        """Queues with batches that can be sent; what has just been sent from goes to the end."""
        self.buffered = 0
        self.room = asyncio.Event()
        self.room.set()
        self._open: dict[PartitionQueue, None] = {}
        """Queues with an open batch, the oldest first."""
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

    # --- open batches -------------------------------------------------------------------------------------------

    def close_lingering(self, now: float) -> float | None:
        """Make ready what has lingered long enough. Returns when the next open batch will have, or None."""
        while self._open:
            queue = next(iter(self._open))
            assert queue.open is not None
            due = queue.open.created_at + self._linger
            if due > now:
                return due
            self.close(queue)
        return None

    def close_all(self) -> None:
        """Make everything ready now."""
        for queue in list(self._open):
            self.close(queue)

    def close(self, queue: PartitionQueue) -> None:
        """The open batch of a queue, if it has one, is ready."""
        batch = queue.open
        if batch is not None:
            queue.close_batch()
            del self._open[queue]
            self.ready[queue] = None
            batch.charged -= batch.room
            self.refund(batch.room)
            batch.room = 0

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
            self._open[queue] = self.active[queue] = None
        else:
            index = batch.append(*record)
        self._make_room(batch, size)
        batch.room -= size
        return batch, index, new

    def put_whole(self, queue: PartitionQueue, records: BatchRecords, size: int, now: float) -> None:
        """Append a batch that is complete already, of `size` bytes."""
        self.close(queue)
        queue.add_batch(records, now).charged = size
        self.buffered += size
        self.active[queue] = self.ready[queue] = None

    def _make_room(self, batch: Batch, size: int) -> None:
        """See to it that a batch can take a record of `size` bytes, for which there is memory."""
        lacking = size - batch.room
        if lacking > 0:
            ahead = max(batch.charged, self.batch_size // _FIRST_GRANT)
            ahead = min(ahead, self.batch_size - batch.charged, self._limit - self.buffered)
            grant = max(lacking, ahead)
            batch.charged += grant
            batch.room += grant
            self.buffered += grant

    # --- batches that are ready, sent, finished -----------------------------------------------------------------

    def take(self, queue: PartitionQueue) -> Batch:
        """The oldest ready batch of a queue is under way from now on."""
        batch = queue.ready.popleft()
        queue.in_flight.append(batch)
        del self.ready[queue]
        if queue.ready:
            self.ready[queue] = None
        return batch

    def put_back(self, queue: PartitionQueue, *batches: Batch) -> None:
        """Batches that were under way have to go out again, in their old place."""
        queue.put_back(*batches)
        self.ready[queue] = None

    def remove(self, queue: PartitionQueue, batch: Batch) -> None:
        """Take a batch out of its queue, wherever it stands there."""
        if queue.open is batch:
            del self._open[queue]
        queue.remove(batch)
        if not queue.ready:
            self.ready.pop(queue, None)

    def finish(self, queue: PartitionQueue, batch: Batch, error: Exception | None) -> None:
        """A batch, already taken out of its queue, has come to its end."""
        self.refund(batch.charged)
        if not (queue.in_flight or queue.ready or queue.open):
            self.active.pop(queue, None)
        batch.outcome.settle(error)

    def batches(self) -> Iterator[Batch]:
        """Every batch that is not acknowledged."""
        for queue in self.active:
            yield from queue.in_flight
            yield from queue.waiting()

    @property
    def is_crowded(self) -> bool:
        """Whether more than half of the memory is taken; `room` tells when that is over."""
        if self.buffered <= self._half:
            return False
        self.room.clear()
        return True
