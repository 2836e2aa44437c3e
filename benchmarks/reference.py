"""A small reference codec: golden bytes for the workloads, from no library that is measured.

A message is laid out by a shape: the name of a primitive (`int32`, `string`, `bytes`, `uuid` ...), `[shape]` for an
array, `{field: shape}` for a structure. Tagged fields stay empty. Records are tuples (offset, timestamp, key, value,
headers). Slow on purpose: it only has to be easy to check against the protocol guide.
"""

from __future__ import annotations

import gzip
import struct
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, TypeAlias

from crc32c import crc32c

Shape: TypeAlias = str | list[Any] | dict[str, Any]
Header: TypeAlias = tuple[str, bytes]
Record: TypeAlias = tuple[int, int, bytes | None, bytes | None, list[Header]]
Getter: TypeAlias = Callable[[Any, str], Any]

FIXED = {"bool": ">?", "int8": ">b", "int16": ">h", "int32": ">i", "int64": ">q"}
CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
HEADER = struct.Struct(">qiibIhiqqqhii")
_XERIAL = b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01"
_XERIAL_BLOCK = 32768


def write_uvarint(number: int) -> bytes:
    """Groups of seven bits, the lowest first."""
    groups = [number & 0x7F]
    while number := number >> 7:
        groups[-1] |= 0x80
        groups.append(number & 0x7F)
    return bytes(groups)


def write_varint(number: int) -> bytes:
    """Zigzag: 0, -1, 1, -2 ... become 0, 1, 2, 3 ..."""
    return write_uvarint(2 * number if number >= 0 else -2 * number - 1)


