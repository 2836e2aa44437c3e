"""Records of format 2, from columns of values to the bytes between header and end of a batch.

Everything is done column by column with `map`, slices and one `join`, because a loop of bytecode over each record costs
several times as much. Two ways: `_encode_alike` for consecutive offsets and keys and values of one size each (whatever
the timestamps are), and `_encode_any` for the rest. They give the same bytes.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise, repeat
from typing import Any

from kafkawire.errors import ValueOutOfRange
from kafkawire.records.record import Header
from kafkawire.records.tables import SEQUENCE_1, SEQUENCE_2_HIGH, SEQUENCE_2_LOW
from kafkawire.varint import BytesLike, write_varint, write_varlong

__all__ = ["encode_columns", "encode_headers", "headers_size"]

_NULL = write_varint(-1)
_MOST_KEPT = 1 << 14
_FEW = 24  # records that are not worth the quicker way's preparation


class _Varints(dict[int, bytes]):
    """varint encodings; those of small numbers are kept."""

    def __missing__(self, value: int) -> bytes:
        raw = write_varint(value)
        if -1 <= value < _MOST_KEPT:
            self[value] = raw
        return raw


_VARINTS = _Varints()
_NAMES: dict[str, bytes] = {}


def _name(name: str) -> bytes:
    """A header name with its length before it; a bounded number of short ones is kept."""
    raw = _NAMES.get(name)
    if raw is None:
        try:
            raw = name.encode()
        except (UnicodeEncodeError, AttributeError) as exc:
            raise ValueOutOfRange(f"a header name must be text that UTF-8 can hold, not {name!r}") from exc
        raw = write_varint(len(raw)) + raw
        if len(_NAMES) < 1024 and len(raw) <= 64:
            _NAMES[name] = raw
    return raw


def headers_size(headers: Sequence[Header]) -> int:
    """Bytes that headers take in a record, their count included."""
    return len(encode_headers(headers))


def encode_headers(headers: Sequence[Header]) -> bytes:
    """Headers as a record has them: their count, and each of them."""
    parts: list[BytesLike] = [_VARINTS[len(headers)]]
    for name, value in headers:
        if value is None:
            parts += (_name(name), _NULL)
        else:
            parts += (_name(name), _VARINTS[len(value)], value)
    return b"".join(parts)


def encode_columns(
    deltas: Sequence[int],
    timestamps: Sequence[int],
    keys: Sequence[bytes | None],
    values: Sequence[bytes | None],
    headers: Sequence[Sequence[Header]] | None,
    base_timestamp: int,
) -> list[BytesLike]:
    """Encode records given as columns of equal length, into parts to be joined; `headers` is None if none has any.

    `deltas` are offset deltas, a `range` if they are consecutive. Raises `ValueOutOfRange`.
    """
    try:
        if isinstance(deltas, range) and len(deltas) >= _FEW and deltas[0] >= 0 and deltas[-1] < _LIMIT:
            blobs = _equal_blobs(keys, values, headers)
            if blobs is not None and min(timestamps) >= base_timestamp:
                parts = _encode_alike(deltas, timestamps, *blobs, base_timestamp)
                if parts is not None:
                    return parts
        return [_encode_any(deltas, timestamps, keys, values, headers, base_timestamp)]
    except (TypeError, ValueError) as exc:
        raise ValueOutOfRange(f"a record cannot be written: {exc}") from exc


# ---------------------------------------------------------------------------------------------------------- all alike

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
        before = _VARINTS[len(headers[0])]
        for pairs in zip(*headers, strict=True):
            names, header_values = zip(*pairs, strict=True)
            if names.count(names[0]) != len(names):
                return None
            blobs.append((before + _name(names[0]), header_values))
            before = b""
    fixed: list[bytes] = [b""]
    sizes: list[int] = []
    columns: list[Sequence[Any]] = []
    for before, contents in blobs:
        size = _common_size(contents)
        if size is None:
            return None
        fixed[-1] += before + _VARINTS[size]
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
        size = _VARINTS[1 + time_width + width + contents]
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


# -------------------------------------------------------------------------------------------------------- of any shape

_SMALL = [write_varint(number) for number in range(64)] + list(
    map(bytes, zip(SEQUENCE_2_LOW, SEQUENCE_2_HIGH, strict=True))
)
"""varints of the numbers below 8192"""
_LIMIT = len(_SMALL)


def _encode_any(
    deltas: Sequence[int],
    timestamps: Sequence[int],
    keys: Sequence[Any],
    values: Sequence[Any],
    headers: Sequence[Sequence[Header]] | None,
    base_timestamp: int,
) -> bytes:
    """Records of any shape: eight pieces each, joined at the end. Hot: calls would cost more than they explain."""
    small = _SMALL
    varints = _VARINTS
    times: dict[int, bytes] = {}  # attributes and timestamp delta, by timestamp: in a batch they repeat
    known_time = times.get
    pieces: list[Any] = []
    total = 0
    for delta, timestamp, key, value, some in zip(
        deltas, timestamps, keys, values, repeat(()) if headers is None else headers, strict=headers is not None
    ):
        time = known_time(timestamp)
        if time is None:
            time = times[timestamp] = b"\0" + write_varlong(timestamp - base_timestamp)
        offset = small[delta] if 0 <= delta < _LIMIT else varints[delta]
        size = len(time) + len(offset)
        if key is None:
            key, key_length = b"", _NULL
        else:
            length = len(key)
            size += length
            key_length = small[length] if length < _LIMIT else varints[length]
        if value is None:
            value, value_length = b"", _NULL
        else:
            length = len(value)
            size += length
            value_length = small[length] if length < _LIMIT else varints[length]
        size += len(key_length) + len(value_length)
        if some:
            tail = encode_headers(some)
            size += len(tail)
        else:
            tail = b"\0"
            size += 1
        total += size
        pieces += (
            small[size] if size < _LIMIT else varints[size],
            time,
            offset,
            key_length,
            key,
            value_length,
            value,
            tail,
        )
    out = b"".join(pieces)
    # a memoryview of wider items has another length than bytes; nothing else can differ here
    if len(out) != total + sum(map(len, pieces[0::8])):
        raise ValueOutOfRange("keys, values and header values must be bytes")
    return out
