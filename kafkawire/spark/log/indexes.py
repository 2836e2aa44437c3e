"""The indexes beside a segment. They only say where to look: what they say is believed once a batch is found there.

An offset index has entries of int32 offset, from the segment's base on, and int32 position; a time index int64 time
and int32 offset, the last one with the latest time of the segment. Unused space at the end of either is zeros. A
transaction index has 34 bytes for each aborted transaction.
"""

from __future__ import annotations

from itertools import pairwise
from struct import Struct

from kafkawire.spark.log.files import Segment, beside
from kafkawire.spark.paths import read_file

__all__ = ["Aborted", "aborted_transactions", "latest_time", "offset_index"]

_OFFSET = Struct(">ii")
_TIME = Struct(">qi")
_ABORTED = Struct(">hqqqq")

Aborted = tuple[int, int, int]
"""Producer id, first offset and offset of the marker of an aborted transaction."""


def offset_index(segment: Segment) -> list[tuple[int, int]]:
    """Offsets and positions, both ascending; nothing if the index is missing or cannot be one."""
    entries = _entries(_OFFSET, read_file(beside(segment, ".index")))
    if any(b[0] <= a[0] or b[1] <= a[1] for a, b in pairwise(entries)) or any(o < 0 or p < 0 for o, p in entries):
        return []
    return [(segment.base_offset + offset, position) for offset, position in entries if position < segment.size]


def latest_time(segment: Segment) -> int | None:
    """The latest timestamp in the segment, in ms; None where the time index cannot be trusted to know.

    A broker completes it when it begins the next segment, so the last one of a partition has none to trust.
    """
    if segment.next_base is None:
        return None
    entries = _entries(_TIME, read_file(beside(segment, ".timeindex")))
    span = segment.next_base - segment.base_offset
    if not entries or any(b[0] <= a[0] or b[1] < a[1] for a, b in pairwise(entries)) or entries[-1][1] >= span:
        return None
    return int(entries[-1][0])


def aborted_transactions(segment: Segment) -> list[Aborted]:
    """What the segment's transaction index says; nothing if there is none, or none that we know."""
    data = read_file(beside(segment, ".txnindex"))
    entries = list(_ABORTED.iter_unpack(data[: len(data) // _ABORTED.size * _ABORTED.size]))
    return [(pid, first, last) for version, pid, first, last, _ in entries if version == 0 and first <= last]


def _entries(layout: Struct, data: bytes) -> list[tuple[int, int]]:
    """The entries before the zeros."""
    whole = list(layout.iter_unpack(data[: len(data) // layout.size * layout.size]))
    while whole and whole[-1] == (0, 0):
        whole.pop()
    return whole
