"""One record of format 2, read with every check. This reader alone decides what is valid.

A record is a varint size and then: int8 attributes, varlong timestamp delta, varint offset delta, key, value, headers
(KIP-98; https://kafka.apache.org/documentation/#record). Key, value, name and value of a header are a varint size and
so many bytes; -1 is null.

`read_fields` finds where everything lies; objects, columns and a broker's look are all made of that. Which quick ways
hand over to it is on one page, `docs/design/records.md`.
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.errors import InvalidLength, InvalidText, LimitExceeded, Truncated
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.records.record import Header
from kafkawire.varint import BytesLike, read_varint, read_varlong

__all__ = [
    "MIN_RECORD_SIZE",
    "NAMES",
    "RawRecord",
    "RecordShape",
    "check_count",
    "header_name",
    "read_fields",
    "read_headers",
    "read_record",
    "read_shape",
    "read_span",
]

MIN_RECORD_SIZE = 7
"""The least that a record takes: six one-byte varints and the attributes."""

RawRecord = tuple[int, int, int, bytes | None, bytes | None, "list[Header] | tuple[()]"]

NAMES: dict[bytes, str] = {}  # header names seen, bounded by both numbers below
_MOST_NAMES, _LONGEST_NAME = 1024, 64


class RecordShape(NamedTuple):
    """A record without its contents: where they lie. A size of -1 is null; its start then means nothing."""

    timestamp_delta: int
    offset_delta: int
    key_start: int
    key_size: int
    value_start: int
    value_size: int
    headers_start: int
    """Where the first header begins, behind their number."""
    headers: int
    """How many headers there are."""
    stop: int


def read_record(buf: bytes, pos: int, end: int, limits: Limits) -> RawRecord:
    """Read the record at `pos`: position after it, timestamp delta, offset delta, key, value, headers.

    Raises as `read_shape` does, and `InvalidText`.
    """
    shape = read_shape(buf, pos, end, limits)
    key = None if shape.key_size < 0 else buf[shape.key_start : shape.key_start + shape.key_size]
    value = None if shape.value_size < 0 else buf[shape.value_start : shape.value_start + shape.value_size]
    headers = read_headers(buf, shape.headers_start, shape.headers)
    return shape.stop, shape.timestamp_delta, shape.offset_delta, key, value, headers or ()


def read_shape(buf: bytes, pos: int, end: int, limits: Limits = DEFAULT_LIMITS) -> RecordShape:
    """Where everything lies in the record at `pos`; `end` is where the records of the batch end.

    Raises `Truncated`, `InvalidLength`, `InvalidVarint` or `LimitExceeded`.
    """
    start, stop = read_span(buf, pos, end)
    return read_fields(buf, start, stop, limits.max_headers_per_record)


def read_span(buf: bytes, pos: int, end: int) -> tuple[int, int]:
    """Where the fields of the record at `pos` begin and end, by its size."""
    if pos >= end:
        raise Truncated("the records end early")
    size, pos = read_varint(buf, pos)
    if size < 0:
        raise InvalidLength(f"a record size of {size}")
    if size > end - pos:
        raise Truncated(f"a record of {size} bytes where {max(end - pos, 0)} are left")
    return pos, pos + size


def read_fields(buf: bytes, pos: int, end: int, most_headers: int) -> RecordShape:
    """Where the fields of a record lie that fill `buf[pos:end]` exactly. Raises as `read_shape` does."""
    timestamp_delta, pos = read_varlong(buf, pos + 1)  # the attributes before it have no meaning yet
    offset_delta, pos = read_varint(buf, pos)
    key_size, key_start = _blob_at(buf, pos, end, "key")
    value_size, value_start = _blob_at(buf, key_start + key_size if key_size > 0 else key_start, end, "value")
    count, pos = read_varint(buf, value_start + value_size if value_size > 0 else value_start)
    headers_start = pos
    if not 0 <= count <= (end - pos) // 2:
        raise InvalidLength(f"a header count of {count} where {max(end - pos, 0)} bytes of the record are left")
    if count > most_headers:
        raise LimitExceeded(f"{count} headers in a record, {most_headers} are allowed")
    for _ in range(count):
        size, pos = _blob_at(buf, pos, end, "header name")
        if size < 0:
            raise InvalidLength("a header name is null")
        size, pos = _blob_at(buf, pos + size, end, "header value")
        if size > 0:
            pos += size
    if pos != end:
        raise InvalidLength(f"the fields of a record end {abs(end - pos)} bytes {'early' if pos < end else 'late'}")
    fields = timestamp_delta, offset_delta, key_start, key_size, value_start, value_size, headers_start, count, end
    return tuple.__new__(RecordShape, fields)  # a call less than `RecordShape(...)`, for each such record


def _blob_at(buf: bytes, pos: int, end: int, what: str) -> tuple[int, int]:
    """Size and start of what a varint size stands before."""
    size, pos = read_varint(buf, pos)
    if size < -1:
        raise InvalidLength(f"a {what} length of {size}")
    if size > end - pos:
        raise InvalidLength(f"a {what} of {size} bytes where {max(end - pos, 0)} of the record are left")
    return size, pos


def read_headers(buf: BytesLike, pos: int, count: int) -> list[Header]:
    """The headers at a place that `read_shape` has found. Raises `InvalidText`."""
    headers: list[Header] = []
    for _ in range(count):
        size, pos = read_varint(buf, pos)
        name = header_name(bytes(buf[pos : pos + size]))
        size, pos = read_varint(buf, pos + size)
        headers.append((name, None if size < 0 else bytes(buf[pos : pos + size])))
        pos += max(size, 0)
    return headers


def header_name(raw: bytes) -> str:
    """Decode a header name through the memo: the same few names come with every record."""
    name = NAMES.get(raw)
    if name is None:
        try:
            name = raw.decode()
        except UnicodeDecodeError as exc:
            raise InvalidText(f"a header name is not UTF-8: {exc}") from None
        if len(raw) <= _LONGEST_NAME and len(NAMES) < _MOST_NAMES:
            NAMES[raw] = name
    return name


def check_count(count: int, size: int, limits: Limits) -> None:
    """Compare a batch's record count with the bytes it has for them, before anything is made of it."""
    if count < 0:
        raise InvalidLength(f"a record count of {count}")
    if count > size // MIN_RECORD_SIZE:
        raise InvalidLength(f"{count} records in {size} bytes")
    if count > limits.max_records_per_batch:
        raise LimitExceeded(f"{count} records in a batch, {limits.max_records_per_batch} are allowed")
