"""Records that are written together, and the batches of one partition in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import repeat
from typing import Protocol

from kafkawire.client.metadata import TopicPartition
from kafkawire.client.producer.delivery import BatchOutcome
from kafkawire.client.producer.identity import NOBODY, Identity
from kafkawire.records import BatchBuilder, Header
from kafkawire.records.header import next_sequence

__all__ = ["Batch", "BatchRecords", "PartitionQueue"]

Number = tuple[int, ...]


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

    __slots__ = ("builder", "charged", "created_at", "data", "number", "outcome", "records", "room", "sequence")

    builder: BatchBuilder
    """The records, where more may be added; not set where they came encoded, so that nothing is added by mistake.

    The column `keys` may be shorter than others while the batch is open: what is missing has no key.
    """

    def __init__(self, tp: TopicPartition, number: Number, records: BatchRecords, created_at: float) -> None:
        self.outcome = BatchOutcome(tp)
        self.number = number
        """The order that retries must keep within a partition; that of a part begins with that of its whole."""
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

    def append(self, timestamp: int, key: bytes | None, value: bytes | None, headers: Sequence[Header]) -> int:
        """Add a record and return its number. Raises `ValueOutOfRange` for what no record can hold."""
        self.fill_keys()
        return self.builder.append(timestamp, key, value, headers)

    def fill_keys(self) -> None:
        """Make the column of keys as long as the others: `Producer.send` leaves it short."""
        builder = self.builder
        missing = len(builder.values) - len(builder.keys)
        if missing:
            builder.keys.extend(repeat(None, missing))

    @property
    def can_be_split(self) -> bool:
        """Whether there is more than one record."""
        return len(self.records) > 1

    def halves(self) -> tuple[Batch, Batch]:
        """Two batches with the records, which have its place in the order, its sequence numbers and its memory."""
        count = len(self.records)
        middle = count // 2
        parts = [
            Batch(self.outcome.tp, (*self.number, place), self.records.part(start, stop), self.created_at)
            for place, (start, stop) in enumerate(((0, middle), (middle, count)))
        ]
        for part, start in zip(parts, (0, middle), strict=True):
            part.sequence = None if self.sequence is None else next_sequence(self.sequence, start)
        sizes = [part.builder.size for part in parts]
        parts[0].charged = self.charged * sizes[0] // sum(sizes)
        parts[1].charged = self.charged - parts[0].charged
        self.outcome.split([(0, parts[0].outcome), (middle, parts[1].outcome)])
        return parts[0], parts[1]


class PartitionQueue:
    """The batches of one partition, oldest first: in flight, ready, open."""

    __slots__ = (
        "_numbers",
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
        """In the beginning and after a failure batches go one by one until one succeeds, so that none overtakes."""
        self.retry_at = 0.0
        self._numbers = 0

    def number(self, batch: Batch, present: Identity) -> None:
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

    def number_anew(self) -> None:
        """The broker would take nothing that follows, so all that is left belongs to the next identity."""
        self.has_hole = False
        self.identity = NOBODY
        for batch in self.ready:
            batch.sequence = batch.data = None

    def open_batch(self, builder: BatchBuilder, now: float) -> Batch:
        """Begin a batch."""
        self.open = self._new_batch(builder, now)
        return self.open

    def add_batch(self, records: BatchRecords, now: float) -> Batch:
        """A batch that is ready as it comes."""
        batch = self._new_batch(records, now)
        self.ready.append(batch)
        return batch

    def _new_batch(self, records: BatchRecords, now: float) -> Batch:
        self._numbers += 1
        return Batch(self.tp, (self._numbers,), records, now)

    def close_batch(self) -> None:
        """The open batch is ready."""
        if self.open is not None:
            self.open.fill_keys()
            self.ready.append(self.open)
            self.open = None

    def put_back(self, *batches: Batch) -> None:
        """Batches have to go out again, in their old place."""
        self.ready = deque(sorted([*batches, *self.ready], key=lambda waiting: waiting.number))

    def remove(self, batch: Batch) -> None:
        """Take a batch out, wherever it stands."""
        if self.open is batch:
            self.open = None
        elif batch in self.in_flight:
            self.in_flight.remove(batch)
        else:
            self.ready.remove(batch)

    def is_first(self, batch: Batch) -> bool:
        """Whether nothing older is still to be written."""
        older = [*self.in_flight, *self.ready]
        return all(other.number >= batch.number for other in older)

    def waiting(self) -> list[Batch]:
        """What has not been sent, oldest first."""
        return [*self.ready, *([self.open] if self.open is not None else [])]
