"""The records of a batch as arrays: for pipelines that want columns and not a million objects.

Keys and values are not copied: a column holds where each one begins in `data` and how long it is. With numpy installed
the arrays are numpy's and are computed for all records at once; without it they are `array.array` of the same numbers.
Either way, what is invalid raises the same error as decoding to objects does: both leave doubtful input to the loop
that reads record by record.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

from kafkawire.errors import CorruptBatch, InvalidLength, InvalidVarint, Truncated
from kafkawire.limits import Limits
from kafkawire.records._careful import MIN_RECORD_SIZE, check_count, header_name, read_record, wrap64
from kafkawire.records._tables import SIGNED_1, SIGNED_2
from kafkawire.records.record import Header, Record
from kafkawire.varint import read_varint, read_varlong

__all__ = ["Columns"]

IntArray = Any  # numpy.ndarray of int64, or array("q")

_FEW = 32  # records that are not worth numpy's overhead
_RUN = 8  # records of one size in a row that make a run of them worth a look
_WINDOW = 1024  # records looked at for a run at once: what a look in vain may cost
_MOST_HEADERS = 255  # of a record: with more it is read by the loop
_NAMES = (
    "offsets",
    "timestamps",
    "key_starts",
    "key_lengths",
    "value_starts",
    "value_lengths",
    "header_starts",
    "header_counts",
)


@cache
def _numpy() -> ModuleType | None:
    """numpy, if it is installed; imported when the first columns are asked for."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


class Columns:
    """Arrays of 64-bit integers, one entry per record, and the bytes that they point into.

    `key_starts` and `value_starts` are positions in `data`, `key_lengths` and `value_lengths` are in bytes, -1 for null
    (the start then means nothing). `header_starts` is where the first header of a record is encoded, `header_counts`
    how many there are. `data` is the decompressed batch, or the bytes that the batch was read from.
    """

    __slots__ = ("_limits", "data", *_NAMES)

    data: bytes
    offsets: IntArray
    timestamps: IntArray
    key_starts: IntArray
    key_lengths: IntArray
    value_starts: IntArray
    value_lengths: IntArray
    header_starts: IntArray
    header_counts: IntArray

    def __init__(self, data: bytes, arrays: Sequence[IntArray]) -> None:
        self.data = data
        for name, values in zip(_NAMES, arrays, strict=True):
            setattr(self, name, values)

    def __len__(self) -> int:
        """The number of records."""
        return len(self.offsets)

    def key(self, index: int) -> bytes | None:
        """The key of one record, copied out."""
        return self._blob(self.key_starts[index], self.key_lengths[index])

    def value(self, index: int) -> bytes | None:
        """The value of one record, copied out."""
        return self._blob(self.value_starts[index], self.value_lengths[index])

    def headers(self, index: int) -> list[Header]:
        """The headers of one record, decoded now."""
        pos = int(self.header_starts[index])
        found: list[Header] = []
        for _ in range(self.header_counts[index]):
            length, pos = read_varint(self.data, pos)
            name = header_name(self.data[pos : pos + length])
            size, pos = read_varint(self.data, pos + length)
            found.append((name, self._blob(pos, size)))
            pos += max(size, 0)
        return found

    def _blob(self, start: int, length: int) -> bytes | None:
        return None if length < 0 else self.data[start : start + length]


def columns_of_batch(
    buf: bytes,
    pos: int,
    end: int,
    count: int,
    base_offset: int,
    base_timestamp: int,
    append_time: int | None,
    limits: Limits,
) -> Columns:
    """The columns of `count` records of format 2 that fill `buf[pos:end]`. Raises as `decode_records` does."""
    check_count(count, end - pos, limits)
    numpy = _numpy()
    arrays: Sequence[Any] | None = None
    if numpy is not None and count >= _FEW:
        starts = _starts(buf, pos, end, count)
        if starts is not None:
            arrays = _parse_all(numpy, buf, starts, end, limits)
    if arrays is None:
        columns: Sequence[Any] = _parse_each(buf, pos, end, count, limits)
        arrays = columns
        if numpy is not None:
            arrays = [numpy.frombuffer(column, dtype=numpy.int64) for column in columns]
    if numpy is not None:
        times = numpy.full(count, append_time, numpy.int64) if append_time is not None else arrays[1] + base_timestamp
        return Columns(buf, (arrays[0] + base_offset, times, *arrays[2:]))
    offsets = array("q", [wrap64(base_offset + delta) for delta in arrays[0]])
    if append_time is not None:
        return Columns(buf, (offsets, array("q", [append_time]) * count, *arrays[2:]))
    return Columns(buf, (offsets, array("q", [wrap64(base_timestamp + delta) for delta in arrays[1]]), *arrays[2:]))


