"""Records, or whole batches, out of the files of a partition: by offset, by time, by key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kafkawire.errors import KafkaWireError
from kafkawire.logfiles.files import LocalFile
from kafkawire.logfiles.finding import Partition
from kafkawire.logfiles.reading import batches, start_of
from kafkawire.logfiles.segment import Batch, Segment, first_offset, marker_type
from kafkawire.logfiles.transactions import Hidden, Transactions
from kafkawire.logfiles.walking import Damage
from kafkawire.records import Record, RecordBatch

__all__ = ["Wanted", "extract_batches", "extract_records"]

_MOST = 2**63 - 1

OnDamage = Callable[[str, int, str], None]
"""Called with file, position and cause of what is left out."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted: bounds of offsets and times (ms), the upper ones excluded, and keys that the pattern is in."""

    from_offset: int = 0
    to_offset: int = _MOST
    since: int = 0
    until: int = _MOST
    key: re.Pattern[bytes] | None = None
    committed: bool = False

    def wants(self, record: Record) -> bool:
        """Whether a record is wanted."""
        if not self.from_offset <= record.offset < self.to_offset:
            return False
        if (self.since or self.until < _MOST) and not self.since <= record.timestamp < self.until:
            return False
        return self.key is None or (record.key is not None and self.key.search(record.key) is not None)

    def may_want(self, batch: Batch) -> bool:
        """Whether there may be such records in a batch."""
        if batch.last_offset < self.from_offset:
            return False
        if not isinstance(batch, RecordBatch):  # neither its first offset nor the times inside stand in front
            return True
        return batch.base_offset < self.to_offset and not (self.since and batch.max_timestamp < self.since)


def extract_records(partition: Partition, wanted: Wanted, on_damage: OnDamage) -> Iterator[Record]:
    """The records that are wanted, of applications: no markers, and with `committed` none that was aborted or is open.

    Raises `OSError`.
    """
    hidden, end = _hidden(partition) if wanted.committed else (Hidden([]), _MOST)
    for path, position, batch in extract_batches(partition, wanted, on_damage):
        if batch in hidden or batch.is_control:
            continue
        try:
            records: list[Record] = batch.records()
        except KafkaWireError as exc:
            on_damage(path, position, str(exc).partition(": ")[2] or str(exc))
            continue
        yield from (record for record in records if record.offset < end and wanted.wants(record))


def extract_batches(partition: Partition, wanted: Wanted, on_damage: OnDamage) -> Iterator[tuple[str, int, Batch]]:
    """File, position and batch of each sound batch that may have something of what is wanted."""
    for segment in partition.segments:
        if not _reaches(segment, wanted):
            continue
        start = start_of(segment, wanted.from_offset) if wanted.from_offset > segment.base_offset else 0
        with LocalFile(segment.path) as file:
            damaged = -1
            for position, found in batches(file, start):
                if isinstance(found, Damage):
                    damaged = position
                    on_damage(segment.path, position, found.cause)
                elif first_offset(found) >= wanted.to_offset and isinstance(found, RecordBatch):
                    return
                elif position != damaged and wanted.may_want(found):
                    yield segment.path, position, found


def _reaches(segment: Segment, wanted: Wanted) -> bool:
    ends_before = segment.next_base is not None and segment.next_base <= wanted.from_offset
    return not ends_before and segment.base_offset < wanted.to_offset


def _hidden(partition: Partition) -> tuple[Hidden, int]:
    """Which batches were aborted, and up to where all is decided."""
    transactions = Transactions()
    for segment in partition.segments:
        with LocalFile(segment.path) as file:
            for _, found in batches(file):
                if isinstance(found, RecordBatch) and (found.is_control or found.is_transactional):
                    transactions.see(found, marker_type(found) if found.is_control else None)
    return Hidden(transactions.aborted), transactions.last_stable_offset(_MOST)
