"""`.txnindex`: which transactions were aborted, beside the segment that holds their markers. Apache Kafka's format.

34 bytes an entry: int16 version (0), producer id, first and last offset of the transaction, and the last stable offset
when it ended. The last offset is that of the marker.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct
from typing import NamedTuple

from kafkawire.errors import CorruptBatch

__all__ = ["AbortedTransaction", "format_aborted", "parse_aborted"]

_ENTRY = Struct(">hqqqq")
_VERSION = 0


class AbortedTransaction(NamedTuple):
    """One aborted transaction of one producer."""

    producer_id: int
    first_offset: int
    last_offset: int
    last_stable_offset: int


def format_aborted(transactions: Iterable[AbortedTransaction]) -> bytes:
    """The content of a `.txnindex` file."""
    return b"".join(_ENTRY.pack(_VERSION, *transaction) for transaction in transactions)


def parse_aborted(data: bytes) -> list[AbortedTransaction]:
    """The inverse of `format_aborted`; raises `CorruptBatch` for what is not whole or of another version."""
    if len(data) % _ENTRY.size:
        raise CorruptBatch(f"a transaction index of {len(data)} bytes")
    entries = list(_ENTRY.iter_unpack(data))
    if any(entry[0] != _VERSION for entry in entries):
        raise CorruptBatch("a transaction index of an unknown version")
    return [AbortedTransaction(*entry[1:]) for entry in entries]
