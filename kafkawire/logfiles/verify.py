"""Whether the files of a log directory are sound: every checksum, every index entry, every checkpoint.

Each batch is looked at once, in the order of the file; what indexes, snapshots and checkpoints say is held against that
on the way. Nothing is written, and a broker may run meanwhile: what it appends after the file was opened is not seen.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from kafkawire.errors import KafkaWireError
from kafkawire.internal_records import INTERNAL
from kafkawire.limits import MIB
from kafkawire.logfiles.checkpoints import parse_epochs, parse_partition_metadata
from kafkawire.logfiles.files import LocalFile
from kafkawire.logfiles.finding import Directory, Partition, kind_of
from kafkawire.logfiles.index_check import NEVER, Finding, OffsetIndexCheck, TimeIndexCheck
from kafkawire.logfiles.indexes import OFFSET_ENTRY, TIME_ENTRY, parse_aborted
from kafkawire.logfiles.producer_snapshot import decode_snapshot
from kafkawire.logfiles.reading import batch_at
from kafkawire.logfiles.segment import Segment, beside, marker_type
from kafkawire.logfiles.sequences import Sequences
from kafkawire.logfiles.small_files import (
    Fault,
    Looked,
    Spans,
    beside_partitions,
    metadata_snapshot,
    understood,
    unreadable,
)
from kafkawire.logfiles.transactions import Transactions
from kafkawire.logfiles.walking import Damage, walk
from kafkawire.records.header import CONTROL_BIT, LOG_OVERHEAD, TRANSACTIONAL_BIT, BatchHeader

__all__ = ["Fault", "Looked", "verify"]

_TOLD_EVERY = 32 * MIB
_MOST_OF_A_FILE = 5


def verify(
    directories: Iterable[Directory],
    *,
    deep: bool = False,
    looked: Looked | None = None,
    told: Callable[[str, int, int], None] = lambda _path, _position, _size: None,
) -> Iterator[Fault]:
    """What is wrong with the files. With `deep` records are decompressed and decoded, too.

    `told` is called now and then with the file, the position and the size of the file; `looked` counts. A file that
    cannot be read is a fault.
    """
    looked = Looked() if looked is None else looked
    for directory in directories:
        spans: Spans = {}
        for partition in directory.partitions:
            checking = _Checking(partition, deep, looked, told)
            yield from _few(checking.faults())
            spans[partition.topic, partition.number] = checking.start, checking.end
        for path in directory.others:
            looked.files += 1
            yield from _few(beside_partitions(path, spans))


def _few(faults: Iterator[Fault]) -> Iterator[Fault]:
    """Of each file the first faults, and how many more there are."""
    path, of_file, damage = "", 0, 0
    for fault in faults:
        if fault.path != path:
            yield from _more(path, of_file - _MOST_OF_A_FILE, damage)
            path, of_file, damage = fault.path, 0, 0
        of_file += 1
        if of_file <= _MOST_OF_A_FILE:
            yield fault
        else:
            damage += fault.is_damage
    yield from _more(path, of_file - _MOST_OF_A_FILE, damage)


def _more(path: str, more: int, damage: int) -> Iterator[Fault]:
    if more > 0:
        yield Fault(path, None, None, f"{more} more, {damage} of them damage", damage > 0)


class _Checking:
    """One partition on its way through."""

    def __init__(self, partition: Partition, deep: bool, looked: Looked, told: Callable[[str, int, int], None]) -> None:
        self._partition, self._deep, self._looked, self._told = partition, deep, looked, told
        self.start = self.end = partition.segments[0].base_offset if partition.segments else 0
        self._numbered = partition.topic not in INTERNAL  # what a coordinator writes is not
        self._gaps = 0
        self._leader_epoch = -1
        self._epochs: list[tuple[int, int]] = []
        self._sequences = Sequences()
        self._transactions = Transactions()
        self._snapshots = sorted(self._snapshots_there(), reverse=True)

    def faults(self) -> Iterator[Fault]:
        segments = self._partition.segments
        for segment in segments:
            yield from self._segment(segment)
        yield from self._snapshots_before(NEVER)
        stems = {segment.path.removesuffix(".log") for segment in segments}
        for path in self._partition.others:
            if os.path.splitext(path)[0] not in stems or path.endswith(".snapshot"):
                self._looked.files += 1
                yield from self._other(path)

    # ---------------------------------------------------------------------------------------------------- the batches

    def _segment(self, segment: Segment) -> Iterator[Fault]:  # noqa: C901 - the hot loop asks before it calls
        path = segment.path
        self._looked.files += 1
        index_path, data, faults = self._index(segment, ".index", OFFSET_ENTRY.size)
        index = OffsetIndexCheck(data, segment.base_offset)
        yield from faults
        times_path, data, faults = self._index(segment, ".timeindex", TIME_ENTRY.size)
        times = TimeIndexCheck(data, segment.base_offset)
        yield from faults
        yield from _of_index(index_path, index.early)
        yield from _of_index(times_path, times.early)
        largest, told, position, looked, deep = -1, 0, 0, self._looked, self._deep
        try:
            with LocalFile(path) as file:
                for position, fields in walk(file):
                    if isinstance(fields, Damage):
                        yield self._damage(segment, position, fields, file.size)
                        index.pass_over(fields.end)
                        times.give_up()
                        continue
                    base, length, epoch, _, _, _, delta, _, timestamp, producer, _, _, count = fields
                    last = base + delta
                    looked.batches += 1
                    if base != self.end:
                        yield from self._jump(segment, position, base)
                    self.end = last + 1
                    if timestamp > largest:
                        largest = timestamp
                    if position >= index.position:
                        yield from _of_index(index_path, index.see(position, base, last))
                    if last >= times.offset:
                        yield from _of_index(times_path, times.see(base, last, timestamp, largest))
                    if epoch != self._leader_epoch:
                        yield from self._new_epoch(path, position, base, epoch)
                    if producer >= 0:
                        text = self._of_producer(file, position, fields)
                        if text is not None:
                            yield Fault(path, position, base, text, True)
                    if count > delta + 1:
                        text = f"{count} records in a batch of {delta + 1} offsets"
                        yield Fault(path, position, base, text, True)
                    if self._snapshots and self._snapshots[-1][0] <= self.end:
                        yield from self._snapshots_before(self.end)
                    if deep:
                        yield from self._inside(file, position, fields)
                    if position + length - told >= _TOLD_EVERY:
                        told = position + length
                        self._told(path, told, file.size)
                self._looked.bytes += file.size
                yield from _of_index(index_path, index.end(file.size))
        except OSError as exc:
            yield unreadable(path, exc)  # what was not read says nothing of its indexes
            return
        yield from _of_index(times_path, times.end(self.end))
        yield from self._aborted(segment)

    def _index(self, segment: Segment, suffix: str, size: int) -> tuple[str, bytes, list[Fault]]:
        """Path and content of one of the indexes, and what is wrong with it as a file."""
        path = beside(segment, suffix)
        if not os.path.exists(path):
            missing = Fault(path, None, None, "is missing; a broker makes it anew", False)
            return path, b"", [missing] if segment.size and self._is_whole() else []
        self._looked.files += 1
        found, faults = understood(path, bytes)
        data = found or b""
        if len(data) % size and not faults:
            text = f"{len(data)} bytes are no whole number of entries of {size} bytes"
            faults = [Fault(path, len(data) - len(data) % size, None, text, True)]
        return path, data, faults

    def _is_whole(self) -> bool:
        """Whether the directory was looked at, not a single file of it."""
        return bool(self._partition.others) or len(self._partition.segments) > 1

    def _damage(self, segment: Segment, position: int, damage: Damage, size: int) -> Fault:
        self._gaps += 1
        left = damage.end - position
        rest = f"; {left} bytes hold no batch" if not damage.is_batch else ""
        if damage.end == size and segment.next_base is None:
            rest += "; a broker that was not stopped cleanly cuts the log off here"
        return Fault(segment.path, position, damage.offset, damage.cause + rest, True)

    def _jump(self, segment: Segment, position: int, base: int) -> Iterator[Fault]:
        """The offset of a batch that does not follow the one before."""
        next_base = segment.next_base
        if base < self.end:
            yield Fault(segment.path, position, base, f"offset {base} where {self.end} or later is expected", True)
        elif self.end > self.start:
            self._gaps += 1  # compaction leaves such
        if base < segment.base_offset:
            yield Fault(segment.path, position, base, f"offset {base} in a segment from {segment.base_offset} on", True)
        elif next_base is not None and base >= next_base:
            yield Fault(segment.path, position, base, f"offset {base}, the next segment begins with {next_base}", True)

    def _new_epoch(self, path: str, position: int, base: int, epoch: int) -> Iterator[Fault]:
        if epoch < self._leader_epoch and epoch >= 0:
            yield Fault(path, position, base, f"leader epoch {epoch} behind {self._leader_epoch}", True)
        elif epoch >= 0 and len(self._epochs) < 1_000_000:
            self._epochs.append((epoch, base))
        self._leader_epoch = epoch

    def _of_producer(self, file: LocalFile, position: int, fields: tuple[int, ...]) -> str | None:
        """Take note of a batch whose producer numbers it; returns what is wrong with the numbers."""
        base, _, _, _, _, attributes, delta, _, _, producer, epoch, first, _ = fields
        if attributes & CONTROL_BIT:
            header = BatchHeader(*fields)
            fault = self._sequences.end(producer, epoch)
            self._transactions.see(header, marker_type(batch_at(file, position, header.size)))
        else:
            fault = self._sequences.see(producer, epoch, first, base, delta, self._gaps)
            if attributes & TRANSACTIONAL_BIT and producer not in self._transactions.opened:
                self._transactions.see(BatchHeader(*fields), None)
        return fault if self._numbered else None

    def _inside(self, file: LocalFile, position: int, fields: tuple[int, ...]) -> Iterator[Fault]:
        """What is wrong with the records."""
        base, size = fields[0], fields[1] + LOG_OVERHEAD
        batch = batch_at(file, position, size)
        if batch is None:
            yield Fault(file.path, position, base, f"a batch of {size} bytes is too large to be opened", True)
            return
        try:
            before = batch.base_offset - 1
            for record in batch.records():
                if not before < record.offset <= batch.last_offset:
                    text = f"record {record.offset} in a batch up to {batch.last_offset}, behind {before}"
                    yield Fault(file.path, position, record.offset, text, True)
                before = record.offset
        except KafkaWireError as exc:
            yield Fault(file.path, position, base, str(exc).partition(": ")[2] or str(exc), True)

    # ---------------------------------------------------------------------------------------------- what is beside them

    def _aborted(self, segment: Segment) -> Iterator[Fault]:
        """The transaction index beside the markers that were there."""
        found, self._transactions.aborted = self._transactions.aborted, []
        path = beside(segment, ".txnindex")
        self._looked.files += os.path.exists(path)
        entries, faults = understood(path, parse_aborted) if os.path.exists(path) else ([], [])
        yield from faults
        if entries is None or not self._is_whole():
            return
        said = {(entry.producer_id, entry.last_offset): entry.first_offset for entry in entries}
        there = {(producer, last): first for producer, first, last in found}
        for producer, last in there.keys() - said.keys():
            text = f"the transaction of producer {producer} that was aborted at offset {last} is missing"
            yield Fault(path, None, last, text, True)
        for (producer, last), first in said.items():
            if (producer, last) not in there and segment.base_offset <= last and not self._gaps and first >= self.start:
                yield Fault(path, None, last, f"producer {producer} did not abort a transaction at offset {last}", True)

    def _snapshots_there(self) -> Iterator[tuple[int, str]]:
        for path in self._partition.files(".snapshot"):
            digits = os.path.basename(path).removesuffix(".snapshot")
            yield (int(digits) if digits.isdecimal() else NEVER), path

    def _snapshots_before(self, end: int) -> Iterator[Fault]:
        """Producers as snapshots up to an offset have them, beside those of the log."""
        while self._snapshots and self._snapshots[-1][0] <= end:
            offset, path = self._snapshots.pop()
            entries, faults = understood(path, decode_snapshot)
            yield from faults
            if offset == self.end and not self._gaps and self._numbered and self._partition.segments:
                for text in self._sequences.differences(entries or []):
                    yield Fault(path, None, offset, text, True)

    def _other(self, path: str) -> Iterator[Fault]:
        kind = kind_of(path)
        if kind == "epochs":
            yield from self._epoch_checkpoint(path)
        elif kind == "partition.metadata":
            yield from understood(path, parse_partition_metadata)[1]
        elif kind == "log":  # a snapshot of the metadata
            yield from metadata_snapshot(path, self._looked)
        elif kind in ("index", "timeindex", "txnindex"):
            yield from self._lone_index(path, kind)

    def _lone_index(self, path: str, kind: str) -> Iterator[Fault]:
        """An index that nobody has looked at yet: without its segment only its own order can be seen."""
        if self._is_whole() and len(self._partition.others) > 1:
            yield Fault(path, None, None, "there is no segment beside it", False)
        if kind == "txnindex":
            yield from understood(path, parse_aborted)[1]
            return
        data, faults = understood(path, bytes)
        yield from faults
        yield from _of_index(path, (OffsetIndexCheck if kind == "index" else TimeIndexCheck)(data or b"", 0).early)

    def _epoch_checkpoint(self, path: str) -> Iterator[Fault]:
        found, faults = understood(path, parse_epochs)
        yield from faults
        entries = found or []
        for (epoch, start), (following, behind) in pairwise(entries):
            if following <= epoch or behind < start:
                text = f"epoch {following} from offset {behind} on stands behind epoch {epoch} from {start} on"
                yield Fault(path, None, behind, text, True)
        for epoch, offset in self._epochs if found is not None and self._partition.segments else ():
            said = max((known for known, start in entries if start <= offset), default=None)
            if said is None and entries and epoch <= entries[0][0]:
                continue  # records before the log start offset have been deleted, and their epochs
            if said != epoch:
                text = f"offset {offset} was written in epoch {epoch}, but is said to be of {said}"
                yield Fault(path, None, offset, text, True)


def _of_index(path: str, findings: Iterable[Finding]) -> Iterator[Fault]:
    return (Fault(path, position, None, text, is_damage) for position, text, is_damage in findings)
