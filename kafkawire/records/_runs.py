"""Runs of records that are alike in everything but their contents: same sizes, same widths.

Then all fields lie a fixed stride apart. Each structural byte of the whole run is compared by one strided slice, and
keys and values come out by one `Struct.iter_unpack`. Nothing here raises for bad bytes: a run just ends earlier.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any, Protocol

from kafkawire.records._careful import header_name
from kafkawire.records._tables import (
    SEQUENCE_1,
    SEQUENCE_2_HIGH,
    SEQUENCE_2_LOW,
    SIGNED_1,
    SIGNED_2,
    TOP_BIT_OFF,
)
from kafkawire.records.record import Record
from kafkawire.varint import read_varint, read_varlong

WORTH_A_RUN = 20  # records; fewer are read sooner one by one than a layout is taken


def width_at(buf: bytes, pos: int) -> int:
    """How many bytes the varint at `pos` takes."""
    start = pos
    while buf[pos] > 0x7F:
        pos += 1
    return pos - start + 1


class _Layout:
    """Where things lie in a record, as distances from its start."""

    __slots__ = ("fields", "fixed", "has_key", "has_value", "names", "nulls", "offset", "time")

    def __init__(self, buf: bytes, start: int, stop: int) -> None:
        """Take the layout of a record known to be good."""
        fixed: list[int] = []  # bytes that all records of the run have in common: lengths, counts and header names
        parts: list[str] = []  # of the struct that takes out the contents and skips the rest
        last = start

        def common(pos: int) -> int:
            length, stop = read_varint(buf, pos)
            fixed.extend(range(pos - start, stop - start))
            return length if length >= 0 else -1

        def content(pos: int, length: int) -> int:
            nonlocal last
            if length < 0:
                return pos
            parts.append(f"{pos - last}x{length}s")
            last = pos + length
            return last

        common(start)
        pos = start + width_at(buf, start) + 1
        width = width_at(buf, pos)
        self.time = range(pos - start, pos - start + width)
        pos += width
        width = width_at(buf, pos)
        self.offset = range(pos - start, pos - start + width)
        pos += width
        present = []
        for _ in range(2):
            length = common(pos)
            present.append(length >= 0)
            pos = content(pos + width_at(buf, pos), length)
        self.has_key, self.has_value = present
        count = common(pos)
        pos += width_at(buf, pos)
        self.names: list[str] = []
        self.nulls: list[bool] = []
        for _ in range(count):
            length = common(pos)
            pos += width_at(buf, pos)
            fixed.extend(range(pos - start, pos + length - start))
            self.names.append(header_name(buf[pos : pos + length]))
            pos += length
            length = common(pos)
            self.nulls.append(length < 0)
            pos = content(pos + width_at(buf, pos), length)
        parts.append(f"{stop - last}x")
        self.fixed = fixed
        self.fields = struct.Struct("".join(parts))


def read_run(
    buf: bytes, model: int, pos: int, end: int, most: int, base_offset: int, base_timestamp: int
) -> tuple[list[Record], int]:
    """Decode the records from `pos` on that are built like the one at `model`, which ends at `pos`.

    Returns up to `most` of them, and the position after them. The first look is at a few, so that little is lost where
    no run is.
    """
    out: list[Record] = []
    stride = pos - model
    layout: _Layout | None = None
    window = 32
    while True:
        n = min(most - len(out), (end - pos) // stride, window)
        if n < WORTH_A_RUN:
            return out, pos
        if layout is None:
            layout = _Layout(buf, model, pos)
            if len(layout.offset) > 4:  # bits to drop, perhaps
                return out, pos
        good = _alike(buf, model, pos, stride, n, layout)
        if good:
            out += _records_of_run(buf, pos, stride, good, layout, base_offset, base_timestamp)
            pos += good * stride
        if good < n:
            return out, pos
        window = 4096


class _Structure(Protocol):
    """Distances from the start of a record: of the bytes that all have in common, of the timestamp, of the offset."""

    fixed: list[int]
    time: range
    offset: range


def _alike(buf: bytes, model: int, pos: int, stride: int, n: int, layout: _Structure) -> int:
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
        pairs = bytearray(2 * n)
        pairs[0::2] = first
        pairs[1::2] = columns[1]
        return [base + SIGNED_2[pair] for pair in struct.unpack(f">{n}H", pairs)]
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
        delta = SIGNED_2[columns[0][0] << 8 | columns[1][0]]
        at = delta - 64
        if at >= 0 and columns[0] == SEQUENCE_2_LOW[at : at + n] and columns[1] == SEQUENCE_2_HIGH[at : at + n]:
            return range(base + delta, base + delta + n)
    return _sums(columns, base)


def _records_of_run(
    buf: bytes, pos: int, stride: int, n: int, layout: _Layout, base_offset: int, base_timestamp: int
) -> list[Record]:
    """Make the objects. The loops store straight into slots as they unpack: no names in between, no calls."""
    stop = pos + n * stride
    offsets = _offsets([buf[pos + at : stop : stride] for at in layout.offset], base_offset)
    times = _sums([buf[pos + at : stop : stride] for at in layout.time], base_timestamp)
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
