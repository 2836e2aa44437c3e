"""The records of a batch as arrays: for pipelines that want columns and not a million objects.

Keys and values are not copied: a column holds where each one begins in `data` and how long it is. With numpy installed
the arrays are numpy's and are computed for all records at once; without it they are `array.array` of the same numbers.
Either way, what is invalid raises the same error as decoding to objects does: both leave doubtful input to the loop
that reads record by record.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from kafkawire.errors import CorruptBatch, InvalidLength, Truncated
from kafkawire.limits import Limits
from kafkawire.records.careful import check_count, read_headers, read_shape
from kafkawire.records.encode import encode_headers
from kafkawire.records.header import wrap64
from kafkawire.records.record import Header, Record
from kafkawire.records.vectors import edges_of, import_numpy, parse_all
from kafkawire.varint import BytesLike, write_varint

__all__ = ["Columns"]

IntArray = Any  # numpy.ndarray of int64, or array("q")

_FEW = 32  # records that are not worth numpy's overhead
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


class Columns:
    """Arrays of 64-bit integers, one entry per record, and the bytes that they point into.

    `key_starts` and `value_starts` are positions in `data`, `key_lengths` and `value_lengths` are in bytes, -1 for null
    (the start then means nothing). `header_starts` is where the first header of a record is encoded, `header_counts`
    how many there are. `data` is the decompressed batch, or the bytes that the batch was read from.
    """

    __slots__ = ("_limits", "data", *_NAMES)

    data: BytesLike
    offsets: IntArray
    timestamps: IntArray
    key_starts: IntArray
    key_lengths: IntArray
    value_starts: IntArray
    value_lengths: IntArray
    header_starts: IntArray
    header_counts: IntArray

    def __init__(self, data: BytesLike, arrays: Sequence[IntArray]) -> None:
        self.data = data
        for name, values in zip(_NAMES, arrays, strict=True):
            setattr(self, name, values)

    def __len__(self) -> int:
        """The number of records."""
        return len(self.offsets)

    def part(self, start: int, stop: int | None = None) -> Columns:
        """The columns of some of the records, over the same bytes."""
        return Columns(self.data, [values[start:stop] for values in self.arrays])

    @property
    def arrays(self) -> list[IntArray]:
        """All of them, in the order in which they are named above."""
        return [getattr(self, name) for name in _NAMES]

    def key(self, index: int) -> bytes | None:
        """The key of one record, copied out."""
        return self._blob(self.key_starts[index], self.key_lengths[index])

    def value(self, index: int) -> bytes | None:
        """The value of one record, copied out."""
        return self._blob(self.value_starts[index], self.value_lengths[index])

    def headers(self, index: int) -> list[Header]:
        """The headers of one record, decoded now."""
        return read_headers(self.data, int(self.header_starts[index]), int(self.header_counts[index]))

    def _blob(self, start: int, length: int) -> bytes | None:
        return None if length < 0 else bytes(self.data[start : start + length])


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
    numpy = import_numpy()
    arrays: Sequence[Any] | None = None
    if numpy is not None and count >= _FEW:
        edges = edges_of(numpy, buf, pos, end, count)
        arrays = parse_all(numpy, buf, *edges, limits) if edges else None
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
    """The columns of records that are objects already, over a copy of their keys, values and headers."""
    parts: list[bytes] = []
    columns = [array("q") for _ in _NAMES]
    pos = 0
    for record in records:
        row = [record.offset, record.timestamp]
        for blob in (record.key, record.value):
            row += (pos, -1 if blob is None else len(blob))
            parts.append(blob or b"")
            pos += len(parts[-1])
        for column, number in zip(columns, (*row, pos, len(record.headers)), strict=True):
            column.append(number)
        if record.headers:
            parts.append(encode_headers(record.headers)[len(write_varint(len(record.headers))) :])
            pos += len(parts[-1])
    numpy = import_numpy()
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
            shape = read_shape(buf, pos, end, limits)
        except (Truncated, InvalidLength) as exc:
            raise type(exc)(f"record {index} of {count}: {exc}") from None
        read_headers(buf, shape.headers_start, shape.headers)  # their names must be text
        delta, offset, *places, pos = shape
        row = (offset, delta, *places)
        for put, number in zip(add, row, strict=True):
            put(number)
    if pos != end:
        raise CorruptBatch(f"{end - pos} bytes after the last of {count} records")
    return columns
