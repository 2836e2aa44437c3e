"""`.txnindex`: which transactions were aborted, beside the segment that holds their markers. Apache Kafka's format.

34 bytes an entry: int16 version (0), producer id, first and last offset of the transaction, and the last stable offset
when it ended. The last offset is that of the marker.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from struct import Struct
from typing import NamedTuple

from kafkawire.errors import CorruptBatch

__all__ = ["AbortedTransaction", "aborted_between", "format_aborted", "parse_aborted"]

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


def aborted_between(
    indexes: Iterable[Sequence[AbortedTransaction]], offset: int, upper_bound: int
) -> list[AbortedTransaction]:
    """The aborted transactions that reach into the offsets from `offset` to before `upper_bound`.

    `indexes` are those of the segments in a row, each in the order of the markers, from the one with `offset` on. No
    more of them are looked at than needed: once the last stable offset has passed the bound, what was aborted later
    began later.
    """
    found = []
    for index in indexes:
        first = bisect_left(index, offset, key=lambda transaction: transaction.last_offset)
        for transaction in index[first:]:
            if transaction.first_offset < upper_bound:
                found.append(transaction)
            if transaction.last_stable_offset >= upper_bound:
                return found
    return found
