"""Reading the records of batches field by field for all of them at once, with numpy.

Only where each record begins has to be found one after the other: within a batch by a loop that jumps over runs of
records of one size (`find_starts`), or across many batches in lockstep, the first records of all, then the second ones
(`starts_in_lockstep`). Whatever is not as it should be is left to the careful reader, which explains.

A field costs about ten calls of numpy, each a microsecond before the first record and a nanosecond a record. So varints
are read by their width: of one byte or two by a table, up to four by shifts, and only longer ones in a loop. Questions
about all records are asked of `count_nonzero`, or of the array's bytes where it has one for each: `any` and `max` take
three times as long to begin.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from itertools import repeat
from types import ModuleType
from typing import Any

from kafkawire.errors import InvalidVarint, Truncated
from kafkawire.limits import Limits
from kafkawire.records.careful import MIN_RECORD_SIZE
from kafkawire.records.tables import SIGNED_1, SPAN
from kafkawire.varint import BytesLike, read_varint

__all__ = [
    "edges_of",
    "find_starts",
    "header_fields",
    "import_numpy",
    "numpy_at_hand",
    "parse_all",
    "read_varints",
    "starts_by_stride",
    "starts_in_lockstep",
]

IntArray = Any  # numpy.ndarray of int64
_RUN = 8  # records of one size in a row that make a run of them worth a look
_WINDOW = 1024  # records looked at for a run at once: what a look in vain may cost
_OUTSIDE = -(1 << 62)
_MOST_HEADERS = 255  # of a record: with more it is read by the loop


@cache
def import_numpy() -> ModuleType | None:
    """numpy, if it is installed."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def numpy_at_hand() -> Any:
    """numpy, if this process has it: importing it takes longer than reading many batches.

    None while another thread imports it, which would have to be waited for.
    """
    numpy = sys.modules.get("numpy")
    is_arriving = getattr(getattr(numpy, "__spec__", None), "_initializing", False)
    return None if numpy is None or is_arriving else import_numpy()


def edges_of(np: Any, buf: bytes, pos: int, end: int, count: int) -> tuple[IntArray, IntArray] | None:
    """Where each of the records that fill `buf[pos:end]` begins and ends; None if their sizes do not lead there."""
    starts = find_starts(buf, pos, end, count)
    if starts is None:
        return None
    edges = np.fromiter(starts, np.int64, count + 1)
    return edges[:-1], edges[1:]


def find_starts(buf: bytes, pos: int, end: int, count: int) -> list[int] | None:
    """Where each record begins, and `end`; None if the sizes do not lead there. What numpy cannot do."""
    starts = [pos]
    span, look = SPAN, _RUN
    while (left := count + 1 - len(starts)) > 0:
        try:
            starts += [pos := pos + span[buf[pos]][buf[pos + 1]] for _ in repeat(None, min(look, left))]
        except (IndexError, TypeError):  # a size of three bytes, mostly
            found = _starts_of_any(buf, starts[-1], min(look, left))
            if found is None:
                return None
            starts += found
        pos = starts[-1]
        size = pos - starts[-2]
        if size == starts[-2] - starts[-3:][0] and (n := _run_length(buf, pos, end, size, count + 1 - len(starts))):
            starts += range(pos + size, pos + n * size + 1, size)
            pos = starts[-1]
            look = _RUN
        else:
            look = min(2 * look, _WINDOW)
    return starts if pos == end else None


def _starts_of_any(buf: bytes, pos: int, count: int) -> list[int] | None:
    """Where each record after the one at `pos` begins, whatever their sizes; None for what is no size."""
    starts = []
    try:
        for _ in range(count):
            size, pos = read_varint(buf, pos)
            if size < 0:
                return None
            pos += size
            starts.append(pos)
    except (InvalidVarint, Truncated):
        return None
    return starts


