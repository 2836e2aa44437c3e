"""A segment: one `.log` file of batches, named by the first offset it may hold, with its indexes.

Batches are written at the end and never changed. Only the last segment of a log is written to; when it is full it is
sealed, and its indexes are written out. A read begins at the nearest index entry before the offset it wants and walks
over batch headers from there, so it looks at a few kilobytes whatever the size of the file.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from itertools import islice
from threading import Lock

from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.aborted import AbortedIndex
from kafkawire.broker.log.files import Buffer, FileSystem
from kafkawire.broker.log.segment_indexes import SegmentIndexes
from kafkawire.broker.log.slice import Slice
from kafkawire.errors import CorruptBatch
from kafkawire.logfiles.headers import headers, headers_before_damage, valid_headers, whole_batch_behind
from kafkawire.records.header import BatchHeader, read_header

__all__ = ["DELETED", "SUFFIXES", "Segment"]

_LOG = logging.getLogger("kafkawire.broker")
_MAX_RELATIVE_OFFSET = 2**31 - 1
_CHUNK = 1 << 20
SUFFIXES = (".log", ".index", ".timeindex", ".txnindex", ".snapshot")
"""What a segment may consist of."""
DELETED = ".deleted"
"""What the names of files end with that are no longer part of a log."""


class Segment:
    """One segment. `index_interval`: bytes of log between two index entries (`index.interval.bytes`).

    `suffix` is behind the names of its files while it is not yet part of the log (compaction). One that is there is
    `load`ed before it is written to.
    """

    def __init__(
        self, files: FileSystem, directory: str, base_offset: int, index_interval: int, *, suffix: str = ""
    ) -> None:
        self.base_offset = base_offset
        self.next_offset = base_offset
        self._stem = f"{directory}/{base_offset:020d}"
        self._suffix = suffix
        self._files = files
        self._log = files.open(f"{self._stem}.log{suffix}")
        self._indexes = SegmentIndexes(files, self._log, self._stem, base_offset, index_interval, suffix=suffix)
        self.aborted = AbortedIndex(files, f"{self._stem}.txnindex{suffix}")
        """The aborted transactions whose markers are here."""
        self._first_timestamp: int | None = None
        self._syncing = Lock()
        self._is_closed = False

    @property
    def size(self) -> int:
        """Bytes in the `.log` file."""
        return self._log.size

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
        return self._indexes.offset_at(found.position + found.size)

    def batches_from(self, offset: int) -> Iterator[tuple[BatchHeader, Slice]]:
        """Header and bytes of each batch from the one that holds `offset` on; `CorruptBatch` where one is damaged."""
        for position, header in self._from(offset):
            yield header, Slice(self._log, position, header.size)

    def batches_since(self, timestamp: int) -> Iterator[tuple[BatchHeader, Slice]]:
        """Header and bytes of each batch that has a record of `timestamp` (ms) or later."""
        for header, batch in self.batches_from(self._indexes.offset_before(timestamp)):
            if header.max_timestamp >= timestamp:
                yield header, batch

    def largest_timestamp(self) -> int:
        """The largest timestamp in the segment, in ms; -1 if it has none."""
        return self._indexes.largest_timestamp()

    def first_timestamp_found(self) -> int:
        """The timestamp of the first batch, in ms; -1 if there is none."""
        if self._first_timestamp is None:
            for _, header in islice(headers_before_damage(self._log, 0, self._log.size), 1):
                self._first_timestamp = header.max_timestamp
        return -1 if self._first_timestamp is None else self._first_timestamp

    def all_headers(self) -> Iterator[BatchHeader]:
        """The header of each batch; `CorruptBatch` at damage."""
        return (header for _, header in headers(self._log, 0, self._log.size))

    def chunks(self, size: int = _CHUNK) -> Iterator[bytes]:
        """All batches, some at a time: about `size` bytes of whole ones. Another thread may read a sealed segment so.

        Raises `CorruptBatch` where no whole batch stands.
        """
        position = 0
        while position < self._log.size:
            data = self._log.read(position, size)
            taken = _whole(data) or read_header(data).size
            if taken > len(data):
                data = self._log.read(position, taken)
            if taken > len(data):
                raise CorruptBatch(f"{self._stem}.log, position {position}: {len(data)} of {taken} bytes are there")
            yield data[:taken]
            position += taken

    # Writing

    def has_room(self, header: BatchHeader, config: LogConfig, longest_ms: int) -> bool:
        """Whether the batch may go here: sizes and time stay in bounds, and the offset within what an index holds.

        The clock of the records counts, not ours: old data that is loaded today is cut as it would have been then.
        """
        first = self._first_timestamp
        if first is not None and first >= 0 and header.max_timestamp - first > longest_ms:
            return False
        fits = self._log.size + header.size <= config.segment_bytes and self._indexes.fit(config.segment_index_bytes)
        return (fits or not self._log.size) and header.last_offset - self.base_offset <= _MAX_RELATIVE_OFFSET

    def append(self, header: BatchHeader, parts: Sequence[Buffer]) -> None:
        """Write a batch at the end. `header` is that of the batch as written; an `OSError` leaves all as it was."""
        position = self._log.size
        self._log.append(parts)
        self._see(header)
        self._indexes.add(position, header)

    def load(self) -> bool:
        """Find the end of a segment that will be written to; False if its indexes are not what a clean stop leaves.

        Raises `CorruptBatch` at damage; what is before it is known then.
        """
        if not self._indexes.load():
            return False
        self.first_timestamp_found()
        start = self._indexes.last_position()
        for position, header in headers(self._log, start, self._log.size):
            self._see(header)
            self._indexes.pass_over(header, position + header.size - start)
        return True

    def check(self) -> int:
        """Find all whole batches, and put them into new indexes; returns where they end."""
        self._indexes.clear()
        self.next_offset, end = self.base_offset, 0
        for position, header in valid_headers(self._log):
            self._see(header)
            self._indexes.add(position, header)
            end = position + header.size
        return end

    def goes_on_behind(self, position: int) -> bool:
        """Whether there are more whole batches behind what is damaged at a position."""
        return whole_batch_behind(self._log, position, self.next_offset) is not None

    def cut(self, end: int) -> int:
        """Keep what has been `check`ed, up to the position `end`, and its indexes; returns how many bytes were cut."""
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
        self._indexes.complete()
        self.aborted.complete()

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
            self._indexes.sync()
            self.aborted.sync()

    def close(self) -> None:
        """Let go of the files, once nobody syncs them any more."""
        with self._syncing:
            self._is_closed = True
            self._log.close()
            self._indexes.close()
            self.aborted.close()

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
            self._files.rename(path, path + DELETED)
        return [path + DELETED for path in there]

    def _from(self, offset: int) -> Iterator[tuple[int, BatchHeader]]:
        start = self._indexes.position(offset)
        try:
            for position, header in headers(self._log, start, self._log.size):
                if header.last_offset >= offset:
                    yield position, header
        except CorruptBatch as exc:
            raise CorruptBatch(f"{self._stem}.log, {exc}") from exc

    def _position_of(self, offset: int) -> int:
        """Where the batch that holds `offset` begins; the end if it is not here."""
        found = next(self._from(offset), None)
        return self._log.size if found is None else found[0]

    def _see(self, header: BatchHeader) -> None:
        self.next_offset = header.last_offset + 1
        if self._first_timestamp is None:
            self._first_timestamp = header.max_timestamp


def _whole(data: bytes) -> int:
    """How many bytes at the beginning are whole batches."""
    from kafkawire.records import split_batches

    batches = split_batches(data)
    return sum(batches[-1]) if batches else 0
