"""Confluent's header: a zero, four bytes with the number of a schema, and for Protobuf which message of it this is."""

from __future__ import annotations

from kafkawire.errors import DecodeError
from kafkawire.varint import read_varint

__all__ = ["Malformed", "read_message_indexes", "split_frame"]

_HEADER = 5
_MOST_INDEXES = 100  # messages within messages


class Malformed(DecodeError):
    """A key or value that is not what the options say."""


def split_frame(data: bytes) -> tuple[int, bytes]:
    """The number of the schema, and what is behind the header. Raises `Malformed`."""
    if len(data) < _HEADER or data[0] != 0:
        found = data[:_HEADER].hex() or "no bytes"
        raise Malformed(f"no Confluent header (a zero and the number of a schema) in {found}")
    return int.from_bytes(data[1:_HEADER], "big"), data[_HEADER:]


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
