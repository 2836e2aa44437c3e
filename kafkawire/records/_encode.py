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
from itertools import chain, pairwise
from typing import Any

from kafkawire.errors import ValueOutOfRange
from kafkawire.records._tables import SEQUENCE_1, SEQUENCE_2_HIGH, SEQUENCE_2_LOW
from kafkawire.records.record import Header
from kafkawire.varint import write_varint, write_varlong

__all__ = ["encode_columns", "headers_size"]

_NULL = write_varint(-1)
_MOST_KEPT = 1 << 14
_FEW = 8  # records that are not worth the quicker way's preparation

BytesLike = bytes | bytearray | memoryview


class _Varints(dict[int, bytes]):
    """varint encodings; those of small numbers are kept."""

    def __missing__(self, value: int) -> bytes:
        raw = write_varint(value)
        if -1 <= value < _MOST_KEPT:
            self[value] = raw
        return raw


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


_VARINTS = _Varints()
_NAMES = _Names()


def headers_size(headers: Sequence[Header]) -> int:
    """Bytes that headers take in a record, their count included."""
    return len(_encode_headers(headers))


def _encode_headers(headers: Sequence[Header]) -> bytes:
    if not headers:
        return b"\0"
    parts: list[BytesLike] = [_VARINTS[len(headers)]]
    for name, value in headers:
        if value is None:
            parts += (_NAMES[name], _NULL)
        else:
            parts += (_NAMES[name], _VARINTS[len(value)], value)
    return b"".join(parts)


def encode_columns(
    deltas: Sequence[int],
    timestamps: Sequence[int],
    keys: Sequence[bytes | None],
    values: Sequence[bytes | None],
    headers: Sequence[Sequence[Header]] | None,
    base_timestamp: int,
) -> BytesLike:
    """Encode records given as columns of equal length; `headers` is None if no record has any.

    `deltas` are offset deltas, a `range` if they are consecutive. Raises `ValueOutOfRange`.
    """
    try:
        if headers is None and isinstance(deltas, range) and len(deltas) >= _FEW and deltas.step == 1:
            # None has no length, so a null key or value ends this try
            key_size, value_size = len(keys[0]), len(values[0])  # type: ignore[arg-type]
            if deltas[0] >= 0 and _all_of_size(keys, key_size) and _all_of_size(values, value_size):
                out = _encode_alike(deltas, timestamps, keys, values, key_size, value_size, base_timestamp)
                if out is not None:
                    return out
    except TypeError:
        pass
    try:
        return _encode_any(deltas, timestamps, keys, values, headers, base_timestamp)
    except (TypeError, ValueError) as exc:
        raise ValueOutOfRange(f"a record cannot be written: {exc}") from exc


def _all_of_size(blobs: Sequence[Any], size: int) -> bool:
    return list(map(len, blobs)).count(size) == len(blobs)


# ---------------------------------------------------------------------------------------------------------- all alike

_CHUNK = 50  # records that one Struct packs
_TIMES_1: Any = list(range(0, 128, 2))
_TIMES_2: Any = [None] * 64 + list(struct.unpack(">8128H", bytes(chain(*zip(SEQUENCE_2_LOW, SEQUENCE_2_HIGH, strict=True)))))
"""The varints of 64 ... 8191 as big-endian numbers; what is no two-byte varint is None and cannot be packed."""


@lru_cache(maxsize=64)
def _structs(lead: int, width: int, gap: int, key_size: int, middle: int, value_size: int) -> tuple[Any, Any]:
    """Structs that pack timestamp delta, key and value of many records and of one, with zeros for all the rest."""
    one = f"{lead}x{'BH'[width - 1]}{gap}x{key_size}s{middle}x{value_size}sx"
    return struct.Struct(">" + _CHUNK * one).pack_into, struct.Struct(">" + one).pack_into


