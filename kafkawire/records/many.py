"""The columns of many batches at once: what `Columns` is for one, without the overhead that each small batch has.

A producer's batches hold 16 KB by default, a hundred records or so, and numpy's overhead would be paid for each, as
would Python's for an object. Here headers are arrays, the bodies of many batches become one buffer, the starts of their
records are found in lockstep, and each field is read for all records of all batches in one go. Needs numpy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from kafkawire.compression import decompress
from kafkawire.errors import DecodeError, UnsupportedCodec
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.records.careful import MIN_RECORD_SIZE
from kafkawire.records.columns import Columns, IntArray
from kafkawire.records.decode import records_at
from kafkawire.records.header import (
    CODEC_MASK,
    CRC_START,
    FIELDS,
    HEADER_SIZE,
    LOG_APPEND_TIME_BIT,
    LOG_OVERHEAD,
    TYPE_CODES,
    crc32c_function,
)
from kafkawire.records.header_shapes import HeaderReader
from kafkawire.records.record import Record
from kafkawire.records.vectors import find_starts, header_fields, parse_all, starts_by_stride, starts_in_lockstep
from kafkawire.varint import BytesLike

__all__ = ["Run", "header_columns", "read_objects", "read_together"]

_HEADER = np.dtype([(name, f">{TYPE_CODES[kind]}") for name, kind in FIELDS])
_BODY = HEADER_SIZE - CRC_START  # where the records begin in what the checksum covers
_LOCKSTEP = 24  # batches in parallel, on average, from which on numpy is quicker than the loop
_NO_LIMIT = 2**63
_OBJECTS_FROM = 1 << 20  # bytes that are read together for objects: their arrays and numbers are in memory beside them

Headers = Any  # numpy.ndarray of _HEADER


class Run(NamedTuple):
    """Batches read together: those from `first` up to, and without, `last`.

    `columns` is None where one of them is not as it should be: `RecordBatch.columns` of that one raises what it is.
    `types` says for each record who set its timestamp, as `TimestampType` does, `ends` where it ends in the data.
    """

    first: int
    last: int
    columns: Columns | None
    types: IntArray
    ends: IntArray


def read_together(
    data: BytesLike,
    positions: Sequence[int],
    limits: Limits = DEFAULT_LIMITS,
    *,
    check_crc: bool = True,
    most: int = _NO_LIMIT,
    copied: bool = False,
) -> Iterator[Run]:
    """The records of the batches of format 2 at `positions`, in order; whole batches are there (`find_plain`).

    A run ends when its records take `most` bytes, or at a batch that cannot be opened, which is a run by itself.
    With `copied` the bytes that its columns point into are always `bytes` that hold no more than its records.
    """
    if not positions:
        return
    starts = np.array(positions, np.int64)
    headers = sliding_window_view(np.frombuffer(data, np.uint8), HEADER_SIZE)[starts].view(_HEADER)[:, 0]
    for first, last, bodies in _open(memoryview(data), positions, headers, limits, check_crc, most):
        those = headers[first:last]
        types = (those["attributes"] & LOG_APPEND_TIME_BIT > 0).astype(np.int32)
        found = None if bodies is None else _read(None if copied else data, starts[first:last], those, bodies, limits)
        if found is None:
            yield Run(first, last, None, types[:0], types[:0])
        else:
            yield Run(first, last, found[0], np.repeat(types, those["record_count"]), found[1])


def read_objects(data: BytesLike, positions: Sequence[int], limits: Limits, *, check_crc: bool) -> Iterator[Record]:
    """The records of the batches at `positions` as objects, in order.

    They end before batches that are not as they should be, which say what it is when they are read one by one.
    """
    copied = not isinstance(data, bytes)
    for run in read_together(data, positions, limits, check_crc=check_crc, most=_OBJECTS_FROM, copied=copied):
        if run.columns is None:
            return
        offsets, *columns = run.columns.arrays
        read_headers = HeaderReader(len(offsets)).read
        yield from records_at(np, bytes(run.columns.data), run.ends, offsets.tolist(), columns, read_headers)


def _open(
    data: memoryview, positions: Sequence[int], headers: Headers, limits: Limits, check_crc: bool, most: int
) -> Iterator[tuple[int, int, list[BytesLike] | None]]:
    """Batches as for `Run`, checked and decompressed."""
    bodies: list[BytesLike] = []
    first = size = 0
    fields = (headers[name].tolist() for name in ("batch_length", "crc", "attributes", "record_count"))
    for number, (at, length, crc, attributes, count) in enumerate(zip(positions, *fields, strict=True)):
        checked = data[at + CRC_START : at + LOG_OVERHEAD + length]
        body = _body(checked, crc if check_crc else None, attributes & CODEC_MASK, count, limits)
        if body is not None:
            bodies.append(body)
            size += len(body)
            if size < most:
                continue
        if bodies:
            yield first, first + len(bodies), bodies
        if body is None:
            yield number, number + 1, None
        bodies, first, size = [], number + 1, 0
    if bodies:
        yield first, first + len(bodies), bodies


def _body(checked: memoryview, crc: int | None, codec: int, count: int, limits: Limits) -> BytesLike | None:
    """The records of one batch, decompressed; None if that is not possible, or the checksum does not fit."""
    if crc is not None and crc32c_function()(checked) != crc:
        return None
    body = checked[_BODY:]
    if not codec or not count:
        return body if count else b""
    try:
        return decompress(codec, body, limits.max_decompressed_size)
    except (DecodeError, UnsupportedCodec):
        return None


def _read(
    data: BytesLike | None, positions: IntArray, headers: Headers, bodies: Sequence[BytesLike], limits: Limits
) -> tuple[Columns, IntArray] | None:
    """The records of all batches, as arrays over one buffer, and their ends; None if one is not as it should be.

    The buffer is `data`, which the positions are in, or without it a new one.
    """
    counts, base_offsets = headers["record_count"].astype(np.int64), headers["base_offset"].astype(np.int64)
    sizes = np.fromiter(map(len, bodies), np.int64, len(bodies))
    if (counts < 0).any() or (counts > np.minimum(sizes // MIN_RECORD_SIZE, limits.max_records_per_batch)).any():
        return None
    if data is None or (headers["attributes"] & CODEC_MASK).any():
        data, first = b"".join(bodies), np.cumsum(sizes) - sizes
    else:  # the bytes that came are the buffer
        first = positions + HEADER_SIZE
    end = first + sizes
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
    return Columns(data, (offsets, _timestamps(headers, arrays[1], counts), *arrays[2:])), stop


def header_columns(columns: Columns) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Starts and lengths of the names, and of the values, of all headers in order; a length of -1 is a null value.

    Record i has `columns.header_counts[i]` of them.
    """
    return header_fields(np, columns.data, np.asarray(columns.header_starts), np.asarray(columns.header_counts))


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
        found = find_starts(data, a, b, count)
        if found is None:
            return None
        starts += found[:-1]
    return np.array(starts, np.int64)


def _timestamps(headers: Headers, deltas: IntArray, counts: IntArray) -> IntArray:
    """The producer's timestamps, or for a batch with the time of its append that one."""
    by_broker = headers["attributes"] & LOG_APPEND_TIME_BIT > 0
    times = np.repeat(np.where(by_broker, headers["max_timestamp"], headers["base_timestamp"]), counts)
    if not by_broker.any():
        return times + deltas
    return times + np.where(np.repeat(by_broker, counts), 0, deltas)
