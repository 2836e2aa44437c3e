"""A segment: one `.log` file of batches, named by the first offset it may hold, with its two indexes.

Batches are written at the end and never changed. A read begins at the nearest index entry before the offset it wants
and walks over batch heads from there, so it looks at a few kilobytes whatever the size of the file. Only the last
segment of a log is written to; when it is full it is sealed, and its indexes are written out.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from threading import Lock
from typing import NamedTuple

from kafkawire.broker.log.aborted import AbortedTransaction, format_aborted, parse_aborted
from kafkawire.broker.log.files import Buffer, File, FileSystem
from kafkawire.broker.log.headers import BatchHeader, headers, headers_before_damage, parse_header, valid_headers
from kafkawire.broker.log.index import OffsetIndex, TimeIndex
from kafkawire.errors import CorruptBatch
from kafkawire.packing import StoredBytes

__all__ = ["SUFFIXES", "Segment", "Slice", "Unflushed", "sync_directories"]

_LOG = logging.getLogger("kafkawire.broker")
_MAX_RELATIVE_OFFSET = 2**31 - 1
SUFFIXES = (".log", ".index", ".timeindex", ".txnindex", ".snapshot")
"""What a segment may consist of."""
_CHUNK = 1 << 20
_DELETED = ".deleted"


class Slice(StoredBytes):
    """A run of bytes in a `.log` file, not read yet."""

    __slots__ = ("file", "position", "size")

    def __init__(self, file: File, position: int, size: int) -> None:
        self.file = file
        self.position = position
        self.size = size

    def __len__(self) -> int:
        return self.size

    def read(self) -> bytes:
        """The bytes."""
        return self.file.read(self.position, self.size) if self.size else b""


class Unflushed(NamedTuple):
    """What a flush has to bring to disk: segments, the last of which is written to, and how much is in them.

    `directories`: those with names in them that may not be on disk yet; bytes whose file has no name are lost.
    """

    files: FileSystem
    segments: list[Segment]
    directories: tuple[str, ...]
    end_offset: int
    records: int

    def sync(self) -> None:
        """Return when it is there. Another thread may do it."""
        sync_directories(self.files, self.directories)
        *sealed, active = self.segments
        for segment in sealed:
            segment.sync()
        active.sync_log()  # its indexes are made anew after a crash, so they need not be there


def sync_directories(files: FileSystem, paths: Iterable[str]) -> None:
    """Return when the names in some directories are on disk; one that was deleted meanwhile is passed over."""
    for path in paths:
        with suppress(FileNotFoundError):
            files.sync_directory(path)


class Segment:
    """One segment. `index_interval`: bytes of log between two index entries (`index.interval.bytes`).

    `suffix` is behind the names of its files while it is not yet part of the log (compaction).
    """

    def __init__(
        self, files: FileSystem, directory: str, base_offset: int, index_interval: int, *, suffix: str = ""
    ) -> None:
        self.base_offset = base_offset
        self.next_offset = base_offset
        self.max_timestamp = -1
        self.first_timestamp: int | None = None
        self._stem = f"{directory}/{base_offset:020d}"
        self._files = files
        self._interval = index_interval
        self._suffix = suffix
        self._log = files.open(f"{self._stem}.log{suffix}")
        self._index = OffsetIndex(files, f"{self._stem}.index{suffix}", base_offset)
        self._times = TimeIndex(files, f"{self._stem}.timeindex{suffix}", base_offset)
        self._aborted: list[AbortedTransaction] | None = None
        self._syncing = Lock()
        self._is_closed = False
        self._max_timestamp_offset = base_offset
        self._since_index = 0
        self._is_sealed = True
        self._checked = not self._log.size

    @property
    def size(self) -> int:
        """Bytes in the `.log` file."""
        return self._log.size

    def has_room(self, header: BatchHeader, segment_bytes: int, segment_ms: int) -> bool:
        """Whether the batch may go here: size and time stay in bounds, and the offset within what an index holds.

        The clock of the records counts, not ours: old data that is loaded today is cut as it would have been then.
        """
        first = self.first_timestamp
        if first is not None and first >= 0 and header.max_timestamp - first > segment_ms:
            return False
        fits = self._log.size + header.size <= segment_bytes
        return (fits or not self._log.size) and header.last_offset - self.base_offset <= _MAX_RELATIVE_OFFSET

    def append(self, header: BatchHeader, parts: Sequence[Buffer]) -> None:
        """Write a batch at the end. `header` is that of the batch as written; an `OSError` leaves all as it was."""
        position = self._log.size
        self._log.append(parts)
        self._note(position, header)

    def read(
        self, offset: int, max_bytes: int, *, at_least_one: bool = True, before: int | None = None
    ) -> Slice | None:
        """The batches from the one that holds `offset` on: `max_bytes` of them, the last of which may be cut off.

        A first batch larger than that comes whole with `at_least_one` and not at all without. The batch that holds
        offset `before` is left out, with all that follow. None: no batch here ends at or after `offset`. Raises
        `CorruptBatch` if damage lies on the way to the batch.
        """
        found = next(self._from(offset), None)
        if found is None:
            return None
        position, header = found
        size = min(max_bytes, (self._log.size if before is None else self._position_of(before)) - position)
        if size < header.size:
            size = header.size if at_least_one else 0
        return Slice(self._log, position, size)

    def holds(self, found: Slice) -> bool:
        """Whether it is a slice of here."""
        return found.file is self._log

    def upper_bound(self, found: Slice) -> int | None:
        """An offset that nothing in `found`, a slice of here, reaches; None if the index has no entry behind it."""
        return self._index.offset_at(found.position + found.size)

    def batches_from(self, offset: int) -> Iterator[tuple[BatchHeader, Slice]]:
        """Head and bytes of each batch from the one that holds `offset` on; `CorruptBatch` where one is damaged."""
        for position, header in self._from(offset):
            yield header, Slice(self._log, position, header.size)

    def batches_since(self, timestamp: int) -> Iterator[tuple[BatchHeader, Slice]]:
        """Head and bytes of each batch that has a record of `timestamp` (ms) or later."""
        self._heal()
        for header, batch in self.batches_from(self._times.offset_before(timestamp)):
            if header.max_timestamp >= timestamp:
                yield header, batch

    def largest_timestamp(self) -> int:
        """The largest timestamp in the segment, in ms; -1 if it has none."""
        if not self._checked:
            self._heal()
            found = self._times.largest()
            return found[0] if found else -1
        return self.max_timestamp

    def first_timestamp_found(self) -> int:
        """The timestamp of the first batch, in ms; -1 if there is none."""
        if self.first_timestamp is None:
            for _, header in islice(headers_before_damage(self._log, 0, self._log.size), 1):
                self.first_timestamp = header.max_timestamp
        return -1 if self.first_timestamp is None else self.first_timestamp

    def all_headers(self) -> Iterator[BatchHeader]:
        """The head of each batch; `CorruptBatch` at damage."""
        return (header for _, header in headers(self._log, 0, self._log.size))

    def load(self) -> bool:
        """Find the end of a segment that will be written to; False if its indexes are not what a clean stop leaves.

        Raises `CorruptBatch` at damage; what is before it is known then.
        """
        if not self._index.is_sane(self._fits) or not self._times.is_sane(lambda *_: True):
            return False
        largest = self._times.largest()
        if largest:
            self.max_timestamp, self._max_timestamp_offset = largest
        self.first_timestamp_found()
        self._checked = True
        start = self._index.last_position()
        for position, header in headers(self._log, start, self._log.size):
            self._see(header)
            self._since_index = position + header.size - start
        return True

    def recover(self) -> int:
        """Keep what is whole, cut the rest, and make the indexes anew; returns how many bytes were cut."""
        self._forget()
        self._is_sealed = False
        end = 0
        for position, header in valid_headers(self._log):
            self._note(position, header)
            end = position + header.size
        cut = self._log.size - end
        if cut:
            self._log.truncate(end)
            self._log.sync()  # what was cut must not come back behind what will follow it
        try:
            self.seal()
        except OSError as exc:  # a full disk must not keep the broker from starting; they are written with a later sync
            _LOG.warning("%s: indexes cannot be written now: %s", self._stem, exc)
        return cut

    def seal(self) -> None:
        """Complete the indexes and write them out; nothing more will be appended, or it is time to."""
        if self._is_sealed and self._files.exists(f"{self._stem}.index{self._suffix}"):
            return
        self._times.add(self.max_timestamp, self._max_timestamp_offset)
        for index in (self._index, self._times):
            index.write()
            index.let_go()
        self._is_sealed = True

    def sync_log(self) -> None:
        """Return when the batches are on disk."""
        with self._syncing:
            if not self._is_closed:
                self._log.sync()

    def sync(self) -> None:
        """Return when the batches are on disk, and the indexes too. Another thread may do it for a sealed segment.

        A segment that was closed meanwhile is left alone: its files may be those of another one by now.
        """
        with self._syncing:  # two threads must not both bring an index up to date
            if self._is_closed:
                return
            self._log.sync()
            self._index.write(sync=True)
            self._times.write(sync=True)

    def chunks(self, size: int = _CHUNK) -> Iterator[bytes]:
        """All batches, some at a time: about `size` bytes of whole ones. Another thread may read a sealed segment so.

        Raises `CorruptBatch` where no whole batch stands.
        """
        position = 0
        while position < self._log.size:
            data = self._log.read(position, size)
            taken = _whole(data) or parse_header(data).size
            if taken > len(data):
                data = self._log.read(position, taken)
            if taken > len(data):
                raise CorruptBatch(f"{self._stem}.log, position {position}: {len(data)} of {taken} bytes are there")
            yield data[:taken]
            position += taken

    def aborted(self) -> list[AbortedTransaction]:
        """The aborted transactions whose markers are here; raises `CorruptBatch` if `.txnindex` is damaged."""
        if self._aborted is None:
            path = f"{self._stem}.txnindex"
            self._aborted = parse_aborted(self._files.read(path)) if self._files.exists(path) else []
        return self._aborted

    def write_aborted(self, transactions: Sequence[AbortedTransaction]) -> None:
        """Write the `.txnindex`; none is needed for no transactions."""
        self._aborted = None
        if transactions:
            self._files.replace(f"{self._stem}.txnindex{self._suffix}", format_aborted(transactions))

    def close(self) -> None:
        """Let go of the file, once nobody syncs it any more."""
        with self._syncing:
            self._is_closed = True
            for file in (self._log, self._index, self._times):
                file.close()

    def delete(self) -> None:
        """Remove the segment's files."""
        self.close()
        for kind in SUFFIXES:
            self._files.remove(self._stem + kind + self._suffix)

    def retire(self, *, keep_snapshot: bool = False) -> list[str]:
        """Take the segment's files out of the log by giving them the ending `.deleted`; returns what they are called.

        `keep_snapshot`: the state of the producers before it is still of use.
        """
        self.close()
        paths = [self._stem + kind for kind in SUFFIXES if not (keep_snapshot and kind == ".snapshot")]
        there = [path for path in paths if self._files.exists(path)]
        for path in there:
            self._files.rename(path, path + _DELETED)
        return [path + _DELETED for path in there]

    def _note(self, position: int, header: BatchHeader) -> None:
        self._is_sealed = False
        self._see(header)
        if self._since_index > self._interval:
            self._index.add(header.last_offset, position)
            self._times.add(self.max_timestamp, self._max_timestamp_offset)
            self._since_index = 0
        self._since_index += header.size

    def _see(self, header: BatchHeader) -> None:
        self.next_offset = header.last_offset + 1
        if header.max_timestamp > self.max_timestamp:
            self.max_timestamp, self._max_timestamp_offset = header.max_timestamp, header.last_offset
        if self.first_timestamp is None:
            self.first_timestamp = header.max_timestamp

    def _from(self, offset: int) -> Iterator[tuple[int, BatchHeader]]:
        self._heal()
        try:
            for position, header in headers(self._log, self._index.position(offset), self._log.size):
                if header.last_offset >= offset:
                    yield position, header
        except CorruptBatch as exc:
            raise CorruptBatch(f"{self._stem}.log, {exc}") from exc

    def _position_of(self, offset: int) -> int:
        """Where the batch that holds `offset` begins; the end if it is not here."""
        found = next(self._from(offset), None)
        return self._log.size if found is None else found[0]

    def _heal(self) -> None:
        # Indexes are only a help: one that cannot be trusted is made again from the batches.
        if self._checked:
            return
        if not self._index.is_sane(self._fits) or not self._times.is_sane(lambda *_: True) or not self._index.entries:
            self._forget()
            for position, header in headers_before_damage(self._log, 0, self._log.size):
                self._note(position, header)
            self._times.add(self.max_timestamp, self._max_timestamp_offset)
        largest = self._times.largest()
        self.max_timestamp, self._max_timestamp_offset = largest or (-1, self.base_offset)
        self._checked = True

    def _forget(self) -> None:
        self._index.clear()
        self._times.clear()
        self.next_offset = self.base_offset
        self.max_timestamp, self._max_timestamp_offset, self._since_index = -1, self.base_offset, 0
        self._checked = True

    def _fits(self, _relative_offset: int, position: int) -> bool:
        return 0 <= position < self._log.size


def _whole(data: bytes) -> int:
    """How many bytes at the beginning are whole batches."""
    from kafkawire.records import split_batches

    batches = split_batches(data)
    return sum(batches[-1]) if batches else 0
