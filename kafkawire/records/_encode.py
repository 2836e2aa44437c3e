"""Records of format 2, from columns of values to the bytes between header and end of a batch.

Everything is done column by column with `map`, slices and one `join`, because a loop of bytecode over each record costs
several times as much. Two ways: `_encode_alike` for consecutive offsets and keys and values of one size each (whatever
the timestamps are), and `_encode_any` for the rest. They give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
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


class _Heads(dict[int, bytes]):
    """What comes before the key, by timestamp; with zeros where the offset delta goes."""

    def __init__(self, base_timestamp: int, offset_width: int, key_size: int, value_size: int) -> None:
        key_length = _VARINTS[key_size]
        self.base = base_timestamp
        self.tail = bytes(offset_width) + key_length
        # without the timestamp: attributes, offset delta, key, value, header count
        self.size = 1 + offset_width + len(key_length) + key_size + len(_VARINTS[value_size]) + value_size + 1

    def __missing__(self, timestamp: int) -> bytes:
        delta = write_varlong(timestamp - self.base)
        head = self[timestamp] = b"%b\0%b%b" % (_VARINTS[self.size + len(delta)], delta, self.tail)
        return head


def _encode_alike(
    deltas: range,
    timestamps: Sequence[int],
    keys: Sequence[Any],
    values: Sequence[Any],
    key_size: int,
    value_size: int,
    base_timestamp: int,
) -> bytearray | None:
    """Records of one key size and one value size with consecutive offsets; None if this would not be quicker.

    Heads, keys and values are joined with the offset deltas still zero. Where heads have one size, too, records lie a
    fixed stride apart, and the deltas are filled in by strided assignment: one for each byte of their width.
    """
    n = len(deltas)
    tail_of_value = b"\0"  # no headers
    middle = _VARINTS[value_size]
    heads: list[bytes] = []
    stretches: list[tuple[int, int, int]] = []  # number of records, offset width, size of head
    for count, width in _widths_of(deltas):
        if width > 2 or len(stretches) > 16:
            return None
        known = _Heads(base_timestamp, width, key_size, value_size)
        part = list(map(known.__getitem__, timestamps[len(heads) : len(heads) + count]))
        sizes = set(map(len, known.values()))
        if len(sizes) == 1:
            stretches.append((count, width, sizes.pop()))
        else:
            stretches += [(len(list(run)), width, size) for size, run in groupby(map(len, part))]
            if len(stretches) > 16:
                return None
        heads += part
    pieces: list[Any] = [None, None, middle, None, tail_of_value] * n
    pieces[0::5] = heads
    pieces[1::5] = keys
    pieces[3::5] = values
    out = bytearray().join(pieces)
    start = 0
    done = 0
    key_width = len(_VARINTS[key_size])
    rest = key_size + len(middle) + value_size + 1
    for count, width, head_size in stretches:
        stride = head_size + rest
        stop = start + count * stride
        at = start + head_size - key_width - width
        delta = deltas[done]
        if width == 1:
            out[at:stop:stride] = SEQUENCE_1[delta : delta + count]
        else:
            out[at:stop:stride] = SEQUENCE_2_LOW[delta - 64 : delta - 64 + count]
            out[at + 1 : stop : stride] = SEQUENCE_2_HIGH[delta - 64 : delta - 64 + count]
        start = stop
        done += count
    return out if start == len(out) else None


def _widths_of(deltas: range) -> Iterator[tuple[int, int]]:
    """Cut consecutive deltas where their varints grow: number of deltas and width of each part."""
    first, stop = deltas.start, deltas.stop
    for width in range(1, 6):
        limit = min(1 << 7 * width - 1, stop)
        if first < limit:
            yield limit - first, width
            first = limit


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