def _encode_alike(
    deltas: range,
    timestamps: Sequence[int],
    keys: Sequence[Any],
    values: Sequence[Any],
    key_size: int,
    value_size: int,
    base_timestamp: int,
) -> bytearray | None:
    """Records of one key size and one value size with consecutive offsets; None where this way does not apply.

    They are cut into stretches within which offset deltas have one width and timestamp deltas, too. There all records
    have one size and their fields lie a fixed stride apart: one `Struct` packs the contents of many records, and the
    lengths and offset deltas, zero until then, are filled in by one strided assignment for each of their bytes.
    """
    if min(timestamps) < base_timestamp or deltas[-1] >= 8192:
        return None
    key_length, value_length = _VARINTS[key_size], _VARINTS[value_size]
    contents = len(key_length) + key_size + len(value_length) + value_size
    out = bytearray()
    for start, stop in _stretches(deltas, timestamps, base_timestamp):
        delta, count = deltas[start], stop - start
        width = 1 if delta < 64 else 2
        table = _TIMES_1 if timestamps[start] - base_timestamp < 64 else _TIMES_2
        time_width = 1 if table is _TIMES_1 else 2
        size = _VARINTS[1 + time_width + width + contents + 1]
        stride = len(size) + 1 + time_width + width + contents + 1
        shape = (len(size) + 1, time_width, width + len(key_length), key_size, len(value_length), value_size)
        fields: list[Any] = [None] * (3 * count)
        try:
            fields[0::3] = [table[timestamp - base_timestamp] for timestamp in timestamps[start:stop]]
            fields[1::3] = keys[start:stop]
            fields[2::3] = values[start:stop]
            part = _pack(fields, count, stride, shape)
        except (IndexError, struct.error):  # timestamps out of order, or keys and values that are not bytes
            return None
        at = len(size) + 1 + time_width
        if width == 1:
            part[at::stride] = SEQUENCE_1[delta : delta + count]
        else:
            part[at::stride] = SEQUENCE_2_LOW[delta - 64 : delta - 64 + count]
            part[at + 1 :: stride] = SEQUENCE_2_HIGH[delta - 64 : delta - 64 + count]
        at += width
        for place, raw in ((0, size), (at, key_length), (at + len(key_length) + key_size, value_length)):
            for byte in range(len(raw)):
                part[place + byte :: stride] = raw[byte : byte + 1] * count
        out = out + part if out else part
    return out


def _stretches(deltas: range, timestamps: Sequence[int], base: int) -> Iterator[tuple[int, int]]:
    """Cut where offset deltas get two bytes wide and where timestamp deltas do, if the timestamps are in order."""
    cuts = {0, len(deltas), min(max(64 - deltas[0], 0), len(deltas)), bisect_left(timestamps, base + 64)}
    return pairwise(sorted(cuts))


def _pack(fields: list[Any], count: int, stride: int, shape: tuple[int, ...]) -> bytearray:
    many, one = _structs(*shape)
    out = bytearray(count * stride)
    whole = count - count % _CHUNK
    for done in range(0, whole, _CHUNK):
        many(out, done * stride, *fields[3 * done : 3 * (done + _CHUNK)])
    for done in range(whole, count):
        one(out, done * stride, *fields[3 * done : 3 * done + 3])
    return out


# -------------------------------------------------------------------------------------------------------- of any shape


class _Times(dict[int, bytes]):
    """Attributes and timestamp delta, by timestamp: in a batch they repeat."""

    def __init__(self, base: int) -> None:
        self.base = base

    def __missing__(self, timestamp: int) -> bytes:
        raw = self[timestamp] = b"\0" + write_varlong(timestamp - self.base)
        return raw


def _encode_any(
    deltas: Sequence[int],
    timestamps: Sequence[int],
    keys: Sequence[bytes | None],
    values: Sequence[bytes | None],
    headers: Sequence[Sequence[Header]] | None,
    base_timestamp: int,
) -> bytes:
    """Records of any shape. Eight pieces each: size, attributes and time, offset, key, value, headers."""
    varint = _VARINTS.__getitem__
    key_lengths, keys = _blobs(keys)
    value_lengths, values = _blobs(values)
    times = list(map(_Times(base_timestamp).__getitem__, timestamps))
    offsets = list(map(varint, deltas))
    tails: Sequence[bytes] = [b"\0"] * len(times) if headers is None else list(map(_encode_headers, headers))
    sizes = [
        sum(record)
        for record in zip(
            map(len, times),
            map(len, offsets),
            map(len, key_lengths),
            map(len, keys),
            map(len, value_lengths),
            map(len, values),
            map(len, tails),
            strict=True,
        )
    ]
    pieces: list[Any] = [None] * (8 * len(times))
    pieces[0::8] = map(varint, sizes)
    pieces[1::8] = times
    pieces[2::8] = offsets
    pieces[3::8] = key_lengths
    pieces[4::8] = keys
    pieces[5::8] = value_lengths
    pieces[6::8] = values
    pieces[7::8] = tails
    out = b"".join(pieces)
    # a memoryview of wider items has another length than bytes; nothing else can differ here
    if len(out) != sum(sizes) + sum(map(len, pieces[0::8])):
        raise ValueOutOfRange("keys, values and header values must be bytes")
    return out


def _blobs(blobs: Sequence[bytes | None]) -> tuple[list[bytes], Sequence[bytes]]:
    """Encoded lengths of keys or values, and these with b"" for None."""
    try:
        return list(map(_VARINTS.__getitem__, map(len, blobs))), blobs  # type: ignore[arg-type, return-value]
    except TypeError:
        lengths = [_NULL if blob is None else _VARINTS[len(blob)] for blob in blobs]
        return lengths, [b"" if blob is None else blob for blob in blobs]
