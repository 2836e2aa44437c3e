"""Reading a segment: one `.log` file of batches, named by the first offset it may hold.

A read begins at the nearest index entry before the offset it wants and walks over batch heads from there, so it looks
at a few kilobytes whatever the size of the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kafkawire.broker.log.aborted import AbortedTransaction, parse_aborted
from kafkawire.broker.log.files import FileSystem
from kafkawire.broker.log.headers import headers, headers_before_damage
from kafkawire.broker.log.segment_indexes import SegmentIndexes
from kafkawire.broker.log.slice import Slice
from kafkawire.errors import CorruptBatch
from kafkawire.records.header import BatchHeader, read_header

__all__ = ["SegmentReader"]

_CHUNK = 1 << 20


class SegmentReader:
    """What is in one segment. `index_interval`: bytes of log between two index entries (`index.interval.bytes`).

    `suffix` is behind the names of its files while it is not yet part of the log (compaction).
    """

    def __init__(
        self, files: FileSystem, directory: str, base_offset: int, index_interval: int, *, suffix: str = ""
    ) -> None:
        self.base_offset = base_offset
        self._first_timestamp: int | None = None
        self._stem = f"{directory}/{base_offset:020d}"
        self._suffix = suffix
        self._files = files
        self._log = files.open(f"{self._stem}.log{suffix}")
        self._indexes = SegmentIndexes(files, self._log, self._stem, base_offset, index_interval, suffix=suffix)
        self._aborted: list[AbortedTransaction] | None = None

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
        """Head and bytes of each batch from the one that holds `offset` on; `CorruptBatch` where one is damaged."""
        for position, header in self._from(offset):
            yield header, Slice(self._log, position, header.size)

    def batches_since(self, timestamp: int) -> Iterator[tuple[BatchHeader, Slice]]:
        """Head and bytes of each batch that has a record of `timestamp` (ms) or later."""
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
        """The head of each batch; `CorruptBatch` at damage."""
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

    def aborted(self) -> list[AbortedTransaction]:
        """The aborted transactions whose markers are here; raises `CorruptBatch` if `.txnindex` is damaged."""
        if self._aborted is None:
            path = f"{self._stem}.txnindex"
            self._aborted = parse_aborted(self._files.read(path)) if self._files.exists(path) else []
        return self._aborted

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


def _whole(data: bytes) -> int:
    """How many bytes at the beginning are whole batches."""
    from kafkawire.records import split_batches

    batches = split_batches(data)
    return sum(batches[-1]) if batches else 0
