"""From the bytes of a fetch answer to batches that an application may see.

Control batches carry no records for applications, only offsets. With `read_committed` the broker sends records of
aborted transactions as well and says which those are: (producer id, first offset). From that offset on the producer's
transactional batches are skipped, up to its abort marker.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kafkawire.client.consumer.fetch import FetchedPartition
from kafkawire.records import LegacyBatch, Record, RecordBatch, read_batches

if TYPE_CHECKING:
    from kafkawire.messages.fetch_response import AbortedTransaction

__all__ = ["FetchedBatch", "read_fetched"]

_ABORT = b"\0\0"  # type in the key of a control record, behind an int16 version


class FetchedBatch:
    """A batch that waits to be handed out, decoded when its turn comes. `size` in bytes, as fetched."""

    __slots__ = ("last_offset", "size", "source")

    def __init__(self, batch: RecordBatch | LegacyBatch, *, hidden: bool) -> None:
        self.last_offset = batch.last_offset
        self.size = batch.size_in_bytes
        self.source = None if hidden else batch
        """The batch itself, for whoever wants columns; None if the application is not to see it."""

    def records(self) -> list[Record]:
        """The records for the application; none in a batch that only moves the position on."""
        return [] if self.source is None else self.source.records()


class _Aborted:
    """Which producers are inside an aborted transaction while a partition's batches go by in order."""

    def __init__(self, transactions: Iterable[AbortedTransaction]) -> None:
        self._upcoming = sorted(transactions, key=lambda t: t.first_offset, reverse=True)
        self._inside: set[int] = set()

    def hides(self, batch: RecordBatch) -> bool:
        """Whether the records of the next batch belong to an aborted transaction."""
        while self._upcoming and self._upcoming[-1].first_offset <= batch.last_offset:
            self._inside.add(self._upcoming.pop().producer_id)
        if batch.is_control:
            if batch.producer_id in self._inside and _is_abort(batch):
                self._inside.discard(batch.producer_id)
            return True
        return batch.is_transactional and batch.producer_id in self._inside


def _is_abort(batch: RecordBatch) -> bool:
    return any(record.key is not None and record.key[2:4] == _ABORT for record in batch.records())


def read_fetched(
    answer: FetchedPartition, start: int, *, read_committed: bool, check_crc: bool = True
) -> list[FetchedBatch]:
    """The whole batches of an answer from offset `start` on; a part of one at the end is left out.

    Raises `CorruptBatch`.
    """
    aborted = _Aborted(answer.aborted if read_committed else ())
    batches = []
    for batch in read_batches(answer.records, check_crc=check_crc):
        hidden = aborted.hides(batch) if isinstance(batch, RecordBatch) else False
        if batch.last_offset >= start:  # what lies before would move a reader back
            batches.append(FetchedBatch(batch, hidden=hidden))
    return batches