def columns_of_records(records: Sequence[Record]) -> Columns:
    """The columns of records that are objects already, over a copy of their keys and values."""
    parts: list[bytes] = []
    columns = [array("q") for _ in _NAMES]
    pos = 0
    for record in records:
        row = [record.offset, record.timestamp]
        for blob in (record.key, record.value):
            row += (pos, -1 if blob is None else len(blob))
            parts.append(blob or b"")
            pos += len(parts[-1])
        for column, number in zip(columns, (*row, pos, 0), strict=True):
            column.append(number)
    numpy = _numpy()
    arrays: Sequence[IntArray] = columns
    if numpy is not None:
        arrays = [numpy.frombuffer(column, dtype=numpy.int64) for column in columns]
    return Columns(b"".join(parts), arrays)


# --------------------------------------------------------------------------------------------------- record by record


def _parse_each(buf: bytes, pos: int, end: int, count: int, limits: Limits) -> list[array[int]]:
    """Offset deltas, time deltas and slices by a plain loop: without numpy, for few records, and for what is wrong."""
    columns = [array("q") for _ in _NAMES]
    add = [column.append for column in columns]
    for index in range(count):
        try:
            stop = read_record(buf, pos, end, limits)[0]
        except (Truncated, InvalidLength) as exc:
            raise type(exc)(f"record {index} of {count}: {exc}") from None
        _, pos = read_varint(buf, pos)
        timestamp, pos = read_varlong(buf, pos + 1)
        offset, pos = read_varint(buf, pos)
        key_length, key_start = read_varint(buf, pos)
        value_length, value_start = read_varint(buf, key_start + max(key_length, 0))
        headers, pos = read_varint(buf, value_start + max(value_length, 0))
        row = (offset, timestamp, key_start, key_length, value_start, value_length, pos, headers)
        for put, number in zip(add, row, strict=True):
            put(number)
        pos = stop
    if pos != end:
        raise CorruptBatch(f"{end - pos} bytes after the last of {count} records")
    return columns


# -------------------------------------------------------------------------------------------------------- all at once


def _starts(buf: bytes, pos: int, end: int, count: int) -> list[int] | None:
    """Where each record begins; None if the sizes do not lead to the end. The one loop that numpy cannot take over."""
    starts: list[int] = []
    add = starts.append
    last = 0  # size in bytes of the record before, and how often in a row it was that
    alike = 0
    try:
        while len(starts) < count:
            add(pos)
            size = buf[pos]
            if size < 0x80:
                size = 1 + SIGNED_1[size]
            else:
                second = buf[pos + 1]
                if second < 0x80:
                    size = 2 + SIGNED_2[size << 8 | second]
                else:
                    size, after = read_varint(buf, pos)
                    size += after - pos
            pos += size
            if size != last:
                last = size
                alike = 0
                continue
            alike += 1
            if alike == _RUN:
                alike = 0
                found = _run_of_starts(buf, pos, end, size, count - len(starts))
                starts += found
                pos += size * len(found)
    except (IndexError, InvalidVarint, Truncated):
        return None
    # A negative size somewhere shows as a start that is not above the one before: left to the checks that follow.
    return starts if pos == end else None


