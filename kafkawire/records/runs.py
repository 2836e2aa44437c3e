"""Runs of records that are alike in everything but their contents: same sizes, same widths.

Then all fields lie a fixed stride apart. Each structural byte of the whole run is compared by one strided slice, and
keys and values come out by one `Struct.iter_unpack`. Nothing here raises for bad bytes: a run just ends earlier.

`Structure` and `stretches` find the runs, for all who look for them; `read_run` makes records of one.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any

from kafkawire.records.careful import header_name
from kafkawire.records.record import Record
from kafkawire.records.tables import (
    SEQUENCE_1,
    SEQUENCE_2_HIGH,
    SEQUENCE_2_LOW,
    SIGNED_1,
    SIGNED_2,
    TOP_BIT_OFF,
)
from kafkawire.varint import read_varint, read_varlong

__all__ = ["WORTH_A_RUN", "Structure", "read_run", "stretches"]

WORTH_A_RUN = 20  # records; fewer are read sooner one by one than a layout is taken
_FIRST_WINDOW, _WINDOW = 32, 4096


def _width_at(buf: bytes, pos: int) -> int:
    """How many bytes the varint at `pos` takes."""
    start = pos
    while buf[pos] > 0x7F:
        pos += 1
    return pos - start + 1


class Structure:
    """Where things lie in a record, as distances from its start."""

    __slots__ = ("blobs", "fixed", "offset", "time")

    def __init__(self, buf: bytes, start: int) -> None:
        """Take the structure of the record at `start`, which is known to be good."""
        _, pos = read_varint(buf, start)
        self.fixed: list[int] = list(range(pos - start))
        """Bytes of sizes and counts: all records of a run have them in common."""
        self.blobs: list[tuple[int, int]] = []
        """Start and size of key and value, and then of the name and value of each header. A size of -1 is null."""
        time = pos + 1  # behind the attributes
        offset = time + _width_at(buf, time)
        key = offset + _width_at(buf, offset)
        self.time, self.offset = range(time - start, offset - start), range(offset - start, key - start)
        headers = self._take(buf, start, key, 2)
        count, pos = read_varint(buf, headers)
        self.fixed += range(headers - start, pos - start)
        if count:
            self._take(buf, start, pos, 2 * count)

    def _take(self, buf: bytes, start: int, pos: int, count: int) -> int:
        """Note so many blobs; returns the position after them."""
        for _ in range(count):
            size, after = read_varint(buf, pos)
            self.fixed += range(pos - start, after - start)
            self.blobs.append((after - start, size))
            pos = after + size if size > 0 else after
        return pos

    def offsets(self, buf: bytes, pos: int, stop: int, stride: int, base: int) -> Iterable[int]:
        """`base` plus the offset delta of each record of a run that fills `buf[pos:stop]`."""
        return _offsets([buf[pos + at : stop : stride] for at in self.offset], base)

    def times(self, buf: bytes, pos: int, stop: int, stride: int, base: int) -> Iterable[int]:
        """`base` plus the timestamp delta of each record of a run that fills `buf[pos:stop]`."""
        return _sums([buf[pos + at : stop : stride] for at in self.time], base)


def stretches(
    buf: bytes, model: int, pos: int, end: int, most: int, structure: Structure, first: int, least: int
) -> list[tuple[int, int]]:
    """The records from `pos` on that are built like the one at `model`, which ends at `pos`: where, and how many.

    There are up to `most` in all, and at least `least` are worth a look. The first look is at `first` of them, so that
    little is lost where no run is.
    """
    found: list[tuple[int, int]] = []
    if len(structure.offset) > 4 or len(structure.time) > 8:  # bits beyond 32 and 64, perhaps, to be dropped
        return found
    stride = pos - model
    window = first
    while (n := min(most, (end - pos) // stride, window)) >= least:
        good = _alike(buf, model, pos, stride, n, structure)
        if good:
            found.append((pos, good))
        if good < n:
            break
        pos += good * stride
        most -= good
        window = _WINDOW
    return found


class _Layout:
    """What it takes to make records of a run: its structure, and the struct that takes out the contents."""

    __slots__ = ("fields", "has_key", "has_value", "names", "nulls", "structure")

    def __init__(self, buf: bytes, start: int, stop: int) -> None:
        """Take the layout of a record known to be good."""
        self.structure = structure = Structure(buf, start)
        key, value, *headers = structure.blobs
        self.has_key, self.has_value = key[1] >= 0, value[1] >= 0
        self.names: list[str] = []
        for at, size in headers[::2]:  # the names of headers are the same in all records
            structure.fixed.extend(range(at, at + size))
            self.names.append(header_name(buf[start + at : start + at + size]))
        self.nulls = [size < 0 for _, size in headers[1::2]]
        parts: list[str] = []
        last = 0
        for at, size in (key, value, *headers[1::2]):
            if size >= 0:
                parts.append(f"{at - last}x{size}s")
                last = at + size
        self.fields = struct.Struct("".join(parts) + f"{stop - start - last}x")


def read_run(
    buf: bytes, model: int, pos: int, end: int, most: int, base_offset: int, base_timestamp: int
) -> tuple[list[Record], int]:
    """Decode the records from `pos` on that are built like the one at `model`, which ends at `pos`.

    Returns up to `most` of them, and the position after them.
    """
    out: list[Record] = []
    stride = pos - model
    if min(most, (end - pos) // stride) < WORTH_A_RUN:
        return out, pos
    layout = _Layout(buf, model, pos)
    for at, n in stretches(buf, model, pos, end, most, layout.structure, _FIRST_WINDOW, WORTH_A_RUN):
        out += _records_of_run(buf, at, stride, n, layout, base_offset, base_timestamp)
    return out, pos + len(out) * stride


def _alike(buf: bytes, model: int, pos: int, stride: int, n: int, layout: Structure) -> int:
    """How many of the `n` records at `pos` have the structure of the one at `model`."""
    for at in layout.fixed:
        byte = buf[model + at : model + at + 1]
        column = buf[pos + at : pos + n * stride : stride]
        if column != byte * n:
            n -= len(column.lstrip(byte))
            if not n:
                return 0
    for field in (layout.time, layout.offset):
        for at in field:
            column = buf[pos + at : pos + n * stride : stride]
            if at != field[-1]:
                column = column.translate(TOP_BIT_OFF)
            if not column.isascii():
                n = next(i for i, byte in enumerate(column) if byte > 0x7F)
                if not n:
                    return 0
    return n


def _sums(columns: list[bytes], base: int) -> Iterable[int]:
    """`base` plus each of the varints whose bytes stand in columns."""
    first = columns[0]
    n = len(first)
    if all(column == column[:1] * n for column in columns):
        return repeat(base + read_varlong(bytes(column[0] for column in columns), 0)[0], n)
    if len(columns) == 1:
        return [base + SIGNED_1[byte] for byte in first]
    if len(columns) == 2:
        return [base + SIGNED_2[low][high] for low, high in zip(first, columns[1], strict=True)]
    values = [byte & 0x7F for byte in first]
    for shift, column in zip(range(7, 63, 7), columns[1:], strict=False):
        values = [value | (byte & 0x7F) << shift for value, byte in zip(values, column, strict=True)]
    return [base + ((value >> 1) ^ -(value & 1)) for value in values]


def _offsets(columns: list[bytes], base: int) -> Iterable[int]:
    """The offsets of a run; nearly always consecutive, which one comparison of the bytes shows."""
    n = len(columns[0])
    delta: int
    if len(columns) == 1:
        delta = SIGNED_1[columns[0][0]]
        if delta >= 0 and columns[0] == SEQUENCE_1[delta : delta + n]:
            return range(base + delta, base + delta + n)
    elif len(columns) == 2:
        delta = SIGNED_2[columns[0][0]][columns[1][0]]
        at = delta - 64
        if at >= 0 and columns[0] == SEQUENCE_2_LOW[at : at + n] and columns[1] == SEQUENCE_2_HIGH[at : at + n]:
            return range(base + delta, base + delta + n)
    return _sums(columns, base)


def _records_of_run(
    buf: bytes, pos: int, stride: int, n: int, layout: _Layout, base_offset: int, base_timestamp: int
) -> list[Record]:
    """Make the objects. The loops store straight into slots as they unpack: no names in between, no calls."""
    stop = pos + n * stride
    offsets = layout.structure.offsets(buf, pos, stop, stride, base_offset)
    times = layout.structure.times(buf, pos, stop, stride, base_timestamp)
    rows: Iterator[tuple[Any, ...]] = layout.fields.iter_unpack(memoryview(buf)[pos:stop])
    records: list[Record] = list(map(Record.__new__, repeat(Record, n)))
    r: Record
    if layout.names or not layout.has_value:
        return _records_with_headers(records, offsets, times, rows, layout)
    if layout.has_key:
        for r, r.offset, r.timestamp, (r.key, r.value) in zip(records, offsets, times, rows, strict=True):
            r.headers = ()
    else:
        for r, r.offset, r.timestamp, (r.value,) in zip(records, offsets, times, rows, strict=True):
            r.key = None
            r.headers = ()
    return records


def _records_with_headers(
    records: list[Record],
    offsets: Iterable[int],
    times: Iterable[int],
    rows: Iterable[tuple[Any, ...]],
    layout: _Layout,
) -> list[Record]:
    """Make the objects of a run with headers or without a value; `records` are still empty."""
    r: Record
    names = layout.names
    has_key, has_value = layout.has_key, layout.has_value
    if has_key and has_value and not any(layout.nulls):
        for r, r.offset, r.timestamp, (r.key, r.value, *found) in zip(records, offsets, times, rows, strict=True):
            r.headers = list(zip(names, found))  # noqa: B905 - of one length, by the layout
        return records
    contents = has_key + has_value
    for r, r.offset, r.timestamp, row in zip(records, offsets, times, rows, strict=True):
        r.key = row[0] if has_key else None
        r.value = row[has_key] if has_value else None
        blobs = iter(row[contents:])
        r.headers = [
            (name, None if null else next(blobs)) for name, null in zip(names, layout.nulls, strict=True)
        ] or ()
    return records
