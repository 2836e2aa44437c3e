"""Records of format 2, from the (decompressed) bytes of a batch to objects.

A record is a varint size and then: int8 attributes, varlong timestamp delta, varint offset delta, key, value, headers
(KIP-98; https://kafka.apache.org/documentation/#record). Reading them field by field costs CPython over a microsecond
each, so there are three ways here, from the quickest to the one that explains:

`_read_run` handles a run of records that are alike in everything but their contents: same sizes, same widths. Then all
fields lie a fixed stride apart. Each structural byte of the whole run is compared by one strided slice, and keys and
values come out by one `Struct.iter_unpack`.

The loop in `decode_records` guesses that the next record has the varint *widths* of the last, and reads its head with
one `Struct.unpack_from`.

`read_record` reads one record with every check, and raises the error that says what is wrong. The two others never
raise: at anything unexpected they hand over to it. So it alone decides what is valid.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import repeat
from typing import Any

from kafkawire.errors import CorruptBatch, DecodeError, InvalidLength, InvalidText, LimitExceeded, Truncated
from kafkawire.limits import Limits
from kafkawire.records._tables import (
    SEQUENCE_1,
    SEQUENCE_2_HIGH,
    SEQUENCE_2_LOW,
    SIGNED_1,
    SIGNED_2,
    TOP_BIT_OFF,
)
from kafkawire.records.record import Header, Record
from kafkawire.varint import read_varint, read_varlong

MIN_RECORD_SIZE = 7
"""The least that a record takes: six one-byte varints and the attributes."""

RawRecord = tuple[int, int, int, bytes | None, bytes | None, "list[Header] | tuple[()]"]

_MISSED = (IndexError, TypeError, struct.error, DecodeError)  # how a wrong guess shows
_SAFE = 1 << 62  # positions and times nearer to zero than this cannot overflow 64 bits by a delta
_NAMES: dict[bytes, str] = {}  # header names seen, bounded by both numbers below
_MOST_NAMES, _LONGEST_NAME = 1024, 64


# ---------------------------------------------------------------------------------------------- one record, all checks


def read_record(buf: bytes, pos: int, end: int, limits: Limits) -> RawRecord:
    """Read the record at `pos`: position after it, timestamp delta, offset delta, key, value, headers.

    `end` is where the records of the batch end. Raises `Truncated`, `InvalidLength`, `InvalidVarint`, `InvalidText` or
    `LimitExceeded`.
    """
    size, pos = read_varint(buf, pos)
    if size < 0:
        raise InvalidLength(f"a record size of {size}")
    if size > end - pos:
        raise Truncated(f"a record of {size} bytes where {max(end - pos, 0)} are left")
    end = pos + size
    timestamp_delta, pos = read_varlong(buf, pos + 1)  # the attributes before it have no meaning yet
    offset_delta, pos = read_varint(buf, pos)
    key, pos = _read_blob(buf, pos, end, "key")
    value, pos = _read_blob(buf, pos, end, "value")
    count, pos = read_varint(buf, pos)
    if not 0 <= count <= (end - pos) // 2:
        raise InvalidLength(f"a header count of {count} where {max(end - pos, 0)} bytes of the record are left")
    if count > limits.max_headers_per_record:
        raise LimitExceeded(f"{count} headers in a record, {limits.max_headers_per_record} are allowed")
    headers: list[Header] = []
    for _ in range(count):
        name, pos = _read_blob(buf, pos, end, "header name")
        if name is None:
            raise InvalidLength("a header name is null")
        header_value, pos = _read_blob(buf, pos, end, "header value")
        headers.append((header_name(name), header_value))
    if pos != end:
        raise InvalidLength(f"the fields of a record end {abs(end - pos)} bytes {'early' if pos < end else 'late'}")
    return pos, timestamp_delta, offset_delta, key, value, headers or ()


def _read_blob(buf: bytes, pos: int, end: int, what: str) -> tuple[bytes | None, int]:
    length, pos = read_varint(buf, pos)
    if length < 0:
        if length == -1:
            return None, pos
        raise InvalidLength(f"a {what} length of {length}")
    if length > end - pos:
        raise InvalidLength(f"a {what} of {length} bytes where {max(end - pos, 0)} of the record are left")
    return buf[pos : pos + length], pos + length


def header_name(raw: bytes) -> str:
    """Decode a header name through the memo: the same few names come with every record."""
    name = _NAMES.get(raw)
    if name is None:
        try:
            name = raw.decode()
        except UnicodeDecodeError as exc:
            raise InvalidText(f"a header name is not UTF-8: {exc}") from None
        if len(raw) <= _LONGEST_NAME and len(_NAMES) < _MOST_NAMES:
            _NAMES[raw] = name
    return name


def wrap64(value: int) -> int:
    """What Java's 64-bit addition leaves of a sum."""
    return (value + 0x8000000000000000 & 0xFFFFFFFFFFFFFFFF) - 0x8000000000000000


