"""Entries of the two sparse indexes beside a segment, and of its index of aborted transactions.

`.index` leads from an offset to a position in the `.log`: 8 bytes an entry, the offset of a batch's last record
relative to the segment's base, and where that batch begins. `.timeindex` leads from a timestamp to an offset: 12 bytes
an entry, the largest timestamp so far and the relative offset that carries it. Both are sorted. While a segment is
written to, zeros stand behind the last entry of a file that was made as large as it may become.

`.txnindex` says which transactions were aborted, beside the segment that holds their markers: 34 bytes an entry, int16
version (0), producer id, first and last offset of the transaction, and the last stable offset when it ended. The last
offset is that of the marker.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from struct import Struct
from typing import NamedTuple

from kafkawire.errors import CorruptBatch

__all__ = [
    "OFFSET_ENTRY",
    "TIME_ENTRY",
    "AbortedTransaction",
    "entries_of",
    "format_aborted",
    "parse_aborted",
    "parse_entries",
]

OFFSET_ENTRY = Struct(">ii")
"""Relative offset, position."""
TIME_ENTRY = Struct(">qi")
"""Timestamp in ms, relative offset."""
_ABORTED = Struct(">hqqqq")
_VERSION = 0


def entries_of(layout: Struct, data: bytes) -> Iterator[tuple[int, int]]:
    """The whole entries of `.index` or `.timeindex` before the zeros at its end, one by one."""
    used = data.rstrip(b"\0")
    whole = min(-(-len(used) // layout.size), len(data) // layout.size)  # the last entry may end with zeros
    return iter(layout.iter_unpack(memoryview(data)[: whole * layout.size]))


def parse_entries(layout: Struct, data: bytes) -> list[tuple[int, int]]:
    """What `entries_of` gives, at once."""
    return list(entries_of(layout, data))


class AbortedTransaction(NamedTuple):
    """One aborted transaction of one producer."""

    producer_id: int
    first_offset: int
    last_offset: int
    last_stable_offset: int


def format_aborted(transactions: Iterable[AbortedTransaction]) -> bytes:
    """The content of a `.txnindex` file."""
    return b"".join(_ABORTED.pack(_VERSION, *transaction) for transaction in transactions)


def parse_aborted(data: bytes) -> list[AbortedTransaction]:
    """The inverse of `format_aborted`; raises `CorruptBatch` for what is not whole or of another version."""
    if len(data) % _ABORTED.size:
        raise CorruptBatch(f"a transaction index of {len(data)} bytes")
    entries = list(_ABORTED.iter_unpack(data))
    if any(entry[0] != _VERSION for entry in entries):
        raise CorruptBatch("a transaction index of an unknown version")
    return [AbortedTransaction(*entry[1:]) for entry in entries]
