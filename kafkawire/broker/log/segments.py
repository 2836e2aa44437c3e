"""The segments of one log in a row, each of which begins where the one before it ends: what is in them, and where."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import overload

from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.aborted import aborted_between
from kafkawire.broker.log.by_time import first_in_batch
from kafkawire.broker.log.files import FileSystem
from kafkawire.broker.log.segment import Segment
from kafkawire.broker.log.slice import Slice
from kafkawire.broker.log.swap import CLEANED, SWAP, rename_files
from kafkawire.broker.log.trash import Trash
from kafkawire.logfiles.indexes import AbortedTransaction
from kafkawire.records.header import BatchHeader

__all__ = ["Segments"]


class Segments(Sequence[Segment]):
    """Never empty. A slice of it is a list, which stays as it is when segments come and go.

    Files that are no longer part of the log go to `trash`; without one they are removed at once.
    """

    def __init__(self, files: FileSystem, directory: str, segments: list[Segment], trash: Trash | None = None) -> None:
        self.active = segments[-1]
        """The one that is written to."""
        self._files = files
        self._directory = directory
        self._row = segments
        self._trash = trash

    @overload
    def __getitem__(self, at: int) -> Segment: ...
    @overload
    def __getitem__(self, at: slice) -> list[Segment]: ...
    def __getitem__(self, at: int | slice) -> Segment | list[Segment]:
        return self._row[at]

    def __len__(self) -> int:
        return len(self._row)

    @property
    def size(self) -> int:
        """Bytes of all batches."""
        return sum(segment.size for segment in self._row)

    def since(self, offset: int) -> list[Segment]:
        """The segment that holds an offset, and those behind it."""
        found = bisect_right(self._row, offset, key=lambda segment: segment.base_offset)
        return self._row[max(found - 1, 0) :]

    # Reading

    def read(self, offset: int, max_bytes: int, *, at_least_one: bool, before: int | None) -> Slice | None:
        """Batches from `offset` on, out of one segment; see `Segment.read`."""
        for segment in self.since(offset):
            found = segment.read(offset, max_bytes, at_least_one=at_least_one, before=before)
            if found is not None:
                return found
        return None

    def aborted(self, offset: int, found: Slice, end_offset: int) -> list[AbortedTransaction]:
        """The aborted transactions that `found`, read from `offset` on, may hold records of; the log ends at an offset.

        As with Apache Kafka there may be some that begin a little behind it: the index says where it ends.
        """
        segments = self.since(offset)
        at = next(number for number, segment in enumerate(segments) if segment.holds(found))
        upper_bound = segments[at].upper_bound(found)
        if upper_bound is None:
            upper_bound = segments[at + 1].base_offset if at + 1 < len(segments) else end_offset
        return aborted_between((segment.aborted.read() for segment in segments), offset, upper_bound)

    def are_one(self, offset: int, end: int) -> bool:
        """Whether one read could give all from `offset` to `end`."""
        return self.since(offset)[0] is self.since(end)[0]

    def batches_from(self, offset: int) -> Iterator[tuple[BatchHeader, Slice]]:
        """Header and bytes of each batch from the one that holds `offset` to the end; `CorruptBatch` at damage."""
        for segment in self.since(offset):
            yield from segment.batches_from(offset)

    def batches_since(self, timestamp: int) -> Iterator[tuple[BatchHeader, Slice]]:
        """Header and bytes of each batch with a record of `timestamp` (ms) or later, in order of offsets."""
        for segment in self._row:
            if segment.largest_timestamp() >= timestamp:
                yield from segment.batches_since(timestamp)

    def first_since(self, timestamp: int, start: int) -> tuple[int, int] | None:
        """Timestamp and offset of the first record of `timestamp` (ms) or later, not before the offset `start`.

        Raises `KafkaWireError` at damage.
        """
        for _, stored in self.batches_since(timestamp):
            found = first_in_batch(stored.read(), timestamp, start)
            if found is not None:
                return found
        return None

    def largest_timestamp(self) -> int:
        """The largest timestamp in the log, in ms; -1 if it has none."""
        return max(segment.largest_timestamp() for segment in self._row)

    # Coming and going

    def roll(self, base_offset: int, config: LogConfig) -> Segment:
        """Seal the active segment, and begin the next one."""
        self.active.seal()
        self.active = Segment(self._files, self._directory, base_offset, config.index_interval_bytes)
        self._row.append(self.active)
        return self.active

    def drop_before(self, offset: int, config: LogConfig) -> None:
        """Remove the segments that lie wholly before an offset; the active one stays."""
        while len(self._row) > 1 and self._row[1].base_offset <= offset:
            self._discard(self._row.pop(0), config)

    def replace(self, old: Sequence[Segment], config: LogConfig) -> None:
        """Put the `.cleaned` segment that was made of `old` into their place. Raises `OSError`."""
        base_offset = old[0].base_offset
        rename_files(self._files, self._directory, base_offset, CLEANED, SWAP)
        at = self._row.index(old[0])
        try:
            for segment in old:
                self._discard(segment, config, keep_snapshot=segment is old[0])
            rename_files(self._files, self._directory, base_offset, SWAP, "")
        finally:  # whatever the disk has managed, what is read from now on is what is there
            names = self._files.list(self._directory)
            left = [segment.base_offset for segment in old if f"{segment.base_offset:020d}.log" in names]
            self._row[at : at + len(old)] = [
                Segment(self._files, self._directory, offset, config.index_interval_bytes) for offset in left
            ]

    def retention_offset(self, log_start_offset: int, end_offset: int, config: LogConfig, now_ms: int) -> int:
        """The log start offset that `retention.ms` and `retention.bytes` ask for; segments go as a whole, oldest first.

        The log ends at `end_offset`; what comes out is never before where it starts.
        """
        if not config.deletes_old:
            return log_start_offset
        excess = self.size - config.retention_bytes if config.retention_bytes >= 0 else 0
        start = log_start_offset
        ends = [*(segment.base_offset for segment in self._row[1:]), end_offset]
        for segment, end in zip(self._row, ends, strict=True):
            excess -= segment.size
            if not segment.size or (excess < 0 and not _is_too_old(segment, config, now_ms)):
                break
            start = end
        return start

    def close(self) -> None:
        """Let go of the files."""
        for segment in self._row:
            segment.close()

    def _discard(self, segment: Segment, config: LogConfig, *, keep_snapshot: bool = False) -> None:
        for path in segment.retire(keep_snapshot=keep_snapshot):
            if self._trash is None:
                self._files.remove(path)
            else:
                self._trash.add(path, config.file_delete_delay_ms)


def _is_too_old(segment: Segment, config: LogConfig, now_ms: int) -> bool:
    newest = segment.largest_timestamp()
    return newest >= 0 and 0 <= config.retention_ms < now_ms - newest
