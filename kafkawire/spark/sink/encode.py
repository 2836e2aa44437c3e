"""From columns of Arrow to the bytes of records (format 2), without a Python object for each record.

A record is: size, attributes, timestamp delta, offset delta, key size | key | value size | value | headers. What stands
between the bars are binary arrays; Arrow joins them element by element, and the bytes of the result are the records of
all batches one behind the other. A batch is a slice of them.

Layout: https://kafka.apache.org/documentation/#record.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kafkawire.errors import ValueOutOfRange
from kafkawire.records import BatchBuilder, RecordBatch, seal_batch
from kafkawire.spark.sink.varints import binary_from_offsets, pieces, varint_sizes, zigzag

__all__ = ["EncodedBatch", "RecordColumns", "encode", "header_bytes", "lengths_of"]

Array = Any  # numpy.ndarray

_NOTHING = pa.scalar(b"", pa.binary())
_NO_HEADERS = pa.scalar(b"\0", pa.binary())


@dataclass(frozen=True, slots=True)
class RecordColumns:
    """Records as columns of one length. `headers` are encoded ones (`header_bytes`), None if no record has any."""

    keys: pa.Array
    """binary; null for records without key"""
    values: pa.Array
    timestamps: Array
    """milliseconds, int64"""
    headers: pa.Array | None = None

    def __len__(self) -> int:
        return len(self.timestamps)

    def take(self, rows: Array) -> RecordColumns:
        """The records at these positions, in their order."""
        index = pa.array(rows)
        headers = None if self.headers is None else self.headers.take(index)
        return RecordColumns(self.keys.take(index), self.values.take(index), self.timestamps[rows], headers)

    def sizes(self) -> Array:
        """Bytes of each record, by estimate: a little too high."""
        sizes = _content(self.keys) + _content(self.values) + _MOST_AROUND
        return sizes if self.headers is None else sizes + _content(self.headers)


_MOST_AROUND = 26  # sizes, attributes, deltas and the count of headers


class EncodedBatch:
    """The records of one batch, ready but for compression and header: `BatchRecords` for a producer."""

    __slots__ = ("_body", "_count", "_times", "size")

    size: int
    """Bytes of the records."""

    def __init__(self, body: memoryview, count: int, base_timestamp: int, max_timestamp: int) -> None:
        self.size = len(body)
        self._body = body
        self._count = count
        self._times = (base_timestamp, max_timestamp)

    def __len__(self) -> int:
        """The number of records."""
        return self._count

    def build(self, **batch: Any) -> bytes:
        """The batch as it goes to a broker; arguments as for `BatchBuilder.build`."""
        return seal_batch(self._body, self._count, *self._times, **batch)

    def part(self, start: int, stop: int) -> BatchBuilder:
        """Some of the records in a batch of their own: asked for when this one is too large for a broker."""
        part = BatchBuilder()
        for record in RecordBatch(self.build()).records()[start:stop]:
            part.append(record.timestamp, record.key, record.value, record.headers)
        return part


def encode(records: RecordColumns, starts: Array) -> list[EncodedBatch]:
    """Batches out of records that are in the order of the batches; `starts` are the positions where they begin."""
    count = len(records)
    edges = np.append(starts, count)
    lengths = np.diff(edges)
    base = records.timestamps[starts]
    joined = _join(
        records,
        zigzag(np.arange(count) - np.repeat(starts, lengths)),
        zigzag(records.timestamps - np.repeat(base, lengths)),
    )
    body = memoryview(joined.buffers()[2])
    cuts = _offsets(joined)[edges].tolist()
    latest = np.maximum.reduceat(records.timestamps, starts).tolist()
    return [
        EncodedBatch(body[cuts[i] : cuts[i + 1]], n, first, last)
        for i, (n, first, last) in enumerate(zip(lengths.tolist(), base.tolist(), latest, strict=True))
    ]


def _join(records: RecordColumns, offset_deltas: Array, timestamp_deltas: Array) -> pa.Array:
    key_sizes, value_sizes = zigzag(lengths_of(records.keys)), zigzag(lengths_of(records.values))
    tails = _NO_HEADERS if records.headers is None else records.headers
    sizes = 1 + _content(records.keys) + _content(records.values)
    sizes += 1 if records.headers is None else _content(records.headers)
    for field in (timestamp_deltas, offset_deltas, key_sizes, value_sizes):
        sizes += varint_sizes(field)
    heads = pieces([zigzag(sizes), 0, timestamp_deltas, offset_deltas, key_sizes])
    return pc.binary_join_element_wise(
        heads, _without_nulls(records.keys), pieces([value_sizes]), _without_nulls(records.values), tails, _NOTHING
    )


# --------------------------------------------------------------------------------------------------------- of columns


def lengths_of(column: pa.Array) -> Array:
    """Bytes of each element of a binary array; -1 for null."""
    lengths = np.diff(_offsets(column)).astype(np.int64)
    if column.null_count:
        lengths[np.asarray(column.is_null())] = -1
    return lengths


def _content(column: pa.Array) -> Array:
    return np.maximum(lengths_of(column), 0)


def _offsets(column: pa.Array) -> Array:
    """Where the elements of a binary array begin in its data, and where the last one ends."""
    if not len(column):
        return np.zeros(1, np.int32)
    return np.frombuffer(column.buffers()[1], np.int32, len(column) + 1, column.offset * 4)


def _without_nulls(column: pa.Array) -> pa.Array:
    return column.fill_null(b"") if column.null_count else column


def header_bytes(column: pa.Array) -> pa.Array | None:
    """The headers of each record as they are encoded, count first; None if no record has any.

    `column`: lists of (key, value). Raises `ValueOutOfRange` for a header without key.
    """
    counts = np.asarray(column.value_lengths().fill_null(0)).astype(np.int64)
    if not counts.any():
        return None
    pairs = column.flatten()  # leaves out what hides under null lists
    names, values = (pairs.field(at).cast(pa.binary()) for at in (0, 1))
    if names.null_count or pairs.null_count:
        raise ValueOutOfRange("a header has no key: only its value may be null")
    blobs = pc.binary_join_element_wise(
        pieces([zigzag(lengths_of(names))]),
        names,
        pieces([zigzag(lengths_of(values))]),
        _without_nulls(values),
        _NOTHING,
    )
    ends = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=ends[1:])
    grouped = binary_from_offsets(_offsets(blobs)[ends], blobs.buffers()[2])
    return pc.binary_join_element_wise(pieces([zigzag(counts)]), grouped, _NOTHING)