def read_varint(data: bytes, pos: int) -> tuple[int, int]:
    """The number at `pos`, and the position after it."""
    number = shift = 0
    while data[pos] & 0x80:
        number |= (data[pos] & 0x7F) << shift
        pos, shift = pos + 1, shift + 7
    number |= data[pos] << shift
    return (number // 2 if number % 2 == 0 else -(number + 1) // 2), pos + 1


def write(shape: Shape, value: Any, flexible: bool) -> bytes:
    """The bytes of a value laid out by `shape`; a flexible structure ends with no tagged fields."""
    if isinstance(shape, dict):
        return b"".join(write(part, value[name], flexible) for name, part in shape.items()) + b"\0" * flexible
    if isinstance(shape, list):
        return _length(value, ">i", flexible) + b"".join(write(shape[0], item, flexible) for item in value or ())
    if shape in FIXED:
        return struct.pack(FIXED[shape], value)
    if shape == "uuid":
        return bytes(value.bytes)
    raw = value.encode() if isinstance(value, str) else value
    return _length(raw, ">h" if shape == "string" else ">i", flexible) + (raw or b"")


def _length(value: Any, form: str, flexible: bool) -> bytes:
    """A length before its elements: null is -1, and compact lengths are one more."""
    length = -1 if value is None else len(value)
    return write_uvarint(length + 1) if flexible else struct.pack(form, length)


def pick(shape: Shape, value: Any) -> Any:
    """What of a value the shape has a place for."""
    if isinstance(shape, dict):
        return {name: pick(part, value[name]) for name, part in shape.items()}
    if isinstance(shape, list) and value is not None:
        return [pick(shape[0], item) for item in value]
    return value


def plain(shape: Shape, native: Any, get: Getter) -> Any:
    """A library's own object as plain values; `get` reads one field of it."""
    if native is None:
        return None
    if isinstance(shape, dict):
        return {name: plain(part, get(native, name), get) for name, part in shape.items()}
    if isinstance(shape, list):
        return [plain(shape[0], item, get) for item in native]
    if shape == "bytes":
        return bytes(native)
    return int(native) if shape.startswith("int") else native


def write_records(records: Iterable[Record]) -> bytes:
    """Records of format 2, one after another, as they are before compression."""
    records = list(records)
    first_offset, first_timestamp = records[0][:2]
    parts = []
    for offset, timestamp, key, value, headers in records:
        record = b"\0" + write_varint(timestamp - first_timestamp) + write_varint(offset - first_offset)
        record += _sized(key) + _sized(value) + write_varint(len(headers))
        record += b"".join(_sized(name.encode()) + _sized(content) for name, content in headers)
        parts.append(write_varint(len(record)) + record)
    return b"".join(parts)


def _sized(data: bytes | None) -> bytes:
    return write_varint(-1) if data is None else write_varint(len(data)) + data


def write_batch(records: list[Record], codec: str = "none") -> bytes:
    """A record batch of format 2, not idempotent, not transactional."""
    latest = max(record[1] for record in records)
    last_delta = records[-1][0] - records[0][0]
    body = compress(codec, write_records(records))
    fixed = struct.pack(">hiqqqhii", CODECS.index(codec), last_delta, records[0][1], latest, -1, -1, -1, len(records))
    return struct.pack(">qiibI", records[0][0], len(fixed) + len(body) + 9, 0, 2, crc32c(fixed + body)) + fixed + body


def read_batch(data: bytes) -> list[Record]:
    """The records of one batch, its size and checksum asserted."""
    base, size, _, magic, crc, attributes, _, first, _, _, _, _, count = HEADER.unpack_from(data)
    assert (magic, size, crc) == (2, len(data) - 12, crc32c(data[21:]))
    body, pos = decompress(CODECS[attributes & 7], data[HEADER.size :]), 0
    records = []
    for _ in range(count):
        record, pos = _read_record(body, pos, base, first)
        records.append(record)
    assert pos == len(body)
    return records


def _read_record(body: bytes, pos: int, base: int, first: int) -> tuple[Record, int]:
    _, pos = read_varint(body, pos)
    time_delta, pos = read_varint(body, pos + 1)
    offset_delta, pos = read_varint(body, pos)
    key, pos = _read_sized(body, pos)
    value, pos = _read_sized(body, pos)
    count, pos = read_varint(body, pos)
    headers = []
    for _ in range(count):
        name, pos = _read_sized(body, pos)
        content, pos = _read_sized(body, pos)
        headers.append(((name or b"").decode(), content or b""))
    return (base + offset_delta, first + time_delta, key, value, headers), pos


def _read_sized(data: bytes, pos: int) -> tuple[bytes | None, int]:
    length, pos = read_varint(data, pos)
    return (None, pos) if length < 0 else (data[pos : pos + length], pos + length)


def compress(codec: str, body: bytes) -> bytes:
    """The body of a batch in the form that Kafka's Java clients write."""
    if codec == "gzip":
        return gzip.compress(body, 6, mtime=0)
    if codec == "snappy":
        return _XERIAL + b"".join(_snappy_blocks(body))
    if codec == "lz4":
        packed: bytes = import_module("lz4.frame").compress(body, block_linked=False, store_size=False)
        return packed
    return import_module("zstandard").ZstdCompressor(level=3).compress(body) if codec == "zstd" else body


def _snappy_blocks(body: bytes) -> Iterable[bytes]:
    for start in range(0, len(body), _XERIAL_BLOCK):
        block: bytes = import_module("snappy").compress(body[start : start + _XERIAL_BLOCK])
        yield struct.pack(">i", len(block)) + block


def decompress(codec: str, data: bytes) -> bytes:
    """The reverse; snappy may come framed or raw."""
    if codec == "gzip":
        return gzip.decompress(data)
    if codec == "snappy":
        return _read_snappy(data)
    if codec == "lz4":
        body: bytes = import_module("lz4.frame").decompress(data)
        return body
    return import_module("zstandard").ZstdDecompressor().decompressobj().decompress(data) if codec == "zstd" else data


def _read_snappy(data: bytes) -> bytes:
    snappy = import_module("snappy")
    if data[:8] != _XERIAL[:8]:
        return bytes(snappy.decompress(data))
    out, pos = b"", len(_XERIAL)
    while pos < len(data):
        (size,) = struct.unpack_from(">i", data, pos)
        out += snappy.decompress(data[pos + 4 : pos + 4 + size])
        pos += 4 + size
    return out
