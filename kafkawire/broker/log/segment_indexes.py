"""The two indexes of one segment, kept together: what goes into them, and when they are trusted.

Indexes are only a help. Those that cannot be trusted are made again from the batches, by the first who needs them.
"""

from __future__ import annotations

from kafkawire.broker.log.files import File, FileSystem
from kafkawire.broker.log.index import OffsetIndex, TimeIndex
from kafkawire.logfiles.headers import headers_before_damage
from kafkawire.records.header import BatchHeader

__all__ = ["SegmentIndexes"]


class SegmentIndexes:
    """The indexes of the batches in `log`. `interval`: bytes of log between two entries (`index.interval.bytes`).

    `stem` is what the names of the segment's files have in common, `suffix` is behind their endings.
    """

    def __init__(
        self, files: FileSystem, log: File, stem: str, base_offset: int, interval: int, *, suffix: str = ""
    ) -> None:
        self._files = files
        self._log = log
        self._base_offset = base_offset
        self._interval = interval
        self._path = f"{stem}.index{suffix}"
        self._offsets = OffsetIndex(files, self._path, base_offset)
        self._times = TimeIndex(files, f"{stem}.timeindex{suffix}", base_offset)
        self._max_timestamp, self._max_timestamp_offset = -1, base_offset
        self._since_entry = 0
        self._is_complete = True
        self._is_checked = not log.size

    def add(self, position: int, header: BatchHeader) -> None:
        """Take note of a batch that is new, at `position`; now and then it becomes an entry."""
        self._is_complete = False
        self._see(header)
        if self._since_entry > self._interval:
            self._offsets.add(header.last_offset, position)
            self._times.add(self._max_timestamp, self._max_timestamp_offset)
            self._since_entry = 0
        self._since_entry += header.size

    def fit(self, most: int) -> bool:
        """Whether there is room for another entry, where neither index may have more than `most` bytes."""
        return self._offsets.size_with(1) <= most and self._times.size_with(2) <= most  # by time there is a last one

    def pass_over(self, header: BatchHeader, since_entry: int) -> None:
        """Take note of a batch that was there; it ends `since_entry` bytes behind where the last entry leads to."""
        self._see(header)
        self._since_entry = since_entry

    def load(self) -> bool:
        """Take the indexes as they are in their files; False if they are not what a clean stop leaves."""
        if not self._are_sane():
            return False
        self._trust()
        return True

    def clear(self) -> None:
        """Begin anew, for all batches to be added again."""
        self._offsets.clear()
        self._times.clear()
        self._max_timestamp, self._max_timestamp_offset, self._since_entry = -1, self._base_offset, 0
        self._is_complete = False
        self._is_checked = True

    def complete(self) -> None:
        """Note the largest timestamp too, and write everything out, unless that was done; `OSError` if it cannot be."""
        if self._is_complete and self._files.exists(self._path):
            return
        self._times.add(self._max_timestamp, self._max_timestamp_offset)
        for index in (self._offsets, self._times):
            index.write()
            index.let_go()
        self._is_complete = True

    def sync(self) -> None:
        """Write everything out and return when the disk has it."""
        self._offsets.write(sync=True)
        self._times.write(sync=True)

    def close(self) -> None:
        """Let go of the files."""
        self._offsets.close()
        self._times.close()

    def position(self, offset: int) -> int:
        """A position at or before the batch that holds `offset`: begin to look there."""
        self._heal()
        return self._offsets.position(offset)

    def offset_at(self, position: int) -> int | None:
        """The offset of the first entry whose batch begins at `position` or behind it."""
        return self._offsets.offset_at(position)

    def last_position(self) -> int:
        """The position of the last batch that has an entry."""
        return self._offsets.last_position()

    def offset_before(self, timestamp: int) -> int:
        """An offset before which no record has a timestamp of `timestamp` or later: begin to look there."""
        self._heal()
        return self._times.offset_before(timestamp)

    def largest_timestamp(self) -> int:
        """The largest timestamp of all batches, in ms; -1 if there is none."""
        self._heal()
        return self._max_timestamp

    def _see(self, header: BatchHeader) -> None:
        if header.max_timestamp > self._max_timestamp:
            self._max_timestamp, self._max_timestamp_offset = header.max_timestamp, header.last_offset

    def _heal(self) -> None:
        if self._is_checked:
            return
        if not self._are_sane() or not self._offsets.entries:
            self.clear()
            for position, header in headers_before_damage(self._log, 0, self._log.size):
                self.add(position, header)
            self._times.add(self._max_timestamp, self._max_timestamp_offset)
        self._trust()

    def _are_sane(self) -> bool:
        return self._offsets.is_sane(self._is_inside) and self._times.is_sane(lambda *_: True)

    def _is_inside(self, _relative_offset: int, position: int) -> bool:
        return 0 <= position < self._log.size

    def _trust(self) -> None:
        self._max_timestamp, self._max_timestamp_offset = self._times.largest() or (-1, self._base_offset)
        self._is_checked = True