# ------------------------------------------------------------------------------------------------- guessing the widths

_Widths = tuple[Callable[[bytes, int], tuple[Any, ...]], Any, Any, Any, Any, int, int]


class _WideInts(dict[bytes, int]):
    """Looks like a table, decodes varints of three and more bytes."""

    def __missing__(self, raw: bytes) -> int:
        value, pos = read_varint(raw, 0)
        if pos != len(raw):
            raise IndexError
        return value


class _WideLongs(dict[bytes, int]):
    """The same for varlongs."""

    def __missing__(self, raw: bytes) -> int:
        value, pos = read_varlong(raw, 0)
        if pos != len(raw):
            raise IndexError
        return value


_WIDE_INTS, _WIDE_LONGS = _WideInts(), _WideLongs()
_WIDEST_TIME = 8  # groups: a delta of 55 bits cannot overflow when added to a time within _SAFE


def _width_at(buf: bytes, pos: int) -> int:
    """How many bytes the varint at `pos` takes."""
    start = pos
    while buf[pos] > 0x7F:
        pos += 1
    return pos - start + 1


def _widths_at(buf: bytes, pos: int) -> _Widths | None:
    """What the loop needs to read heads of the widths found at `pos`, or None where it should not try."""
    try:
        size = _width_at(buf, pos)
        time = _width_at(buf, pos + size + 1)
        offset = _width_at(buf, pos + size + 1 + time)
        key = _width_at(buf, pos + size + 1 + time + offset)
    except IndexError:
        return None
    return None if size > 5 or time > _WIDEST_TIME or offset > 5 or key > 5 else _widths(size, time, offset, key)


@lru_cache(maxsize=512)
def _widths(size: int, time: int, offset: int, key: int) -> _Widths:
    formats = {1: "B", 2: "H"}
    fields = [formats.get(width) or f"{width}s" for width in (size, time, offset, key)]
    tables = {1: SIGNED_1, 2: SIGNED_2}
    return (
        struct.Struct(f">{fields[0]}x{''.join(fields[1:])}").unpack_from,
        tables.get(size, _WIDE_INTS),
        tables.get(time, _WIDE_LONGS),
        tables.get(offset, _WIDE_INTS),
        tables.get(key, _WIDE_INTS),
        size,
        size + 1 + time + offset + key,
    )


# ---------------------------------------------------------------------------------------------- runs of equal structure