def _run_of_starts(buf: bytes, pos: int, end: int, stride: int, most: int) -> range:
    """Where further records of one size begin: their size bytes are compared all at once by strided slices."""
    if stride < MIN_RECORD_SIZE:
        return range(0)
    n = min(most, (end - pos) // stride, _WINDOW)
    for at in range(5):
        byte = buf[pos - stride + at : pos - stride + at + 1]
        column = buf[pos + at : pos + n * stride : stride]
        if column != byte * n:
            n -= len(column.lstrip(byte))
        if byte < b"\x80":
            break
    return range(pos, pos + n * stride, stride)


class _Doubt(Exception):
    """Something is not as it should be: to be read again by the loop that explains."""


def _parse_all(np: Any, buf: bytes, starts: list[int], end: int, limits: Limits) -> Sequence[IntArray] | None:
    """The same columns as `_parse_each` gives, field by field for all records; None at the slightest doubt."""
    data = np.frombuffer(buf, dtype=np.uint8)[:end]
    start = np.array(starts, dtype=np.int64)
    stop = np.empty_like(start)
    stop[:-1] = start[1:]
    stop[-1] = end
    try:
        size, pos = _read_varints(np, data, start, 5)
        if (size < 0).any() or (pos + size != stop).any():
            return None
        timestamp, pos = _read_varints(np, data, pos + 1, 10)
        offset, pos = _read_varints(np, data, pos, 5)
        key_length, key_start = _read_varints(np, data, pos, 5)
        pos = _skip(np, key_start, key_length, -1, stop)
        value_length, value_start = _read_varints(np, data, pos, 5)
        pos = _skip(np, value_start, value_length, -1, stop)
        headers, pos = _read_varints(np, data, pos, 5)
        if (headers < 0).any() or (headers > limits.max_headers_per_record).any():
            return None
        after = _after_headers(np, buf, data, pos, headers, stop) if headers.any() else pos
        if (after != stop).any():
            return None
    except _Doubt:
        return None
    return offset, timestamp, key_start, key_length, value_start, value_length, pos, headers


def _read_varints(np: Any, data: Any, pos: Any, most: int) -> tuple[Any, Any]:
    """The zigzag varints at many positions: values and positions after them."""
    if (pos >= len(data)).any():
        raise _Doubt
    byte = data[pos]
    going = byte > 0x7F
    if not going.any():  # nearly always: lengths and deltas of one byte
        value = byte.astype(np.int64)
        return (value >> 1) ^ -(value & 1), pos + 1
    raw = (byte & 0x7F).astype(np.uint64)
    pos = pos + 1
    for shift in range(7, 7 * most, 7):
        everyone = going.all()
        here = pos if everyone else pos[going]
        if (here >= len(data)).any():
            raise _Doubt
        byte = data[here]
        group = (byte & 0x7F).astype(np.uint64) << np.uint64(shift)
        if everyone:
            raw |= group
            pos += 1
            going = byte > 0x7F
        else:
            raw[going] |= group
            pos[going] += 1
            going[going] = byte > 0x7F
        if not going.any():
            break
    else:
        raise _Doubt
    if most == 5:
        raw &= np.uint64(0xFFFFFFFF)
    value = (raw >> np.uint64(1)).astype(np.int64) ^ -(raw & np.uint64(1)).astype(np.int64)
    return value, pos


def _skip(np: Any, pos: Any, length: Any, least: int, stop: Any) -> Any:
    """Positions after blobs of these lengths, all of them within their records."""
    if (length < least).any():
        raise _Doubt
    after = pos + np.maximum(length, 0)
    if (after > stop).any():
        raise _Doubt
    return after


def _after_headers(np: Any, buf: bytes, data: Any, pos: Any, count: Any, stop: Any) -> Any:
    """Positions after the headers: first header of all records that have one, then second of all that have two ..."""
    pos = pos.copy()
    names: set[bytes] = set()
    if count.max() > _MOST_HEADERS:
        raise _Doubt
    for number in range(int(count.max())):
        those = np.nonzero(count > number)[0]
        limit = stop[those]
        length, start = _read_varints(np, data, pos[those], 5)
        after = _skip(np, start, length, 0, limit)
        names.update([buf[a:b] for a, b in zip(start.tolist(), after.tolist(), strict=True)])
        length, start = _read_varints(np, data, after, 5)
        pos[those] = _skip(np, start, length, -1, limit)
    for name in names:
        try:
            name.decode()
        except UnicodeDecodeError:
            raise _Doubt from None
    return pos
