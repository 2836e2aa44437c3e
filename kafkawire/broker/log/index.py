"""The two sparse indexes beside a segment, `.index` and `.timeindex`, as the broker keeps them; looked up by bisection.

New entries wait in memory until the segment is flushed or sealed, or until there are many of them: what is lost of them
in a crash is made anew by recovery. Those in the file are read from there, one by one, as a look-up needs them; only
the newest of the active segment, where nearly all reads begin, are kept at hand. So neither the size nor the number of
segments is felt in memory, and opening a log reads next to nothing.
"""

from __future__ import annotations

import logging
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from struct import Struct
from typing import ClassVar

from kafkawire.broker.log.files import File, FileSystem
from kafkawire.logfiles.indexes import OFFSET_ENTRY, TIME_ENTRY

__all__ = ["OffsetIndex", "TimeIndex"]

_LOG = logging.getLogger("kafkawire.broker")
_MOST_RECENT = 8192
"""How many entries may be in memory; half of them go when they are more."""


class _Index:
    """What both have in common: fixed-size entries whose first number grows."""

    _entry: ClassVar[Struct]

    def __init__(self, files: FileSystem, path: str, base_offset: int) -> None:
        self._files = files
        self._path = path
        self._base_offset = base_offset
        self._file: File | None = None
        self._written: int | None = None
        """Bytes of the file that hold good; None as long as nobody has looked."""
        self._recent = bytearray()
        """The newest entries, which end behind those in the file but may begin before."""
        self._recent_at = 0

    @property
    def entries(self) -> int:
        """How many entries there are."""
        return self._size() // self._entry.size

    def size_with(self, more: int) -> int:
        """Bytes of it with so many more entries."""
        size = self._size() if self._written is None else self._recent_at + len(self._recent)
        return size + more * self._entry.size

    def clear(self) -> None:
        """Begin anew; the file follows at the next `write`."""
        self._written = self._recent_at = 0
        self._recent.clear()

    def write(self, *, sync: bool = False) -> None:
        """Bring the file up to date; with `sync`, return when the disk has it."""
        size = self._size()
        file = self._opened()
        written = self._written or 0
        if file.size != written:
            file.truncate(written)
        file.append([bytes(self._recent[written - self._recent_at :])])
        self._written = size
        if sync:
            file.sync()

    def let_go(self) -> None:
        """Keep nothing in memory that is in the file; for an index that is complete."""
        if self._written is not None and self._written == self._size():
            self._recent_at = self._written
            self._recent.clear()

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()

    def is_sane(self, fits: Callable[[int, int], bool]) -> bool:
        """Whether the file can be trusted: whole entries in ascending order, the last of which `fits`."""
        if self._size() % self._entry.size:
            return False
        count = self.entries
        return not count or (self._at(0) <= self._at(count - 1) and fits(*self._at(count - 1)))

    def _size(self) -> int:
        if self._written is None:
            self._written = self._recent_at = self._opened().size if self._files.exists(self._path) else 0
        return self._recent_at + len(self._recent)

    def _opened(self) -> File:
        if self._file is None:
            self._file = self._files.open(self._path)
        return self._file

    def _add(self, first: int, second: int) -> None:
        self._size()
        self._recent += self._entry.pack(first, second)
        if len(self._recent) > _MOST_RECENT * self._entry.size:
            try:
                self.write()
            except OSError as exc:  # a full disk, say; the batch is in the log all the same, and this can wait
                _LOG.debug("%s cannot be written yet: %s", self._path, exc)
                return
            older = len(self._recent) // self._entry.size // 2 * self._entry.size
            del self._recent[:older]
            self._recent_at += older

    def _at(self, number: int) -> tuple[int, int]:
        position = number * self._entry.size
        at = position - self._recent_at
        if at >= 0:
            first, second = self._entry.unpack_from(self._recent, at)
        else:
            first, second = self._entry.unpack(self._opened().read(position, self._entry.size))
        return first, second

    def _last(self) -> tuple[int, int] | None:
        count = self.entries
        return self._at(count - 1) if count else None

    def _up_to(self, first: int) -> tuple[int, int] | None:
        """The last entry whose first number is not above `first`."""
        found = bisect_right(range(self.entries), first, key=lambda number: self._at(number)[0])
        return self._at(found - 1) if found else None


class OffsetIndex(_Index):
    """`.index`: offset -> position of the batch that ends with it."""

    _entry = OFFSET_ENTRY

    def add(self, offset: int, position: int) -> None:
        """Note that the batch whose last record is `offset` begins at `position`."""
        self._add(offset - self._base_offset, position)

    def position(self, offset: int) -> int:
        """A position at or before the batch that holds `offset`: begin to look there."""
        found = self._up_to(offset - self._base_offset)
        return found[1] if found else 0

    def offset_at(self, position: int) -> int | None:
        """The offset of the first entry whose batch begins at `position` or behind it."""
        found = bisect_left(range(self.entries), position, key=lambda number: self._at(number)[1])
        return self._base_offset + self._at(found)[0] if found < self.entries else None

    def last_position(self) -> int:
        """The position of the last batch that is in the index."""
        found = self._last()
        return found[1] if found else 0


class TimeIndex(_Index):
    """`.timeindex`: largest timestamp so far, in ms -> the offset that carries it."""

    _entry = TIME_ENTRY

    def add(self, timestamp: int, offset: int) -> None:
        """Note that `offset` carries the largest timestamp so far; one that is not larger is passed over."""
        last = self._last()
        if timestamp >= 0 and (last is None or timestamp > last[0]):
            self._add(timestamp, offset - self._base_offset)

    def offset_before(self, timestamp: int) -> int:
        """An offset before which no record has a timestamp of `timestamp` or later: begin to look there."""
        found = self._up_to(timestamp - 1)
        return self._base_offset + found[1] if found else self._base_offset

    def largest(self) -> tuple[int, int] | None:
        """The largest timestamp and its offset, as far as the index knows."""
        last = self._last()
        return None if last is None else (last[0], self._base_offset + last[1])
