"""The headers of a record, by the shapes that headers had before.

A producer gives its records the same headers: names and most lengths are alike, and only the values differ. So headers
that take as many bytes as others before are read by one `Struct`, and whatever is not a value is compared with what it
was then. That takes 0.2 us a header, reading it 0.5. `HeaderReader` learns new shapes, but for at most a record in 128
of a batch, so that headers of many shapes cost no more than without.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any

from kafkawire.records.careful import NAMES, header_name
from kafkawire.records.record import Header
from kafkawire.records.tables import LENGTH_1, LENGTH_2
from kafkawire.varint import read_varint

__all__ = ["MOST_HEADERS", "HeaderReader"]

MOST_HEADERS = 63
"""Of a record, for those who look at one byte of their number."""
_MOST_SHAPES, _LONGEST = 1024, 512

_Shape = tuple[Callable[[bytes, int], tuple[Any, ...]], tuple[bytes, ...], tuple[str, ...]]
"""What takes the headers apart, what stands before each value, and the names."""

_SHAPES: dict[int, _Shape] = {}  # by size and number of the headers; bounded by the numbers above


class HeaderReader:
    """Reads the headers of the records of a batch."""

    __slots__ = ("_left",)

    def __init__(self, count: int) -> None:
        """For a batch of so many records."""
        self._left = 2 + count // 128  # misses, before no more shapes are looked for

    def read(self, buf: bytes, pos: int, stop: int, count: int) -> list[Header]:
        """The `count` headers, 1 to 255, that fill `buf[pos:stop]`.

        Raises `IndexError`, `TypeError`, `struct.error` or a `DecodeError` if they do not, or are not of a usual kind.
        """
        if self._left:
            shape = _SHAPES.get(stop - pos << 8 | count)
            if shape is not None:
                unpack, marks, names = shape
                if count == 1:
                    mark, value = unpack(buf, pos)
                    if mark == marks[0]:
                        return [(names[0], value)]
                elif count == 2:  # by itself: three times as fast as below
                    first_mark, first, second_mark, second = unpack(buf, pos)
                    if first_mark == marks[0] and second_mark == marks[1]:
                        return [(names[0], first), (names[1], second)]
                else:
                    row = unpack(buf, pos)
                    if row[::2] == marks:
                        return list(zip(names, row[1::2]))  # noqa: B905 - of one length, by the shape
            self._left -= 1
        headers, after = _read(buf, pos, count)
        if after != stop:
            raise IndexError
        if self._left and stop - pos <= _LONGEST:
            _learn(buf, pos, stop, headers)
        return headers


def _read(buf: bytes, pos: int, count: int) -> tuple[list[Header], int]:
    """The headers at `pos`, and the position after them."""
    length_1, length_2, names = LENGTH_1, LENGTH_2, NAMES
    headers: list[Header] = []
    for _ in range(count):
        start = pos + 1
        pos = start + length_1[buf[pos]]
        raw = buf[start:pos]
        name = names.get(raw)
        if name is None:
            name = header_name(raw)
        first = buf[pos]
        if first == 1:
            pos += 1
            headers.append((name, None))
            continue
        if first < 0x80:
            start = pos + 1
            pos = start + length_1[first]
        else:
            start = pos + 2
            pos = start + length_2[first][buf[pos + 1]]
        headers.append((name, buf[start:pos]))
    return headers, pos


def _learn(buf: bytes, pos: int, stop: int, headers: list[Header]) -> None:
    """Keep the shape of headers that have been read. Those with a null value are left out."""
    key = stop - pos << 8 | len(headers)
    form, marks = "", []
    for _, value in headers:
        if value is None:
            return
        size, start = read_varint(buf, pos)
        _, start = read_varint(buf, start + size)
        form += f"{start - pos}s{len(value)}s"
        marks.append(buf[pos:start])
        pos = start + len(value)
    if len(_SHAPES) >= _MOST_SHAPES:
        _SHAPES.clear()
    _SHAPES[key] = Struct(form).unpack_from, tuple(marks), tuple(name for name, _ in headers)