class _Layout:
    """Where things lie in a record, as distances from its start."""

    __slots__ = ("fields", "fixed", "has_key", "has_value", "names", "nulls", "offset", "time")

    def __init__(self, buf: bytes, start: int, stop: int) -> None:
        """Take the layout of a record known to be good."""
        fixed: list[int] = []  # bytes that all records of the run have in common: lengths, counts and header names
        parts: list[str] = []  # of the struct that takes out the contents and skips the rest
        last = start

        def common(pos: int) -> int:
            length, stop = read_varint(buf, pos)
            fixed.extend(range(pos - start, stop - start))
            return length if length >= 0 else -1

        def content(pos: int, length: int) -> int:
            nonlocal last
            if length < 0:
                return pos
            parts.append(f"{pos - last}x{length}s")
            last = pos + length
            return last

        common(start)
        pos = start + _width_at(buf, start) + 1
        width = _width_at(buf, pos)
        self.time = range(pos - start, pos - start + width)
        pos += width
        width = _width_at(buf, pos)
        self.offset = range(pos - start, pos - start + width)
        pos += width
        present = []
        for _ in range(2):
            length = common(pos)
            present.append(length >= 0)
            pos = content(pos + _width_at(buf, pos), length)
        self.has_key, self.has_value = present
        count = common(pos)
        pos += _width_at(buf, pos)
        self.names: list[str] = []
        self.nulls: list[bool] = []
        for _ in range(count):
            length = common(pos)
            pos += _width_at(buf, pos)
            fixed.extend(range(pos - start, pos + length - start))
            self.names.append(header_name(buf[pos : pos + length]))
            pos += length
            length = common(pos)
            self.nulls.append(length < 0)
            pos = content(pos + _width_at(buf, pos), length)
        parts.append(f"{stop - last}x")
        self.fixed = fixed
        self.fields = struct.Struct("".join(parts))


