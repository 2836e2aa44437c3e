"""The two sparse indexes beside a segment, in Apache Kafka's file formats.

`.index` leads from an offset to a position in the `.log`: 8 bytes an entry, the offset of a batch's last record
relative to the segment's base, and where that batch begins. `.timeindex` leads from a timestamp to an offset: 12 bytes
an entry, the largest timestamp so far and the relative offset that carries it. Both are sorted, both are looked up by
bisection.

Entries live in memory and reach the file when the segment is flushed: an entry is only worth anything for data that is
on disk, and recovery makes the rest anew. A file is read when it is first needed, so that opening a log stays quick.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from struct import Struct
from typing import ClassVar

from kafkawire.broker.log.files import FileSystem

__all__ = ["OffsetIndex", "TimeIndex"]


class _Index:
    """What both have in common: fixed-size entries whose first number grows."""

    _entry: ClassVar[Struct]

    def __init__(self, files: FileSystem, path: str, base_offset: int) -> None:
        self._files = files
        self._path = path
        self._base_offset = base_offset
        self._data: bytearray | None = None
        self._written = 0

    @property
    def entries(self) -> int:
        """How many entries there are."""
        return len(self._load()) // self._entry.size

    def clear(self) -> None:
        """Begin anew; the file follows at the next `write`."""
        self._data = bytearray()
        self._written = 0

    def write(self, *, sync: bool = False) -> None:
        """Bring the file up to date; with `sync`, return when the disk has it."""
        data = self._load()
        file = self._files.open(self._path)
        try:
            if file.size != self._written:
                file.truncate(self._written)
            file.append([bytes(data[self._written :])])
            if sync:
                file.sync()
        finally:
            file.close()
        self._written = len(data)

    def is_sane(self, fits: Callable[[int, int], bool]) -> bool:
        """Whether the file can be trusted: whole entries in ascending order, the last of which `fits`."""
        data = self._load()
        if len(data) % self._entry.size:
            return False
        count = len(data) // self._entry.size
        return not count or (self._at(0) <= self._at(count - 1) and fits(*self._at(count - 1)))

    def _load(self) -> bytearray:
        if self._data is None:
            self._data = bytearray(self._files.read(self._path) if self._files.exists(self._path) else b"")
            self._written = len(self._data)
        return self._data

    def _at(self, number: int) -> tuple[int, int]:
        first, second = self._entry.unpack_from(self._load(), number * self._entry.size)
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

    _entry = Struct(">ii")

    def add(self, offset: int, position: int) -> None:
        """Note that the batch whose last record is `offset` begins at `position`."""
        self._load().extend(self._entry.pack(offset - self._base_offset, position))

    def position(self, offset: int) -> int:
        """A position at or before the batch that holds `offset`: begin to look there."""
        found = self._up_to(offset - self._base_offset)
        return found[1] if found else 0

    def last_position(self) -> int:
        """The position of the last batch that is in the index."""
        found = self._last()
        return found[1] if found else 0


class TimeIndex(_Index):
    """`.timeindex`: largest timestamp so far, in ms -> the offset that carries it."""

    _entry = Struct(">qi")

    def add(self, timestamp: int, offset: int) -> None:
        """Note that `offset` carries the largest timestamp so far; one that is not larger is passed over."""
        last = self._last()
        if timestamp >= 0 and (last is None or timestamp > last[0]):
            self._load().extend(self._entry.pack(timestamp, offset - self._base_offset))

    def offset_before(self, timestamp: int) -> int:
        """An offset before which no record has a timestamp of `timestamp` or later: begin to look there."""
        found = self._up_to(timestamp - 1)
        return self._base_offset + found[1] if found else self._base_offset

    def largest(self) -> tuple[int, int] | None:
        """The largest timestamp and its offset, as far as the index knows."""
        last = self._last()
        return None if last is None else (last[0], self._base_offset + last[1])
