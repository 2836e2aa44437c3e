"""Records of format 2, from the (decompressed) bytes of a batch to objects.

There are three ways, and none of them raises for what is in the bytes: at anything unexpected a record is left to
`careful.read_record`, which alone decides what is valid.

- A loop in a straight line, which is for any records: varints of up to three bytes by tables, without calls.
- `runs.read_run`, for records that are alike in everything but their contents. The loop stops after two records, then
  after four, eight ... and looks whether the last two were of one size; that costs other records nothing.
- With numpy at hand, the fields of many records are found by `vectors.py`, and only the objects are made one by one.

Who falls back to whom, here and elsewhere, is on one page, `docs/design/records.md`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any

from kafkawire.collector import without_collector
from kafkawire.errors import CorruptBatch, DecodeError, InvalidLength, Truncated
from kafkawire.limits import Limits
from kafkawire.records import careful
from kafkawire.records.careful import check_count, read_record
from kafkawire.records.header import wrap64
from kafkawire.records.header_shapes import MOST_HEADERS, HeaderReader
from kafkawire.records.record import Header, Record
from kafkawire.records.runs import WORTH_A_RUN, read_run
from kafkawire.records.tables import LENGTH_1, LENGTH_2, SIGNED_1, SIGNED_2, SIGNED_3, SPAN
from kafkawire.records.vectors import edges_of, numpy_at_hand, parse_all
from kafkawire.varint import read_varlong

_SAFE = 1 << 62  # positions and times nearer to zero than this cannot overflow 64 bits by a delta
_FIRST_LOOK, _LAST_LOOK = 3, 256  # records between two looks for a run
_MISSED = (TypeError, IndexError, struct.error, DecodeError)  # how a record shows that is not for the loop
_WORTH_VECTORS = 400  # records; fewer are made sooner by the loop than numpy is called
_MANY = 700  # records from which on the garbage collector would run while they are made


def decode_records(
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
    if count < _MANY:
        pos = _decode_into(out, buf, pos, end, count, base_offset, base_timestamp, limits)
    else:
        pos = without_collector(_decode_into, out, buf, pos, end, count, base_offset, base_timestamp, limits)
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


def _decode_into(  # noqa: C901 - the hot loop: calls and fewer branches would cost more than they explain
    out: list[Record],
    buf: bytes,
    pos: int,
    end: int,
    count: int,
    base_offset: int,
    base_timestamp: int,
    limits: Limits,
) -> int:
    """Append the records to `out`; returns the position after the last one."""
    append = out.append
    new = Record.__new__
    signed_1, signed_2, signed_3, length_1, length_2, span = SIGNED_1, SIGNED_2, SIGNED_3, LENGTH_1, LENGTH_2, SPAN
    most_headers = min(limits.max_headers_per_record, MOST_HEADERS)
    read_headers = HeaderReader(count).read
    look = _FIRST_LOOK if count >= WORTH_A_RUN else count
    may_try_vectors = count >= _WORTH_VECTORS
    start = pos
    while len(out) < count:
        try:
            for _ in repeat(None, min(look, count - len(out))):
                previous, start = start, pos
                first = buf[pos]
                if first < 0x80:
                    stop = pos + span[first][0]
                    pos += 2
                elif (second := buf[pos + 1]) < 0x80:
                    stop = pos + span[first][second]
                    pos += 3
                else:
                    stop = pos + 3 + signed_2[first][second] + signed_3[first][buf[pos + 2]]
                    pos += 4

                first = buf[pos]
                if first < 0x80:
                    timestamp = base_timestamp + signed_1[first]
                    pos += 1
                elif (second := buf[pos + 1]) < 0x80:
                    timestamp = base_timestamp + signed_2[first][second]
                    pos += 2
                elif (third := buf[pos + 2]) < 0x80:
                    timestamp = base_timestamp + signed_2[first][second] + signed_3[first][third]
                    pos += 3
                else:
                    delta, pos = read_varlong(buf, pos)
                    timestamp = wrap64(base_timestamp + delta)

                first = buf[pos]
                if first < 0x80:
                    offset = base_offset + signed_1[first]
                    pos += 1
                elif (second := buf[pos + 1]) < 0x80:
                    offset = base_offset + signed_2[first][second]
                    pos += 2
                else:
                    offset = base_offset + signed_2[first][second] + signed_3[first][buf[pos + 2]]
                    pos += 3

                key = value = None
                first = buf[pos]
                pos += 1
                if first != 1:
                    if first < 0x80:
                        there = pos + length_1[first]
                    elif (second := buf[pos]) < 0x80:
                        pos += 1
                        there = pos + length_2[first][second]
                    else:
                        length = signed_2[first][second] + signed_3[first][buf[pos + 1]]
                        if length < 0:
                            break
                        pos += 2
                        there = pos + length
                    key = buf[pos:there]
                    pos = there

                first = buf[pos]
                pos += 1
                if first != 1:
                    if first < 0x80:
                        there = pos + length_1[first]
                    elif (second := buf[pos]) < 0x80:
                        pos += 1
                        there = pos + length_2[first][second]
                    else:
                        length = signed_2[first][second] + signed_3[first][buf[pos + 1]]
                        if length < 0:
                            break
                        pos += 2
                        there = pos + length
                    value = buf[pos:there]
                    pos = there

                first = buf[pos]
                pos += 1
                headers: Any = ()
                if first:
                    if stop > end or length_1[first] > most_headers:
                        break
                    headers = read_headers(buf, pos, stop, first >> 1)
                    pos = stop
                if pos != stop or stop > end:
                    break
                record = new(Record)
                record.offset = offset
                record.timestamp = timestamp
                record.key = key
                record.value = value
                record.headers = headers
                append(record)
            else:
                left = count - len(out)
                if left and stop - start == start - previous:
                    got, pos = read_run(buf, start, pos, end, left, base_offset, base_timestamp)
                    out += got
                    look = _FIRST_LOOK if len(got) > 16 else min(2 * look, _LAST_LOOK)
                elif may_try_vectors and left >= _WORTH_VECTORS and look > _FIRST_LOOK:
                    made = _by_vectors(buf, pos, end, left, base_offset, base_timestamp, limits, read_headers)
                    may_try_vectors = False  # it is tried once
                    if made is not None:
                        out += made
                        return end
                else:
                    look = min(2 * look, _LAST_LOOK)
                continue
        except _MISSED:
            pass
        try:
            pos, time_delta, offset_delta, key, value, headers = read_record(buf, start, end, limits)
        except (Truncated, InvalidLength) as exc:
            raise type(exc)(f"record {len(out)} of {count}: {exc}") from None
        append(Record(base_offset + offset_delta, wrap64(base_timestamp + time_delta), key, value, headers))
    return pos


def _by_vectors(
    buf: bytes,
    pos: int,
    end: int,
    count: int,
    base_offset: int,
    base_timestamp: int,
    limits: Limits,
    read_headers: Callable[[bytes, int, int, int], list[Header]],
) -> list[Record] | None:
    """Records whose fields are found for all of them at once; None if they are not as they should be."""
    numpy = numpy_at_hand()
    edges = edges_of(numpy, buf, pos, end, count) if numpy else None
    found = parse_all(numpy, buf, *edges, limits) if edges else None
    if edges is None or found is None:
        return None
    offset, timestamp, key, key_length, value, value_length, header, header_count = found
    offsets: Iterable[int] = range(base_offset + int(offset[0]), base_offset + int(offset[0]) + count)
    if int(offset[-1] - offset[0]) != count - 1 or (offset[1:] - offset[:-1] != 1).any():
        offsets = (offset + base_offset).tolist()
    columns = timestamp + base_timestamp, key, key_length, value, value_length, header, header_count
    return records_at(numpy, buf, edges[1], offsets, columns, read_headers)


def records_at(
    np: Any,
    buf: bytes,
    ends: Any,
    offsets: Iterable[int],
    columns: Sequence[Any],
    read_headers: Callable[[bytes, int, int, int], list[Header]],
) -> list[Record]:
    """Objects out of arrays: records that end at `ends` and have these offsets.

    The columns are those of `Columns` after the offsets, and have been found good.
    """
    timestamp, key, key_length, value, value_length, header, header_count = columns
    found = timestamp, key, key + key_length, value, value + value_length
    records: list[Record] = list(map(Record.__new__, repeat(Record, len(ends))))
    r: Record
    rows: Iterable[Any] = zip(records, offsets, *(column.tolist() for column in found))  # noqa: B905 - as it is
    for r, r.offset, r.timestamp, a, b, c, d in rows:
        r.key = buf[a:b] if a <= b else None
        r.value = buf[c:d] if c <= d else None
        r.headers = ()
    those = np.flatnonzero(header_count)
    if len(those):
        those_columns = (column[those].tolist() for column in (header, ends, header_count))
        for number, at, stop, n in zip(those.tolist(), *those_columns):  # noqa: B905 - as it is
            try:
                records[number].headers = read_headers(buf, at, stop, n)
            except _MISSED:  # of a kind that is rare; that they are good has been seen above
                records[number].headers = careful.read_headers(buf, at, n)
    return records