def _read_run(
    buf: bytes, model: int, pos: int, end: int, most: int, base_offset: int, base_timestamp: int
) -> tuple[list[Record], int]:
    """Decode the records from `pos` on that are built like the one at `model`, which ends at `pos`.

    Returns up to `most` of them, and the position after them. The first look is at a few, so that little is lost where
    no run is.
    """
    out: list[Record] = []
    stride = pos - model
    layout: _Layout | None = None
    window = 32
    while True:
        n = min(most - len(out), (end - pos) // stride, window)
        if n < 8:
            return out, pos
        if layout is None:
            layout = _Layout(buf, model, pos)
            if len(layout.offset) > 4:  # bits to drop, perhaps
                return out, pos
        good = _alike(buf, model, pos, stride, n, layout)
        if good:
            out += _records_of_run(buf, pos, stride, good, layout, base_offset, base_timestamp)
            pos += good * stride
        if good < n:
            return out, pos
        window = 4096


def _alike(buf: bytes, model: int, pos: int, stride: int, n: int, layout: _Layout) -> int:
    """How many of the `n` records at `pos` have the structure of the one at `model`."""
    for at in layout.fixed:
        byte = buf[model + at : model + at + 1]
        column = buf[pos + at : pos + n * stride : stride]
        if column != byte * n:
            n -= len(column.lstrip(byte))
            if not n:
                return 0
    for field in (layout.time, layout.offset):
        for at in field:
            column = buf[pos + at : pos + n * stride : stride]
            if at != field[-1]:
                column = column.translate(TOP_BIT_OFF)
            if not column.isascii():
                n = next(i for i, byte in enumerate(column) if byte > 0x7F)
                if not n:
                    return 0
    return n


def _sums(columns: list[bytes], base: int) -> Iterable[int]:
    """`base` plus each of the varints whose bytes stand in columns."""
    first = columns[0]
    n = len(first)
    if all(column == column[:1] * n for column in columns):
        return repeat(base + read_varlong(bytes(column[0] for column in columns), 0)[0], n)
    if len(columns) == 1:
        return [base + SIGNED_1[byte] for byte in first]
    if len(columns) == 2:
        pairs = bytearray(2 * n)
        pairs[0::2] = first
        pairs[1::2] = columns[1]
        return [base + SIGNED_2[pair] for pair in struct.unpack(f">{n}H", pairs)]
    values = [byte & 0x7F for byte in first]
    for shift, column in zip(range(7, 63, 7), columns[1:], strict=False):
        values = [value | (byte & 0x7F) << shift for value, byte in zip(values, column, strict=True)]
    return [base + ((value >> 1) ^ -(value & 1)) for value in values]


def _offsets(columns: list[bytes], base: int) -> Iterable[int]:
    """The offsets of a run; nearly always consecutive, which one comparison of the bytes shows."""
    n = len(columns[0])
    delta: int
    if len(columns) == 1:
        delta = SIGNED_1[columns[0][0]]
        if delta >= 0 and columns[0] == SEQUENCE_1[delta : delta + n]:
            return range(base + delta, base + delta + n)
    elif len(columns) == 2:
        delta = SIGNED_2[columns[0][0] << 8 | columns[1][0]]
        at = delta - 64
        if at >= 0 and columns[0] == SEQUENCE_2_LOW[at : at + n] and columns[1] == SEQUENCE_2_HIGH[at : at + n]:
            return range(base + delta, base + delta + n)
    return _sums(columns, base)


def _records_of_run(
    buf: bytes, pos: int, stride: int, n: int, layout: _Layout, base_offset: int, base_timestamp: int
) -> list[Record]:
    """Make the objects. The loops store straight into slots as they unpack: no names in between, no calls."""
    stop = pos + n * stride
    offsets = _offsets([buf[pos + at : stop : stride] for at in layout.offset], base_offset)
    times = _sums([buf[pos + at : stop : stride] for at in layout.time], base_timestamp)
    rows: Iterator[tuple[Any, ...]] = layout.fields.iter_unpack(memoryview(buf)[pos:stop])
    records: list[Record] = list(map(Record.__new__, repeat(Record, n)))
    r: Record
    if layout.names or not layout.has_value:
        return _records_with_headers(records, offsets, times, rows, layout)
    if layout.has_key:
        for r, r.offset, r.timestamp, (r.key, r.value) in zip(records, offsets, times, rows, strict=True):
            r.headers = ()
    else:
        for r, r.offset, r.timestamp, (r.value,) in zip(records, offsets, times, rows, strict=True):
            r.key = None
            r.headers = ()
    return records


def _records_with_headers(
    records: list[Record],
    offsets: Iterable[int],
    times: Iterable[int],
    rows: Iterable[tuple[Any, ...]],
    layout: _Layout,
) -> list[Record]:
    """The same for runs with headers or without a value."""
    r: Record
    names = layout.names
    has_key, has_value = layout.has_key, layout.has_value
    if has_key and has_value and not any(layout.nulls):
        for r, r.offset, r.timestamp, (r.key, r.value, *found) in zip(records, offsets, times, rows, strict=True):
            r.headers = list(zip(names, found))  # noqa: B905 - of one length, by the layout
        return records
    contents = has_key + has_value
    for r, r.offset, r.timestamp, row in zip(records, offsets, times, rows, strict=True):
        r.key = row[0] if has_key else None
        r.value = row[has_key] if has_value else None
        blobs = iter(row[contents:])
        r.headers = [
            (name, None if null else next(blobs)) for name, null in zip(names, layout.nulls, strict=True)
        ] or ()
    return records


# --------------------------------------------------------------------------------------------------- all of them, fast


def check_count(count: int, size: int, limits: Limits) -> None:
    """Compare a batch's record count with the bytes it has for them, before anything is made of it."""
    if count < 0:
        raise InvalidLength(f"a record count of {count}")
    if count > size // MIN_RECORD_SIZE:
        raise InvalidLength(f"{count} records in {size} bytes")
    if count > limits.max_records_per_batch:
        raise LimitExceeded(f"{count} records in a batch, {limits.max_records_per_batch} are allowed")


def decode_records(  # noqa: C901 - the hot loop: calls and fewer branches would cost more than they explain
    buf: bytes,
    pos: int,
    end: int,
    count: int,
    base_offset: int,
    base_timestamp: int,
    append_time: int | None,
    limits: Limits,
) -> list[Record]:
    """Decode `count` records that fill `buf[pos:end]` exactly.

    With `append_time` every record gets that timestamp (KIP-32). Raises as `read_record` does, and `CorruptBatch` for
    bytes after the last record.
    """
    check_count(count, end - pos, limits)
    out: list[Record] = []
    append = out.append
    new = Record.__new__
    names = _NAMES
    widths: _Widths | None = None
    last_size = -1  # the raw size of the record before, and how often in a row it was that
    alike = 0
    patience = 2  # how often before a run is tried; grows with every try in vain
    most_headers = min(limits.max_headers_per_record, 63)
    while len(out) < count:
        missed = True
        if widths is not None:
            unpack, sizes, times, offsets, keys, size_width, head_width = widths
            try:
                for _ in repeat(None, count - len(out)):
                    raw_size, raw_time, raw_offset, raw_key = unpack(buf, pos)
                    stop = pos + size_width + sizes[raw_size]
                    timestamp = base_timestamp + times[raw_time]
                    offset = base_offset + offsets[raw_offset]
                    length = keys[raw_key]
                    here = pos + head_width
                    if length >= 0:
                        there = here + length
                        key = buf[here:there]
                    elif length == -1:
                        key, there = None, here
                    else:
                        break
                    length = buf[there]
                    if length < 0x80:
                        length = SIGNED_1[length]
                        here = there + 1
                    elif buf[there + 1] < 0x80:
                        length = SIGNED_2[length << 8 | buf[there + 1]]
                        here = there + 2
                    else:
                        length, here = read_varint(buf, there)
                    if length >= 0:
                        there = here + length
                        value = buf[here:there]
                    elif length == -1:
                        value, there = None, here
                    else:
                        break
                    length = buf[there]
                    there += 1
                    headers: Any = ()
                    if length:
                        if length & 1 or length >> 1 > most_headers:
                            break
                        headers = []
                        for _ in repeat(None, length >> 1):
                            length = SIGNED_1[buf[there]]
                            here = there + 1
                            if length < 0:
                                there = -1  # never where a record stops
                                break
                            there = here + length
                            raw_name = buf[here:there]
                            name = names.get(raw_name)
                            if name is None:
                                name = header_name(raw_name)
                            length = buf[there]
                            if length < 0x80:
                                length = SIGNED_1[length]
                                here = there + 1
                            else:
                                length = SIGNED_2[length << 8 | buf[there + 1]]
                                here = there + 2
                            if length >= 0:
                                there = here + length
                                headers.append((name, buf[here:there]))
                            elif length == -1:
                                there = here
                                headers.append((name, None))
                            else:
                                there = -1
                                break
                    if there != stop or stop > end:
                        break
                    record = new(Record)
                    record.offset = offset
                    record.timestamp = timestamp
                    record.key = key
                    record.value = value
                    record.headers = headers
                    append(record)
                    previous, pos = pos, stop
                    if raw_size != last_size:
                        last_size = raw_size
                        alike = 0
                    else:
                        alike += 1
                        if alike >= patience:
                            got, pos = _read_run(buf, previous, pos, end, count - len(out), base_offset, base_timestamp)
                            out += got
                            alike = 0
                            patience = 2 if len(got) > 16 else min(2 * patience, 256)
                            if got:
                                missed = False
                                break
            except _MISSED:
                pass
            if not missed or len(out) == count:
                continue
        found = _widths_at(buf, pos)
        if found is not widths and found is not None:
            widths = found
            continue
        try:
            pos, time_delta, offset_delta, key, value, headers = read_record(buf, pos, end, limits)
        except (Truncated, InvalidLength) as exc:
            raise type(exc)(f"record {len(out)} of {count}: {exc}") from None
        append(Record(base_offset + offset_delta, wrap64(base_timestamp + time_delta), key, value, headers))
    if pos != end:
        raise CorruptBatch(f"{end - pos} bytes after the last of {count} records")
    if append_time is not None:
        for record in out:
            record.timestamp = append_time
    if not (-_SAFE < base_offset < _SAFE and -_SAFE < base_timestamp < _SAFE):
        for record in out:
            record.offset = wrap64(record.offset)
            record.timestamp = wrap64(record.timestamp)
    return out
