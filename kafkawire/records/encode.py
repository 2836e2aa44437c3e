"""Records of format 2, from what they hold to the bytes between header and end of a batch.

Two ways. `_encode_alike` is for consecutive offsets, timestamps in order, and keys and values of one size each: it goes
column by column, by C code alone. What most applications send goes through the loop of `_encode_any`; a look at a few
records tells which it is. A record that the loop has no table for, because something in it is large or wrong, goes
through `_encode_one`. All give the same bytes.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import chain, islice, pairwise, repeat
from typing import Any

from kafkawire.errors import ValueOutOfRange
from kafkawire.records.record import Header
from kafkawire.records.tables import SEQUENCE_1, SEQUENCE_2_HIGH, SEQUENCE_2_LOW
from kafkawire.varint import BytesLike, write_uvarint, write_varint, write_varlong

__all__ = ["Row", "encode_columns", "encode_headers", "encode_rows"]

Row = tuple[int, int, "bytes | None", "bytes | None", "Sequence[Header] | bytes | None"]
"""Offset, timestamp, key, value, headers, which may be encoded already."""

_Shapes = list[tuple[int, int, int]]

_CHUNK, _CHUNK_SIZE = 256, 65_536  # records, and their bytes, that are joined while the processor has them at hand
_FEW = 200  # records that are not worth the quicker way's preparation
_MUCH = 262_144  # bytes of keys and values that are worth it nevertheless
_LOOKS = 5  # records that are looked at, to see how to go about all of them


def _pairs(first: bytes, second: bytes) -> list[bytes]:
    out = bytearray(2 * len(first))
    out[0::2], out[1::2] = first, second
    return [pair for (pair,) in struct.iter_unpack("2s", out)]


_NULL = write_varint(-1)
_SMALL = [write_varint(number) for number in range(64)] + _pairs(SEQUENCE_2_LOW, SEQUENCE_2_HIGH)
"""varints of the numbers below 8192"""
_LIMIT = len(_SMALL)
_TIMES = [b"\0" + raw for raw in _SMALL]
"""What a record begins with: attributes, of which there are none, and a timestamp delta below 8192."""
_LOW = _pairs(bytes(range(0x80, 0x100, 2)) * 128, b"".join(bytes((high,)) * 64 for high in range(0x80, 0x100)))
"""The two bytes that the varint of a longer number begins with, by its lowest 13 bits."""
_HIGH = [write_uvarint(number) for number in range(128)]
_HIGH += _pairs(bytes(range(0x80, 0x100)) * 63, b"".join(bytes((high,)) * 128 for high in range(1, 64)))
"""What follows them, by the bits above those."""
_FAR = _LIMIT * len(_HIGH)
"""The first number that needs another way: 19 hours, where it is a timestamp delta."""


class _Names(dict[str, bytes]):
    """Header names with their length before them; a bounded number of short ones is kept."""

    def __missing__(self, name: str) -> bytes:
        try:
            raw = name.encode()
        except (UnicodeEncodeError, AttributeError) as exc:
            raise ValueOutOfRange(f"a header name must be text that UTF-8 can hold, not {name!r}") from exc
        raw = write_varint(len(raw)) + raw
        if len(self) < 1024 and len(raw) <= 64:
            self[name] = raw
        return raw


_NAMES = _Names()


def encode_headers(headers: Sequence[Header]) -> bytes:
    """Headers as a record has them: their count, and each of them. Raises `TypeError`, `ValueError`: they are none."""
    small, names = _SMALL, _NAMES
    try:
        count = len(headers)
        if count == 1:  # most records that have some have one or two: without the loop it takes a fifth less time
            ((name, value),) = headers
            if type(value) is bytes:
                return b"".join((small[1], names[name], small[len(value)], value))
        elif count == 2:
            (name, value), (name_2, value_2) = headers
            if type(value) is bytes and type(value_2) is bytes:
                size, size_2 = small[len(value)], small[len(value_2)]
                return b"".join((small[2], names[name], size, value, names[name_2], size_2, value_2))
        parts: list[BytesLike] = [small[count]]
        for name, value in headers:
            if type(value) is not bytes:
                raise TypeError
            parts.append(names[name])  # appending one by one is quicker than adding a tuple of three
            parts.append(small[len(value)])
            parts.append(value)
    except (IndexError, TypeError):
        parts = [write_varint(len(headers))]
        for name, value in headers:
            parts += (names[name], *_sized(value))
    return b"".join(parts)


def _sized(blob: BytesLike | None) -> tuple[BytesLike, ...]:
    """Contents with their length before them. Raises `TypeError` for what is not bytes."""
    if blob is None:
        return (_NULL,)
    length = len(blob)
    if type(blob) is not bytes and memoryview(blob).nbytes != length:  # a memoryview of wider items
        raise TypeError("keys, values and header values must be bytes")
    return (_SMALL[length] if length < _LIMIT else write_varint(length)), blob


def encode_rows(out: BytesIO, rows: Sequence[Row], base_offset: int, base_timestamp: int) -> int:
    """Encode at least one record into `out`; returns the largest timestamp.

    Raises `ValueOutOfRange`; for what is no row also what unpacking it raises.
    """
    count = len(rows)
    shapes = _shapes(row[2:] for row in rows[:: count // _LOOKS or 1])
    if _may_be_alike(shapes, count):
        columns = tuple(zip(*rows, strict=True))
        if _are_in_order(columns[1], base_timestamp) and _encode_if_alike(out, columns, base_offset, base_timestamp):
            return rows[-1][1]
    return _encode_chunks(out, iter(rows), shapes, base_offset, base_timestamp, rows[0][1])


def encode_columns(
    out: BytesIO,
    offsets: Sequence[int],
    timestamps: Sequence[int],
    keys: Sequence[bytes | None],
    values: Sequence[bytes | None],
    headers: Sequence[Sequence[Header] | bytes | None] | None,
    base_offset: int,
    base_timestamp: int,
) -> int:
    """Encode records given as columns of equal length; `headers` is None if none has any. See `encode_rows`."""
    count = len(offsets)
    step = count // _LOOKS or 1
    few = repeat(()) if headers is None else headers[::step]
    shapes = _shapes(zip(keys[::step], values[::step], few, strict=False))
    if (
        _may_be_alike(shapes, count)
        and _are_in_order(timestamps, base_timestamp)
        and _encode_if_alike(out, (offsets, timestamps, keys, values, headers), base_offset, base_timestamp)
    ):
        return timestamps[-1]
    tails = repeat(()) if headers is None else headers
    rows = zip(offsets, timestamps, keys, values, tails, strict=False)
    return _encode_chunks(out, rows, shapes, base_offset, base_timestamp, timestamps[0])


def _shapes(looks: Iterable[Sequence[Any]]) -> _Shapes:
    """Sizes of keys and values, -1 for null, and how many headers there are, of some records."""
    return [
        (-1 if key is None else len(key), -1 if value is None else len(value), len(headers or ()))
        for key, value, headers in looks
    ]


# -------------------------------------------------------------------------------------------------------- of any shape


def _encode_chunks(
    out: BytesIO, rows: Iterator[Row], shapes: _Shapes, base_offset: int, base_timestamp: int, first_timestamp: int
) -> int:
    latest = first_timestamp - base_timestamp
    usual = sum(map(sum, shapes)) // len(shapes)
    chunk = min(max(_CHUNK_SIZE // (usual + 50), 1), _CHUNK)
    while True:
        part, latest = _encode_any(islice(rows, chunk), base_offset, base_timestamp, latest)
        if not part:
            return base_timestamp + latest
        out.write(part)


def _encode_any(  # noqa: C901 - the hot loop: calls would cost more than they explain
    rows: Iterable[Row], base_offset: int, base_timestamp: int, latest: int
) -> tuple[bytes, int]:
    """Records of any shape, and the largest timestamp delta, no less than `latest`.

    Hot: each record is one join, whose length comes out of a table. Calls would cost more than they explain, tests of
    `type` are cheaper than any other.
    """
    small, times, limit, low, high, far = _SMALL, _TIMES, _LIMIT, _LOW, _HIGH, _FAR
    null, join = _NULL, b"".join
    pieces: list[BytesLike] = []
    for offset, timestamp, key, value, headers in rows:
        try:
            delta = timestamp - base_timestamp
            if delta > latest:
                latest = delta
            if delta < limit and delta >= 0:
                time = times[delta]
            elif 0 < delta < far:
                time = join((b"\0", low[delta & 8191], high[delta >> 13]))
            else:
                time = b"\0" + write_varlong(delta)
            delta = offset - base_offset
            if delta < limit and delta >= 0:
                number = small[delta]
            elif 0 < delta < far:
                number = low[delta & 8191] + high[delta >> 13]
            else:
                number = write_varint(delta)
            if type(key) is bytes:
                key_size, key_bytes = small[len(key)], key
            elif key is None:
                key_size, key_bytes = null, b""
            else:
                raise TypeError
            if type(value) is bytes:
                length = len(value)
                value_size, value_bytes = small[length] if length < limit else write_varint(length), value
            elif value is None:
                value_size, value_bytes = null, b""
            else:
                raise TypeError
            if not headers:
                record = join((time, number, key_size, key_bytes, value_size, value_bytes, b"\0"))
            elif isinstance(headers, bytes):
                record = join((time, number, key_size, key_bytes, value_size, value_bytes, headers))
            else:
                tail = encode_headers(headers)
                record = join((time, number, key_size, key_bytes, value_size, value_bytes, tail))
            length = len(record)
            size = small[length] if length < limit else write_varint(length)
        except (IndexError, TypeError, ValueError):
            pieces += _encode_one((offset, timestamp, key, value, headers), base_offset, base_timestamp)
        else:
            pieces.append(size)
            pieces.append(record)
    return join(pieces), latest


def _encode_one(row: Row, base_offset: int, base_timestamp: int) -> tuple[BytesLike, ...]:
    """A record of any size in pieces, without a copy of its value, by functions that say what is wrong with it."""
    offset, timestamp, key, value, headers = row
    try:
        time, number = write_varlong(timestamp - base_timestamp), write_varint(offset - base_offset)
        *value_size, last = _sized(value)
        head = b"".join((b"\0", time, number, *_sized(key), *value_size))
        tail = headers if isinstance(headers, bytes) else encode_headers(headers) if headers else b"\0"
        return write_varint(len(head) + len(last) + len(tail)), head, last, tail
    except (TypeError, ValueError) as exc:
        raise ValueOutOfRange(f"a record cannot be written: {exc}") from exc


# ---------------------------------------------------------------------------------------------------------- all alike


def _may_be_alike(shapes: _Shapes, count: int) -> bool:
    """Whether some of `count` records have one shape, and there are enough of them, but not too many."""
    is_worth_it = count >= _FEW or count * sum(shapes[0]) >= _MUCH
    return is_worth_it and count <= _LIMIT and shapes.count(shapes[0]) == len(shapes)


def _are_in_order(timestamps: Sequence[int], base: int) -> bool:
    """Whether none comes before another or before the base, and deltas take two bytes at most."""
    near = range(base, base + _LIMIT)
    return timestamps[0] in near and timestamps[-1] in near and list(timestamps) == sorted(timestamps)


def _encode_if_alike(out: BytesIO, columns: Sequence[Any], base_offset: int, base_timestamp: int) -> bool:
    """Encode all records if they have what `_encode_alike` is for; else none of them."""
    offsets, timestamps, keys, values, headers = columns
    try:
        count, first = len(offsets), offsets[0] - base_offset
        if first < 0 or first + count > _LIMIT or tuple(offsets) != tuple(range(offsets[0], offsets[0] + count)):
            return False
        blobs = _equal_blobs(keys, values, headers if headers is not None and any(headers) else None)
        if blobs is None:
            return False
        parts = _encode_alike(range(first, first + count), timestamps, *blobs, base_timestamp)
    except (TypeError, ValueError):
        return False
    out.writelines(parts or ())
    return parts is not None


_CHUNKS = (64, 8, 1)  # records that one Struct packs; the largest first
_TIMES_1: Any = list(range(0, 128, 2))
_TIMES_2: Any = [None] * 64 + list(
    struct.unpack(">8128H", bytes(chain(*zip(SEQUENCE_2_LOW, SEQUENCE_2_HIGH, strict=True))))
)
"""The varints of 64 ... 8191 as big-endian numbers; what is no two-byte varint is None and cannot be packed."""


_Blobs = tuple[list[bytes], list[int], list[Sequence[Any]]]
"""What alternates after the offset delta: fixed bytes, contents, fixed bytes ... with the sizes of the contents."""


def _equal_blobs(
    keys: Sequence[Any], values: Sequence[Any], headers: Sequence[Sequence[Header]] | None
) -> _Blobs | None:
    """Take records apart into what they have in common and columns of contents of one size; None if they differ."""
    blobs: list[tuple[bytes, Sequence[Any]]] = [(b"", keys), (b"", values)]
    if headers is not None:
        if len(set(map(len, headers))) != 1:
            return None
        before = write_varint(len(headers[0]))
        for pairs in zip(*headers, strict=True):
            names, header_values = zip(*pairs, strict=True)
            if names.count(names[0]) != len(names):
                return None
            blobs.append((before + _NAMES[names[0]], header_values))
            before = b""
    fixed: list[bytes] = [b""]
    sizes: list[int] = []
    columns: list[Sequence[Any]] = []
    for before, contents in blobs:
        size = _common_size(contents)
        if size is None:
            return None
        fixed[-1] += before + write_varint(size)
        if size >= 0:
            fixed.append(b"")
            sizes.append(size)
            columns.append(contents)
    if headers is None:
        fixed[-1] += b"\0"
    return fixed, sizes, columns


def _common_size(contents: Sequence[Any]) -> int | None:
    """The size that all have, -1 if all are null, None if they differ."""
    count = len(contents)
    if contents[0] is None:
        return -1 if contents.count(None) == count else None
    size = len(contents[0])
    if contents[-1] is None or contents[count // 2] is None:  # half nulls, half not: not worth an exception
        return None
    try:
        return size if list(map(len, contents)).count(size) == count else None
    except TypeError:  # a null somewhere else
        return None


@lru_cache(maxsize=64)
def _structs(lead: int, width: int, gaps: tuple[int, ...], sizes: tuple[int, ...]) -> list[tuple[int, Any]]:
    """Packers of timestamp deltas and contents for so many records at once, with zeros for all the rest."""
    one = f"{lead}x{'BH'[width - 1]}" + "".join(f"{gap}x{size}s" for gap, size in zip(gaps, sizes, strict=False))
    one += f"{gaps[-1]}x"
    return [(count, struct.Struct(">" + count * one).pack_into) for count in _CHUNKS]


def _encode_alike(
    deltas: range,
    timestamps: Sequence[int],
    fixed: list[bytes],
    sizes: list[int],
    columns: list[Sequence[Any]],
    base_timestamp: int,
) -> list[BytesLike] | None:
    """Records of equal structure with consecutive offsets; None where this way does not apply.

    They are cut into stretches within which offset deltas have one width and timestamp deltas, too. There all records
    have one size and their fields lie a fixed stride apart: one `Struct` packs the contents of many records, and all
    the rest, zero until then, is filled in by one strided assignment for each byte of a record.
    """
    parts: list[BytesLike] = []
    contents = sum(sizes) + sum(map(len, fixed))
    for start, stop in _stretches(deltas, timestamps, base_timestamp):
        delta, count = deltas[start], stop - start
        width = 1 if delta < 64 else 2
        near = timestamps[start] - base_timestamp < 64
        table, time_width = (_TIMES_1, 1) if near else (_TIMES_2, 2)
        size = write_varint(1 + time_width + width + contents)
        stride = len(size) + 1 + time_width + width + contents
        at = len(size) + 1 + time_width
        step = 1 + len(columns)
        fields: list[Any] = [None] * (step * count)
        try:
            fields[0::step] = [table[timestamp - base_timestamp] for timestamp in timestamps[start:stop]]
            for number, column in enumerate(columns, 1):
                fields[number::step] = column[start:stop]
            gaps = (width + len(fixed[0]), *map(len, fixed[1:]))
            part = _pack(fields, step, stride, _structs(len(size) + 1, time_width, gaps, tuple(sizes)))
        except (IndexError, struct.error):  # timestamps out of order, or keys and values that are not bytes
            return None
        if width == 1:
            part[at::stride] = SEQUENCE_1[delta : delta + count]
        else:
            part[at::stride] = SEQUENCE_2_LOW[delta - 64 : delta - 64 + count]
            part[at + 1 :: stride] = SEQUENCE_2_HIGH[delta - 64 : delta - 64 + count]
        at += width
        _fill(part, 0, size, stride, count)
        for raw, gap in zip(fixed, (*sizes, 0), strict=True):
            _fill(part, at, raw, stride, count)
            at += len(raw) + gap
        parts.append(part)
    return parts


def _fill(part: bytearray, at: int, raw: bytes, stride: int, count: int) -> None:
    """Put the same bytes at the same place of all records."""
    for place, byte in enumerate(raw, at):
        if byte:
            part[place::stride] = bytes((byte,)) * count


def _stretches(deltas: range, timestamps: Sequence[int], base: int) -> Iterator[tuple[int, int]]:
    """Cut where offset deltas get two bytes wide and where timestamp deltas do, if the timestamps are in order."""
    cuts = {0, len(deltas), min(max(64 - deltas[0], 0), len(deltas)), bisect_left(timestamps, base + 64)}
    return pairwise(sorted(cuts))


def _pack(fields: list[Any], step: int, stride: int, structs: list[tuple[int, Any]]) -> bytearray:
    total = len(fields) // step
    out = bytearray(total * stride)
    done = 0
    for count, pack_into in structs:
        while total - done >= count:
            pack_into(out, done * stride, *fields[step * done : step * (done + count)])
            done += count
    return out
