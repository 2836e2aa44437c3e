"""The columns of many batches at once: what `Columns` is for one, without the overhead that each small batch has.

A producer's batches hold 16 KB by default, a hundred records or so, and numpy's overhead would be paid for each. Here
the bodies of many batches become one buffer, the starts of their records are found in lockstep, and each field is read
for all records of all batches in one go. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from operator import attrgetter, is_
from typing import NamedTuple

import numpy as np

from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.records._vectors import find_starts, header_fields, parse_all, starts_by_stride, starts_in_lockstep
from kafkawire.records.batch import LOG_APPEND_TIME_BIT, BytesLike, RecordBatch
from kafkawire.records.columns import Columns, IntArray

__all__ = ["Body", "columns_of_bodies", "header_columns", "open_batch"]

_FIELDS = attrgetter("record_count", "base_offset", "attributes", "base_timestamp", "max_timestamp")
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
    batches, *pieces = zip(*bodies, strict=True)
    data, first, end = _join(*pieces)
    counts, base_offsets, attributes, base, latest = np.array(list(map(_FIELDS, batches)), np.int64).T
    start = _starts(data, first, end, counts)
    if start is None:
        return None
    ends = np.cumsum(counts)
    stop = np.append(start[1:], 0)
    stop[ends[counts > 0] - 1] = end[counts > 0]
    arrays = parse_all(np, data, start, stop, limits)
    if arrays is None:
        return None
    offsets = arrays[0] + np.repeat(base_offsets, counts)
    return Columns(data, (offsets, _timestamps(attributes, base, latest, arrays[1], counts), *arrays[2:]))


def header_columns(columns: Columns) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Starts and lengths of the names, and of the values, of all headers in order; a length of -1 is a null value.

    Record i has `columns.header_counts[i]` of them.
    """
    return header_fields(np, columns.data, np.asarray(columns.header_starts), np.asarray(columns.header_counts))


def _join(data: Sequence[BytesLike], start: Sequence[int], end: Sequence[int]) -> tuple[BytesLike, IntArray, IntArray]:
    """One buffer, and where the records of each batch begin and end in it."""
    if all(map(is_, data, repeat(data[0]))):  # not compressed: the bytes that came are the buffer
        return data[0], np.array(start, np.int64), np.array(end, np.int64)
    ends = np.cumsum(np.array(end, np.int64) - np.array(start, np.int64))
    parts = [memoryview(body)[begin:stop] for body, begin, stop in zip(data, start, end, strict=True)]
    return b"".join(parts), np.append(0, ends[:-1]), ends


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


def _timestamps(attributes: IntArray, base: IntArray, latest: IntArray, deltas: IntArray, counts: IntArray) -> IntArray:
    """Those of the producer, or for a batch with the time of its append that one."""
    by_broker = attributes & LOG_APPEND_TIME_BIT > 0
    times = np.repeat(np.where(by_broker, latest, base), counts)
    if not by_broker.any():
        return times + deltas
    return times + np.where(np.repeat(by_broker, counts), 0, deltas)
