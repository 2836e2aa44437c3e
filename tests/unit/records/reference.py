"""The plainest writer of record batches, from the protocol page, to compare the quick ones with."""

from __future__ import annotations

import struct
from typing import Any

from crc32c import crc32c


def varint(value: int) -> bytes:
    raw = value * 2 if value >= 0 else -value * 2 - 1
    out = bytearray()
    while raw > 127:
        out.append(raw % 128 + 128)
        raw //= 128
    return bytes((*out, raw))


def blob(data: bytes | None) -> bytes:
    return varint(-1) if data is None else varint(len(data)) + data


def record(offset_delta: int, time_delta: int, key: bytes | None, value: bytes | None, headers: Any) -> bytes:
    rest = b"\0" + varint(time_delta) + varint(offset_delta) + blob(key) + blob(value) + varint(len(headers))
    rest += b"".join(blob(name.encode()) + blob(content) for name, content in headers)
    return varint(len(rest)) + rest


def batch(records: list[Any]) -> bytes:
    """A batch of tuples (offset, timestamp, key, value, headers), uncompressed, with nothing else set."""
    offset, timestamp = records[0][:2]
    tail = struct.pack(
        ">hiqqqhii",
        0,
        records[-1][0] - offset,
        timestamp,
        max(r[1] for r in records),
        -1,
        -1,
        -1,
        len(records),
    )
    tail += b"".join(record(r[0] - offset, r[1] - timestamp, *r[2:]) for r in records)
    return struct.pack(">qiibI", offset, len(tail) + 9, -1, 2, crc32c(tail)) + tail