def _run_length(buf: bytes, pos: int, end: int, stride: int, most: int) -> int:
    """How many records of one size follow: their size bytes are compared all at once by strided slices."""
    if stride < MIN_RECORD_SIZE:
        return 0
    n = min(most, (end - pos) // stride, _WINDOW)
    for at in range(5):
        byte = buf[pos - stride + at : pos - stride + at + 1]
        column = buf[pos + at : pos + n * stride : stride]
        if column != byte * n:
            n -= len(column.lstrip(byte))
        if byte < b"\x80":
            break
    return max(n, 0)


def starts_by_stride(np: Any, buf: BytesLike, first: IntArray, end: IntArray, counts: IntArray) -> IntArray | None:
    """Where each record of many batches begins, if all records of a batch are of one size; None if they are not.

    For batches of few records, from `first` to `end`, which hold `counts` of them, all above 0.
    """
    data = np.frombuffer(buf, dtype=np.uint8)
    try:
        size, after = read_varints(np, data, first, 5)
        stride = after + size - first
        if (first + stride * counts != end).any():
            return None
        number = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        starts = np.repeat(first, counts) + number * np.repeat(stride, counts)
        sizes, _ = read_varints(np, data, starts, 5)
    except _Doubt:
        return None
    return starts if (sizes == np.repeat(size, counts)).all() else None


def starts_in_lockstep(np: Any, buf: BytesLike, first: IntArray, counts: IntArray) -> IntArray | None:
    """Where each record of many batches begins: batch by batch, in order. None where a size is of three bytes or more.

    `first` is where the records of each batch begin, `counts` how many there are. In step k the k-th records of all
    batches that have as many are looked at together. Nothing is checked: sizes that are wrong lead to starts that are
    wrong, and `parse_all` finds that each record does not end where the next begins.
    """
    pairs = np.ndarray((len(buf) - 1,), "<u2", buf, 0, (1,))  # the two bytes at each position
    spans = _spans(np)
    order = np.argsort(-counts, kind="stable")
    widths = np.searchsorted(np.sort(-counts), -np.arange(counts.max()), side="left")
    # How many batches have a record number k: they stand first.
    pos = first[order]
    steps = []
    try:
        for width in widths.tolist():
            pos = pos[:width]
            steps.append(pos)
            pos = pos + spans[pairs[pos]]
    except IndexError:
        return None
    number = np.repeat(np.arange(len(steps)), widths)
    rank = np.arange(len(number)) - np.repeat(np.cumsum(widths) - widths, widths)
    starts = np.empty(len(number), np.int64)
    starts[(np.cumsum(counts) - counts)[order][rank] + number] = np.concatenate(steps)
    return starts


@cache
def _spans(np: Any) -> Any:
    """`SPAN` by two bytes as one number, the second byte the upper; far outside of any bytes where it has none."""
    return np.array([[_OUTSIDE if size is None else size for size in row] for row in SPAN], np.int64).T.ravel()


class _Doubt(Exception):
    """Something is not as it should be: to be read again by the loop that explains."""


def parse_all(np: Any, buf: BytesLike, start: IntArray, stop: IntArray, limits: Limits) -> Sequence[IntArray] | None:
    """Deltas of offset and time, key and value slices, first headers and their counts; None at the slightest doubt.

    `start` and `stop` say where each record lies in `buf`.
    """
    data = np.frombuffer(buf, dtype=np.uint8)
    try:
        size, pos = read_varints(np, data, start, 5)
        if np.count_nonzero(pos + size != stop) or np.count_nonzero(size < 0):
            return None
        timestamp, pos = read_varints(np, data, pos + 1, 10)
        offset, pos = read_varints(np, data, pos, 5)
        key_length, key_start = read_varints(np, data, pos, 5)
        pos = _skip(np, key_start, key_length, -1)
        value_length, value_start = read_varints(np, data, pos, 5)
        pos = _skip(np, value_start, value_length, -1)
        headers, pos = read_varints(np, data, pos, 5)
        if np.count_nonzero(headers.view(np.uint64) > limits.max_headers_per_record):  # a negative one, too
            return None
        after = _after_headers(np, data, pos, headers, stop) if np.count_nonzero(headers) else pos
        if np.count_nonzero(after != stop):  # each field began behind the one before, so all lie in the record
            return None
    except _Doubt:
        return None
    return offset, timestamp, key_start, key_length, value_start, value_length, pos, headers


def read_varints(np: Any, data: Any, pos: Any, most: int) -> tuple[Any, Any]:
    """The zigzag varints at many positions, of up to `most` bytes: values and positions after them.

    A position behind the data gives something, and a position after it that is behind the data, too.
    """
    short, pairs, widths = _tables(np)
    first = data.take(pos, mode="clip")
    if first.tobytes().isascii():
        return short.take(first), pos + 1
    pair = np.left_shift(data.take(pos + 1, mode="clip"), 8, dtype=np.int64)
    pair |= first
    width = widths.take(pair)
    if b"\3" not in width.tobytes():
        return pairs.take(pair), pos + width
    return _read_wider(np, data, pos, pair, most)


@cache
def _tables(np: Any) -> tuple[Any, Any, Any]:
    """Values by the one byte of a varint; values and widths by its first two bytes, the second one the upper.

    A width of 3 says that it goes on.
    """
    short = np.array(SIGNED_1[:128], np.int64)
    pair = np.arange(1 << 16)
    first, second = pair & 0xFF, pair >> 8
    raw = np.where(first < 0x80, first, first & 0x7F | second << 7)
    widths = 1 + (first > 0x7F) + (pair & 0x8080 == 0x8080)
    return short, (raw >> 1) ^ -(raw & 1), widths.astype(np.int8)


def _read_wider(np: Any, data: Any, pos: Any, pair: Any, most: int) -> tuple[Any, Any]:
    """What `read_varints` gives, where some have three bytes or more. `pair` holds the first two of each."""
    raw = np.left_shift(data.take(pos + 2, mode="clip"), 16, dtype=np.int64)
    raw |= pair
    raw |= np.left_shift(data.take(pos + 3, mode="clip"), 24, dtype=np.int64)
    last = ~raw & 0x80808080
    last &= -last  # the lowest of the top bits that are not set: that of the last byte
    if not last.all():
        return _read_widest(np, data, pos, most)
    raw &= last - 1
    raw = raw & 0x7F | raw >> 1 & 0x3F80 | raw >> 2 & 0x1FC000 | raw >> 3 & 0xFE00000
    return (raw >> 1) ^ -(raw & 1), pos + 1 + (last > 0x80) + (last > 0x8000) + (last > 0x800000)


def _read_widest(np: Any, data: Any, pos: Any, most: int) -> tuple[Any, Any]:
    """What `read_varints` gives, where some have five bytes or more."""
    raw = np.zeros(len(pos), np.uint64)
    going = np.ones(len(pos), bool)
    pos = pos.copy()
    for shift in range(0, 7 * most, 7):
        byte = data.take(pos, mode="clip")
        raw[going] |= (byte[going] & 0x7F).astype(np.uint64) << np.uint64(shift)
        pos += going
        going &= byte > 0x7F
        if not going.any():
            break
    else:
        raise _Doubt
    if most == 5:
        raw &= np.uint64(0xFFFFFFFF)
    return (raw >> np.uint64(1)).astype(np.int64) ^ -(raw & np.uint64(1)).astype(np.int64), pos


def _skip(np: Any, pos: Any, length: Any, least: int) -> Any:
    """Positions after blobs of these lengths, whether or not there are as many bytes."""
    if not np.count_nonzero(length < 0):
        return pos + length
    if np.count_nonzero(length < least):
        raise _Doubt
    return pos + np.maximum(length, 0)


def _after_headers(np: Any, data: Any, pos: Any, count: Any, stop: Any) -> Any:
    """Positions after the headers: first header of all records that have one, then second of all that have two ..."""
    pos = pos.copy()
    most = int(count.max())
    if most > _MOST_HEADERS:
        raise _Doubt
    for number in range(most):
        those = np.flatnonzero(count > number)
        length, start = read_varints(np, data, pos[those], 5)
        after = _skip(np, start, length, 0)
        if np.count_nonzero(after > stop[those]):
            raise _Doubt
        _ensure_text(np, data, start, length)
        length, start = read_varints(np, data, after, 5)
        pos[those] = _skip(np, start, length, -1)
    return pos


def _ensure_text(np: Any, data: Any, start: IntArray, length: IntArray) -> None:
    """All names are UTF-8: nearly always they are ASCII, which can be seen at once."""
    longest = int(length.max())
    if not longest:
        return
    if length.min() == longest:  # a copy of each name is quicker than to gather bytes
        names = np.ndarray((len(data) - longest + 1, longest), np.uint8, data, 0, (1, 1))[start]
    else:
        names = data[np.repeat(start - (np.cumsum(length) - length), length) + np.arange(length.sum())]
    if names.tobytes().isascii():
        return
    for name in {data[a : a + n].tobytes() for a, n in zip(start.tolist(), length.tolist(), strict=True)}:
        try:
            name.decode()
        except UnicodeDecodeError:
            raise _Doubt from None


def header_fields(
    np: Any, buf: BytesLike, pos: IntArray, count: IntArray
) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Starts and lengths of the names and values of all headers, record by record; a length of -1 is a null value.

    `pos` and `count` come from `parse_all`, which has looked at them.
    """
    data = np.frombuffer(buf, dtype=np.uint8)
    first = np.cumsum(count) - count
    fields = np.empty((4, int(count.sum())), np.int64)
    pos = pos.copy()
    for number in range(int(count.max(initial=0))):
        those = np.nonzero(count > number)[0]
        length, start = read_varints(np, data, pos[those], 5)
        value_length, value_start = read_varints(np, data, start + length, 5)
        fields[:, first[those] + number] = start, length, value_start, value_length
        pos[those] = value_start + np.maximum(value_length, 0)
    names_start, names_length, values_start, values_length = fields
    return names_start, names_length, values_start, values_length
