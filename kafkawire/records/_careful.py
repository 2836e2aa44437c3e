"""One record of format 2, read with every check. This reader alone decides what is valid.

A record is a varint size and then: int8 attributes, varlong timestamp delta, varint offset delta, key, value, headers
(KIP-98; https://kafka.apache.org/documentation/#record). The quick ways in `_decode.py` and `_runs.py` hand over to it
at anything that they did not expect.
"""

from __future__ import annotations

from kafkawire.errors import InvalidLength, InvalidText, LimitExceeded, Truncated
from kafkawire.limits import Limits
from kafkawire.records.record import Header
from kafkawire.varint import read_varint, read_varlong

MIN_RECORD_SIZE = 7
"""The least that a record takes: six one-byte varints and the attributes."""

RawRecord = tuple[int, int, int, bytes | None, bytes | None, "list[Header] | tuple[()]"]

NAMES: dict[bytes, str] = {}  # header names seen, bounded by both numbers below
_MOST_NAMES, _LONGEST_NAME = 1024, 64


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
    name = NAMES.get(raw)
    if name is None:
        try:
            name = raw.decode()
        except UnicodeDecodeError as exc:
            raise InvalidText(f"a header name is not UTF-8: {exc}") from None
        if len(raw) <= _LONGEST_NAME and len(NAMES) < _MOST_NAMES:
            NAMES[raw] = name
    return name


def wrap64(value: int) -> int:
    """What Java's 64-bit addition leaves of a sum."""
    return (value + 0x8000000000000000 & 0xFFFFFFFFFFFFFFFF) - 0x8000000000000000


def check_count(count: int, size: int, limits: Limits) -> None:
    """Compare a batch's record count with the bytes it has for them, before anything is made of it."""
    if count < 0:
        raise InvalidLength(f"a record count of {count}")
    if count > size // MIN_RECORD_SIZE:
        raise InvalidLength(f"{count} records in {size} bytes")
    if count > limits.max_records_per_batch:
        raise LimitExceeded(f"{count} records in a batch, {limits.max_records_per_batch} are allowed")
