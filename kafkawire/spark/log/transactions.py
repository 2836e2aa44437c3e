"""What `read_committed` shows: which transactions were aborted, and where the first undecided one begins.

Both are in the log itself. A transaction of a producer begins with its first transactional batch and ends with its
next control batch, which says how. Only heads are read for that, and markers. The transaction indexes know of aborted
ones, too: they help where a marker cannot be read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kafkawire.errors import KafkaWireError
from kafkawire.records import ControlRecordType, RecordBatch, read_control_record
from kafkawire.spark.log.files import Segment
from kafkawire.spark.log.indexes import Aborted, aborted_transactions
from kafkawire.spark.log.segment import Batch, SegmentFile

__all__ = ["Hidden", "Transactions", "marker_type", "read_transactions"]


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

    def see(self, batch: RecordBatch, marker: ControlRecordType | None) -> None:
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


def read_transactions(segments: Sequence[Segment]) -> Transactions:
    """Go through all segments of a partition."""
    found = Transactions()
    indexed = [entry for segment in segments for entry in aborted_transactions(segment)]
    indexed.sort(key=lambda entry: entry[2], reverse=True)  # the one with the first marker is the last
    for segment in segments:
        with SegmentFile(segment) as file:
            for position, head in file.heads(0, segment.size):
                if not isinstance(head, RecordBatch) or not (head.is_control or head.is_transactional):
                    continue
                marker = marker_type(file.batch_at(position)) if head.is_control else None
                # What is before this batch; and what this is itself, where it does not say so.
                over = head.last_offset if head.is_control and marker is None else head.base_offset - 1
                while indexed and indexed[-1][2] <= over:
                    found.abort(indexed.pop())
                found.see(head, marker)
    for entry in indexed:
        found.abort(entry)
    found.aborted = list(dict.fromkeys(found.aborted))
    return found


def marker_type(batch: Batch | None) -> ControlRecordType | None:
    """What the first record of a control batch is; None if there is none or it cannot be read."""
    if batch is None:
        return None
    try:
        return next((read_control_record(record).type for record in batch.records()), None)
    except KafkaWireError:  # a damaged marker is reported by whoever reads the batches
        return None


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
