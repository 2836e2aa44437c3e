"""From fetched batches to Arrow record batches, without a Python object per record.

`Columns` says where each key and value begins in the decompressed batch and how long it is. A binary array of Arrow is
bytes plus offsets into them, each element ending where the next begins. So the batch's own bytes serve as the bytes,
and the offsets go gap, key, gap, key ...: every second element is a key, and one `take` in Arrow copies those out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from kafkawire.client.consumer.batches import FetchedBatch
from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.errors import DecodeError, UnsupportedCodec
from kafkawire.limits import MIB
from kafkawire.records import Columns, TimestampType
from kafkawire.spark.schema import arrow_schema

__all__ = ["arrow_batches", "gather"]

# A record batch goes to Spark when it has this many rows or bytes: large enough to be worth its overhead in the JVM,
# small enough not to matter in a task's memory.
_ROWS = 64 * 1024
_BYTES = 16 * MIB
_MICROSECONDS = 1000  # in the millisecond of Kafka's timestamps


def arrow_batches(piece: FetchedRange, *, headers: bool) -> Iterator[pa.RecordBatch]:
    """The records of a fetched range as Arrow record batches of `arrow_schema`.

    Raises what is wrong with a batch, with topic, partition and offset in the text.
    """
    waiting: list[pa.RecordBatch] = []
    rows = size = 0
    for batch in piece.batches:
        part = _convert(piece, batch, headers)
        if part is None:
            continue
        waiting.append(part)
        rows += part.num_rows
        size += part.nbytes
        if rows >= _ROWS or size >= _BYTES:
            yield pa.concat_batches(waiting)
            waiting, rows, size = [], 0, 0
    if waiting:
        yield pa.concat_batches(waiting)


def _convert(piece: FetchedRange, batch: FetchedBatch, headers: bool) -> pa.RecordBatch | None:
    """One batch, without the records of it that lie outside the range."""
    if batch.source is None:
        return None
    try:
        columns = batch.source.columns()
    except (DecodeError, UnsupportedCodec) as exc:
        raise type(exc)(f"{piece.tp}, offset {batch.source.base_offset}: {exc}") from exc
    offsets = np.asarray(columns.offsets)
    rows = np.flatnonzero((offsets >= piece.start) & (offsets < piece.next_offset))
    if not len(rows):
        return None
    return _record_batch(piece, batch.source.timestamp_type, columns, rows, headers)


def _record_batch(
    piece: FetchedRange, timestamp_type: TimestampType, columns: Columns, rows: Any, headers: bool
) -> pa.RecordBatch:
    data = pa.py_buffer(columns.data)
    count = len(rows)
    arrays = [
        gather(data, np.asarray(columns.key_starts)[rows], np.asarray(columns.key_lengths)[rows]),
        gather(data, np.asarray(columns.value_starts)[rows], np.asarray(columns.value_lengths)[rows]),
        pa.repeat(pa.scalar(piece.tp.topic, pa.string()), count),
        pa.repeat(pa.scalar(piece.tp.partition, pa.int32()), count),
        pa.array(np.asarray(columns.offsets)[rows]),
        pa.array(np.asarray(columns.timestamps)[rows] * _MICROSECONDS, pa.timestamp("us", tz="UTC")),
        pa.repeat(pa.scalar(int(timestamp_type), pa.int32()), count),
    ]
    schema = arrow_schema(headers=headers)
    if headers:
        arrays.append(_headers(columns, rows, schema.field("headers").type))
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def gather(data: pa.Buffer, starts: Any, lengths: Any) -> pa.Array:
    """A binary array of the slices of `data`, in order of their position; a length of -1 makes a null."""
    count = len(starts)
    null = lengths < 0
    edges = np.empty(2 * count + 1, np.int64)
    edges[0] = 0
    edges[1::2] = np.where(null, 0, starts)
    edges[2::2] = np.where(null, 0, starts + lengths)
    # A null's start means nothing: let it begin where its predecessor ends, since offsets must not decrease.
    np.maximum.accumulate(edges, out=edges)
    offsets = pa.py_buffer(edges.astype(np.int32))
    slices = pa.Array.from_buffers(pa.binary(), 2 * count, [None, offsets, data])
    return slices.take(pa.array(np.arange(1, 2 * count, 2), mask=null))


def _headers(columns: Columns, rows: Any, kind: pa.DataType) -> pa.Array:
    """Headers, decoded for records that have some; null for the others, as Spark's Kafka source has it."""
    counts = np.asarray(columns.header_counts)[rows]
    if not counts.any():
        return pa.nulls(len(rows), kind)
    values = [
        [{"key": name, "value": value} for name, value in columns.headers(row)] if count else None
        for row, count in zip(rows.tolist(), counts.tolist(), strict=True)
    ]
    return pa.array(values, kind)
