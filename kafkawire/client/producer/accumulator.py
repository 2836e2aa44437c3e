"""Where records wait: a queue of batches for each partition, and the account of what they take.

Per partition there is one open batch that records are appended to. A batch that is full, or has lingered long enough,
is ready to be sent. The sender takes ready batches and gives them back here if they have to go out again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ProducerOptions
from kafkawire.client.producer.delivery import BatchCompletion
from kafkawire.client.producer.identity import NOBODY, Identity
from kafkawire.records import BatchBuilder, Header
from kafkawire.records.header import next_sequence

__all__ = ["Accumulator", "Batch", "BatchRecords", "PartitionQueue", "RecordContent"]

_FIRST_GRANT = 4
_PLENTY = 8  # below such a part of the memory a batch is granted all that it can take

RecordContent = tuple[int, bytes | None, bytes | None, Sequence[Header]]
"""Timestamp in milliseconds, key, value, headers: what a batch builder appends."""


class BatchRecords(Protocol):
    """The records of one batch, as a producer needs them: a `BatchBuilder`, or something that has them encoded."""

    def __len__(self) -> int:
        """The number of records."""

    def build(
        self, *, compression: str, producer_id: int, producer_epoch: int, base_sequence: int, is_transactional: bool
    ) -> bytes:
        """The batch as it goes to a broker. It is asked for again where the numbers have changed."""

    def part(self, start: int, stop: int) -> BatchBuilder:
        """Some of the records, for a batch of their own: asked for when a broker finds all of them too many."""


class Batch:
    """Records of one partition that are written together, and all that the sender remembers of them."""

    __slots__ = ("builder", "charged", "completion", "created_at", "data", "order", "records", "room", "sequence")

    builder: BatchBuilder
    """The records, where more may be added; not set where they came encoded, so that nothing is added by mistake."""

    def __init__(self, tp: TopicPartition, order: tuple[int, ...], records: BatchRecords, created_at: float) -> None:
        self.completion = BatchCompletion(tp)
        self.order = order
        """What retries must keep within a partition; that of a part begins with that of its whole."""
        self.records = records
        if isinstance(records, BatchBuilder):
            self.builder = records
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

    @property
    def can_be_split(self) -> bool:
        """Whether there is more than one record."""
        return len(self.records) > 1

    def halves(self) -> tuple[Batch, Batch]:
        """Two batches with the records, which have its place in the order, its sequence numbers and its memory."""
        count = len(self.records)
        middle = count // 2
        parts = [
            Batch(self.completion.tp, (*self.order, part), self.records.part(start, stop), self.created_at)
            for part, (start, stop) in enumerate(((0, middle), (middle, count)))
        ]
        for part, start in zip(parts, (0, middle), strict=True):
            part.sequence = None if self.sequence is None else next_sequence(self.sequence, start)
        sizes = [part.builder.size for part in parts]
        parts[0].charged = self.charged * sizes[0] // sum(sizes)
        parts[1].charged = self.charged - parts[0].charged
        self.completion.split([(0, parts[0].completion), (middle, parts[1].completion)])
        return parts[0], parts[1]


class PartitionQueue:
    """The batches of one partition, oldest first: in flight, ready, open."""

    __slots__ = (
        "_count",
        "has_hole",
        "identity",
        "in_flight",
        "next_sequence",
        "open",
        "ready",
        "recovering",
        "retry_at",
        "tp",
    )

    def __init__(self, tp: TopicPartition) -> None:
        self.tp = tp
        self.open: Batch | None = None
        self.ready: deque[Batch] = deque()
        self.in_flight: list[Batch] = []
        self.identity = NOBODY
        """As whom its batches are numbered."""
        self.next_sequence = 0
        self.has_hole = False
        """Whether the broker waits for a number that nobody will send, so that what is left has to be numbered anew."""
        self.recovering = False
        """In the beginning and after a failure batches go one by one until all that were sent before are written."""
        self.retry_at = 0.0
        self._count = 0

    def assign_sequence(self, batch: Batch, present: Identity) -> None:
        """Give a batch its sequence number, as somebody else than before if no batch needs the old identity any more.

        One that was sent already may have been written, and only its old number tells the broker so.
        """
        if batch.sequence is not None:
            return
        if self.identity != present and not any(other.sequence is not None for other in (*self.in_flight, *self.ready)):
            if self.identity.producer_id != present.producer_id:
                self.recovering = True  # a broker takes any number from a producer that it has not seen
            self.identity, self.next_sequence = present, 0
        batch.sequence = self.next_sequence
        self.next_sequence = next_sequence(batch.sequence, len(batch.records))

    def reset_sequences(self) -> None:
        """The broker would take nothing that follows, so all that is left belongs to the next identity."""
        self.has_hole = False
        self.identity = NOBODY
        for batch in self.ready:
            batch.sequence = batch.data = None

    def new_batch(self, records: BatchRecords, now: float) -> Batch:
        """A batch of these records, which stands nowhere yet."""
        self._count += 1
        return Batch(self.tp, (self._count,), records, now)

    def is_first(self, batch: Batch) -> bool:
        """Whether nothing older is still to be written."""
        older = [*self.in_flight, *self.ready]
        return all(other.order >= batch.order for other in older)

    @property
    def has_repeats(self) -> bool:
        """Whether batches that were sent already wait for an answer, or to be sent again.

        They may be written, which a broker knows of the last five batches of a producer. So nothing new goes out
        before it has said so of each.
        """
        return any(batch.sequence is not None for batch in (*self.in_flight, *self.ready))

    def waiting(self) -> list[Batch]:
        """What has not been sent, oldest first."""
        return [*self.ready, *([self.open] if self.open is not None else [])]


class Accumulator:
    """All queues, and the account of `buffer_memory`.

    An open batch is granted memory ahead of its records, so that most are appended without a look at the account: all
    that it can take, or with less memory left a quarter of that and then as much again as it has. When it closes, what
    is left comes back; the rest when it is finished.
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
            queue.ready.append(batch)
            queue.open = None
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
        content: RecordContent,
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
            index = builder.append(*content)
            self.close(queue)
            batch = queue.open = queue.new_batch(builder, now())
            self._open[queue] = self.active[queue] = None
        else:
            index = batch.builder.append(*content)
        self._make_room(batch, size)
        batch.room -= size
        return batch, index, new

    def put_whole(self, queue: PartitionQueue, records: BatchRecords, size: int, now: float) -> None:
        """Append a batch that is complete already, of `size` bytes."""
        self.close(queue)
        batch = queue.new_batch(records, now)
        batch.charged = size
        queue.ready.append(batch)
        self.buffered += size
        self.active[queue] = self.ready[queue] = None

    def _make_room(self, batch: Batch, size: int) -> None:
        """See to it that a batch can take a record of `size` bytes, for which there is memory."""
        lacking = size - batch.room
        if lacking > 0:
            has_plenty = self.buffered < self._limit // _PLENTY
            ahead = self.batch_size if has_plenty else max(batch.charged, self.batch_size // _FIRST_GRANT)
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
        queue.ready = deque(sorted([*batches, *queue.ready], key=lambda waiting: waiting.order))
        self.ready[queue] = None

    def remove(self, queue: PartitionQueue, batch: Batch) -> None:
        """Take a batch out of its queue, wherever it stands there."""
        if queue.open is batch:
            queue.open = None
            del self._open[queue]
        elif batch in queue.in_flight:
            queue.in_flight.remove(batch)
        else:
            queue.ready.remove(batch)
        if not queue.ready:
            self.ready.pop(queue, None)

    def finish(self, queue: PartitionQueue, batch: Batch, error: Exception | None) -> None:
        """A batch, already taken out of its queue, has come to its end."""
        self.refund(batch.charged)
        if not (queue.in_flight or queue.ready or queue.open):
            self.active.pop(queue, None)
        batch.completion.complete(error)

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
