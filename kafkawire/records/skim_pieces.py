"""Looking through records that come piece by piece, in memory that does not grow with them: a batch being expanded.

Whole records are handed to `skim.py` many at a time. One that is longer than what is worth holding is read field by
field, and its contents are let go of as they come.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import repeat

from kafkawire.errors import InvalidLength, InvalidVarint, LimitExceeded, Truncated
from kafkawire.limits import DEFAULT_LIMITS
from kafkawire.records.careful import RecordShape
from kafkawire.records.skim import Skimmed, join, skim_records, walk
from kafkawire.records.tables import SPAN
from kafkawire.varint import read_varint, read_varlong

__all__ = ["skim_pieces", "walk_pieces"]

_LONG, _LEAST = 256 * 1024, 128 * 1024
_WIDEST = 10  # bytes of a varint
_AT_ONCE = 64  # records
_Part = tuple[bytes, int]


def skim_pieces(pieces: Iterable[bytes], count: int) -> Skimmed:
    """Look through `count` records, at least one, that fill the pieces exactly. Raises as `skim_records` does."""
    found, number = [], 0
    for part in _parts(pieces, count):
        if isinstance(part, RecordShape):
            delta = part.timestamp_delta
            found.append(Skimmed(delta, delta, delta, part.offset_delta == number, part.key_size < 0))
            number += 1
        else:
            records, many = part
            found.append(skim_records(records, 0, len(records), many, number))
            number += many
        found = [join(found)]
    return found[0]


def walk_pieces(pieces: Iterable[bytes], count: int) -> Iterator[RecordShape]:
    """The shapes of `count` records that fill the pieces exactly; positions mean nothing. Raises as `walk` does."""
    for part in _parts(pieces, count):
        if isinstance(part, RecordShape):
            yield part
        else:
            yield from walk(part[0], 0, len(part[0]), part[1])


def _parts(pieces: Iterable[bytes], count: int) -> Iterator[_Part | RecordShape]:
    """The records: some that are whole with their number, or the shape of one that is long."""
    source = _filled(pieces)
    left = b""
    while count:
        whole, stop = _whole(left, count)
        if whole:
            yield left[:stop], whole
            count -= whole
            left = left[stop:]
        elif _is_long(left):
            reader = _LongRecord(left, source)
            yield reader.shape()
            count -= 1
            left = reader.left
        else:
            more = next(source, None)
            if more is None:
                raise Truncated("the records end early")
            left += more
    if left or next(source, None) is not None:
        raise InvalidLength("bytes are left after the last record")


def _filled(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes of `pieces` in pieces that are not too small: each takes time."""
    some: list[bytes] = []
    size = 0
    for piece in pieces:
        some.append(piece)
        size += len(piece)
        if size >= _LEAST:
            yield b"".join(some)
            some, size = [], 0
    if size:
        yield b"".join(some)


def _whole(buf: bytes, most: int) -> tuple[int, int]:
    """How many records, at most `most`, stand whole at the beginning of `buf`, and where they end."""
    number = pos = 0
    end = len(buf)
    while number < most:
        at, span = pos, SPAN
        try:  # many at once, as long as their sizes take two bytes at most
            stops = [at := at + span[buf[at]][buf[at + 1]] for _ in repeat(None, min(most - number, _AT_ONCE))]
        except (IndexError, TypeError):
            stops = _stops(buf, pos, min(most - number, _AT_ONCE))
        whole = bisect_right(stops, end)
        if whole:
            number += whole
            pos = stops[whole - 1]
        if whole < _AT_ONCE:
            break
    return number, pos


def _stops(buf: bytes, pos: int, most: int) -> list[int]:
    """Where the next records end whose sizes can be read, and one behind the end of `buf` perhaps."""
    found: list[int] = []
    try:
        while len(found) < most and pos < len(buf):
            size, start = read_varint(buf, pos)
            if size < 0:
                break
            pos = start + size
            found.append(pos)
    except (Truncated, InvalidVarint):
        pass
    return found


def _is_long(buf: bytes) -> bool:
    """Whether the record at the beginning is not worth waiting for. Raises for a size that is none."""
    try:
        size, _ = read_varint(buf, 0)
    except Truncated:
        return False
    if size < 0:
        raise InvalidLength(f"a record of {size} bytes")
    return size > _LONG


class _LongRecord:
    """The record at the beginning of `left`, which goes on in `source`."""

    def __init__(self, left: bytes, source: Iterator[bytes]) -> None:
        self.left = left
        self._source = source
        self._pos = 0
        self._room = 0

    def shape(self) -> RecordShape:
        """Read it; `left` is then what stands behind it. Raises as `walk` does."""
        self._room = _WIDEST
        self._room = self._number()
        try:
            return self._fields()
        except InvalidVarint as exc:
            raise InvalidLength(str(exc)) from exc

    def _fields(self) -> RecordShape:
        self._skip(1)
        delta, offset_delta = self._number(read_varlong), self._number()
        key_size, value_size = self._blob(), self._blob()
        headers = self._number()
        if not 0 <= headers <= self._room:
            raise InvalidLength(f"{headers} headers")
        if headers > DEFAULT_LIMITS.max_headers_per_record:
            raise LimitExceeded(f"{headers} headers in a record")
        for _ in range(headers):
            if self._blob() < 0:
                raise InvalidLength("a header name is null")
            self._blob()
        if self._room:
            raise InvalidLength(f"the fields of a record end {self._room} bytes early")
        self.left = self.left[self._pos :]
        return RecordShape(delta, offset_delta, 0, key_size, 0, value_size, 0, headers, 0)

    def _blob(self) -> int:
        size = self._number()
        if not -1 <= size <= self._room:
            raise InvalidLength(f"a field of {size} bytes where {self._room} are left")
        self._skip(max(size, 0))
        return size

    def _number(self, read: Callable[[bytes, int], tuple[int, int]] = read_varint) -> int:
        if len(self.left) - self._pos < _WIDEST:
            self.left = self.left[self._pos :] + next(self._source, b"")
            self._pos = 0
        value, stop = read(self.left, self._pos)
        self._room -= stop - self._pos
        self._pos = stop
        return value

    def _skip(self, size: int) -> None:
        self._room -= size
        self._pos += size
        while self._pos > len(self.left):
            self._pos -= len(self.left)
            self.left = next(self._source, b"")
            if not self.left:
                raise Truncated("the records end early")
