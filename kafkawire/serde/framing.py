"""Confluent's header: a zero, four bytes with the number of a schema, and for Protobuf which message of it this is."""

from __future__ import annotations

from kafkawire.errors import DecodeError
from kafkawire.varint import read_varint, write_varint

__all__ = ["HEADER", "Malformed", "framed", "is_framed", "read_message_indexes", "split_frame", "write_message_indexes"]

HEADER = 5
_MOST_INDEXES = 100  # messages within messages


class Malformed(DecodeError):
    """A key or value that is not what the options say."""


def is_framed(data: bytes) -> bool:
    """Whether the bytes begin with a zero and have room for the number of a schema."""
    return len(data) >= HEADER and data[0] == 0


def split_frame(data: bytes) -> tuple[int, bytes]:
    """The number of the schema, and what is behind the header. Raises `Malformed`."""
    if not is_framed(data):
        found = data[:HEADER].hex() or "no bytes"
        raise Malformed(f"no Confluent header (a zero and the number of a schema) in {found}")
    return int.from_bytes(data[1:HEADER], "big"), data[HEADER:]


def framed(number: int, data: bytes) -> bytes:
    """Data behind the number of its schema."""
    return b"\0" + number.to_bytes(4, "big") + data


def write_message_indexes(indexes: list[int]) -> bytes:
    """Places of the message in its file, outermost first."""
    if indexes == [0]:
        return b"\0"  # the first message of a file is usual, and written in one byte
    return b"".join(map(write_varint, [len(indexes), *indexes]))


def read_message_indexes(data: bytes) -> tuple[list[int], bytes]:
    """Places of the message in its file, outermost first, and what is behind. Raises `Malformed`, `DecodeError`."""
    count, pos = read_varint(data, 0)
    if not 0 <= count <= _MOST_INDEXES:
        raise Malformed(f"{count} message indexes")
    if not count:
        return [0], data[pos:]  # the first message of a file is usual, and written in one byte
    indexes = []
    for _ in range(count):
        index, pos = read_varint(data, pos)
        indexes.append(index)
    return indexes, data[pos:]
