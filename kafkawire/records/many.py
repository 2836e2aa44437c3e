"""The columns of many batches at once: what `Columns` is for one, without the overhead that each small batch has.

A producer's batches hold 16 KB by default, a hundred records or so, and numpy's overhead would be paid for each. Here
the bodies of many batches become one buffer, the starts of their records are found in lockstep, and each field is read
for all records of all batches in one go. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.records._vectors import find_starts, header_fields, parse_all, starts_by_stride, starts_in_lockstep
from kafkawire.records.batch import LOG_APPEND_TIME_BIT, BytesLike, RecordBatch
from kafkawire.records.columns import Columns, IntArray

__all__ = ["Body", "columns_of_bodies", "header_columns", "open_batch"]

_LOCKSTEP = 24  # batches in parallel, on average, from which on numpy is quicker than the loop


class Body(NamedTuple):
    """A batch whose checksum fits, and where its records are: decompressed, in `data` from `start` to `end`."""

    batch: RecordBatch
    data: BytesLike
    start: int
    end: int


def open_batch(batch: RecordBatch) -> Body:
    """Check and decompress a batch. Raises as `RecordBatch.records` does for what is wrong with it as a whole."""
    return Body(batch, *batch.body_in_place())


def columns_of_bodies(bodies: Sequence[Body], limits: Limits = DEFAULT_LIMITS) -> Columns | None:
    """The records of all batches, in order, as arrays over one buffer.

    None if a record is not as it should be: then `RecordBatch.columns` of one of the batches raises what it is. The
    number of records of each batch is its `record_count`.
    """
    data, first, end = _join(bodies)
    counts = np.array([body.batch.record_count for body in bodies], np.int64)
    start = _starts(data, first, end, counts)
    if start is None:
        return None
    ends = np.cumsum(counts)
    stop = np.append(start[1:], 0)
    stop[ends[counts > 0] - 1] = end[counts > 0]
    arrays = parse_all(np, data, start, stop, limits)
    if arrays is None:
        return None
    offsets = arrays[0] + np.repeat(_column(bodies, "base_offset"), counts)
    return Columns(data, (offsets, _timestamps(bodies, arrays[1], counts), *arrays[2:]))


def header_columns(columns: Columns) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Starts and lengths of the names, and of the values, of all headers in order; a length of -1 is a null value.

    Record i has `columns.header_counts[i]` of them.
    """
    return header_fields(np, columns.data, np.asarray(columns.header_starts), np.asarray(columns.header_counts))


def _join(bodies: Sequence[Body]) -> tuple[BytesLike, IntArray, IntArray]:
    """One buffer, and where the records of each batch begin and end in it."""
    if all(body.data is bodies[0].data for body in bodies):  # not compressed: the bytes that came are the buffer
        return bodies[0].data, _numbers(body.start for body in bodies), _numbers(body.end for body in bodies)
    end = np.cumsum(_numbers(body.end - body.start for body in bodies))
    parts = [memoryview(body.data)[body.start : body.end] for body in bodies]
    return b"".join(parts), np.append(0, end[:-1]), end


def _numbers(values: Any) -> IntArray:
    return np.fromiter(values, np.int64)


def _column(bodies: Sequence[Body], name: str) -> IntArray:
    return np.array([getattr(body.batch, name) for body in bodies], np.int64)


def _starts(data: BytesLike, first: IntArray, end: IntArray, counts: IntArray) -> IntArray | None:
    total = int(counts.sum())
    if total == 0:
        return np.empty(0, np.int64)
    if total // int(counts.max()) >= _LOCKSTEP:
        start = starts_by_stride(np, data, first, end, counts) if counts.min() else None
        if start is None:
            start = starts_in_lockstep(np, data, first, counts)
        if start is not None:
            return start
    starts: list[int] = []
    data = bytes(data)
    for a, b, count in zip(first.tolist(), end.tolist(), counts.tolist(), strict=True):
        found = find_starts(data, a, b, count) if count else []
        if found is None:
            return None
        starts += found
    return np.array(starts, np.int64)


def _timestamps(bodies: Sequence[Body], deltas: IntArray, counts: IntArray) -> IntArray:
    """Those of the producer, or for a batch with the time of its append that one."""
    by_broker = np.array([body.batch.attributes & LOG_APPEND_TIME_BIT > 0 for body in bodies])
    times = np.repeat(np.where(by_broker, _column(bodies, "max_timestamp"), _column(bodies, "base_timestamp")), counts)
    if not by_broker.any():
        return times + deltas
    return times + np.where(np.repeat(by_broker, counts), 0, deltas)
