"""What the indexes beside a segment tell a planner. They only say where to look: nothing is read by them alone."""

from __future__ import annotations

from itertools import pairwise

from kafkawire.errors import CorruptBatch
from kafkawire.logfiles.indexes import TIME_ENTRY, parse_aborted, parse_entries
from kafkawire.logfiles.segment import Segment, beside
from kafkawire.logfiles.transactions import Aborted
from kafkawire.spark.paths import read_file

__all__ = ["aborted_transactions", "latest_time"]


def latest_time(segment: Segment) -> int | None:
    """The latest timestamp in the segment, in ms; None where the time index cannot be trusted to know.

    A broker completes it when it begins the next segment, so the last one of a partition has none to trust.
    """
    if segment.next_base is None:
        return None
    entries = parse_entries(TIME_ENTRY, read_file(beside(segment, ".timeindex")))
    span = segment.next_base - segment.base_offset
    if not entries or any(b[0] <= a[0] or b[1] < a[1] for a, b in pairwise(entries)) or entries[-1][1] >= span:
        return None
    return int(entries[-1][0])


def aborted_transactions(segment: Segment) -> list[Aborted]:
    """What the segment's transaction index says; nothing if there is none, or none that we know."""
    try:
        entries = parse_aborted(read_file(beside(segment, ".txnindex")))
    except CorruptBatch:
        return []
    return [(entry.producer_id, entry.first_offset, entry.last_offset) for entry in entries]
