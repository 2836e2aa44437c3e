"""Which transactions of a partition were aborted, and which are not decided yet, as its batches tell.

A transaction of a producer begins with its first transactional batch and ends with its next control batch, which says
how. The transaction indexes know of aborted ones, too: they help where a marker cannot be read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from kafkawire.logfiles.segment import Batch
from kafkawire.records import ControlRecordType, RecordBatch
from kafkawire.records.header import BatchHeader

__all__ = ["Aborted", "Hidden", "Transactions"]

Aborted = tuple[int, int, int]
"""Producer id, first offset and offset of the marker of an aborted transaction."""


@dataclass(slots=True)
class Transactions:
    """Of one partition. `opened`: producer id to first offset of what is not decided.

    `unknown`: first offset of a transaction, and offset of its marker, where that cannot be read.
    """

    aborted: list[Aborted] = field(default_factory=list)
    opened: dict[int, int] = field(default_factory=dict)
    unknown: list[tuple[int, int]] = field(default_factory=list)

    def last_stable_offset(self, end: int) -> int:
        """Up to where (without) a reader of committed records may read, in a log that ends at `end`."""
        return min([end, *self.opened.values()])

    def see(self, batch: RecordBatch | BatchHeader, marker: ControlRecordType | None) -> None:
        """Take note of the next batch; `marker` is the type of the first record in a control batch."""
        if not batch.is_control:
            if batch.is_transactional and batch.record_count:  # compaction may leave a head whose marker is gone
                self.opened.setdefault(batch.producer_id, batch.base_offset)
            return
        if marker is None and batch.record_count and batch.producer_id in self.opened:
            self.unknown.append((self.opened[batch.producer_id], batch.base_offset))
        if marker not in (ControlRecordType.ABORT, ControlRecordType.COMMIT):
            return
        first = self.opened.pop(batch.producer_id, None)
        if marker is ControlRecordType.ABORT and first is not None:
            self.aborted.append((batch.producer_id, first, batch.last_offset))

    def abort(self, entry: Aborted) -> None:
        """Take note of what an index says. The marker may have been seen already, or not be readable."""
        producer_id, _, last = entry
        if self.opened.get(producer_id, last + 1) <= last:
            del self.opened[producer_id]
        self.aborted.append(entry)


class Hidden:
    """Which batches a reader is not to see: control batches, and those of aborted transactions."""

    def __init__(self, aborted: Iterable[Aborted]) -> None:
        self._aborted: dict[int, list[tuple[int, int]]] = {}
        for producer_id, first, last in sorted(aborted, key=lambda entry: entry[1]):
            self._aborted.setdefault(producer_id, []).append((first, last))

    def __contains__(self, batch: Batch) -> bool:
        if not isinstance(batch, RecordBatch):
            return False
        if batch.is_control:
            return True
        if not batch.is_transactional or batch.producer_id not in self._aborted:
            return False
        ranges = self._aborted[batch.producer_id]
        number = bisect_right(ranges, batch.base_offset, key=lambda entry: entry[0])
        return number > 0 and batch.base_offset <= ranges[number - 1][1]
