"""`.snapshot`: what a partition remembers of its producers as of an offset, in Apache Kafka's format.

int16 version (1), uint32 CRC-32C of what follows, and the entries of the message `ProducerSnapshot`.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import TYPE_CHECKING

from kafkawire.errors import CorruptBatch
from kafkawire.records.header import crc32c_function

if TYPE_CHECKING:
    from kafkawire.messages.producer_snapshot import ProducerEntry

__all__ = ["decode_snapshot", "encode_snapshot"]

_VERSION = 1
_VERSION_AND_CRC = Struct(">hI")


def encode_snapshot(entries: Sequence[ProducerEntry]) -> bytes:
    """The content of a `.snapshot` file."""
    from kafkawire.messages import ProducerSnapshot

    body = ProducerSnapshot(producer_entries=[*entries]).encode(_VERSION)[_VERSION_AND_CRC.size - 2 :]
    return _VERSION_AND_CRC.pack(_VERSION, crc32c_function()(body)) + body


def decode_snapshot(data: bytes) -> list[ProducerEntry]:
    """The inverse of `encode_snapshot`; raises `DecodeError` if it is damaged."""
    from kafkawire.messages import ProducerSnapshot

    if len(data) < _VERSION_AND_CRC.size:
        raise CorruptBatch(f"a producer snapshot of {len(data)} bytes")
    version, crc = _VERSION_AND_CRC.unpack_from(data)
    if version != _VERSION or crc != crc32c_function()(data[_VERSION_AND_CRC.size :]):
        raise CorruptBatch(f"a producer snapshot of version {version} with checksum {crc:#010x}")
    return ProducerSnapshot.decode(data[2:], _VERSION).producer_entries
