"""From what is asked for and what is there to ranges of offsets, and ranges to tasks. Nothing here knows a broker."""

from __future__ import annotations

import logging
import math
from itertools import pairwise

from kafkawire.client.errors import InvalidOption, NoOffset
from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.offsets import OffsetRange, Offsets, listed

__all__ = ["IF_LOST", "Bounds", "batch_ranges", "prorate", "report_loss", "split_ranges", "stream_ranges"]

IF_LOST = "set failOnDataLoss to false to read what there is"
"""What to do about offsets that are not there."""

_log = logging.getLogger("kafkawire.spark")

Bounds = dict[TopicPartition, tuple[int, int]]
"""Per partition the first offset that is there, and the one behind the last."""


def report_loss(message: str, *, fail: bool) -> None:
    """Raise `NoOffset`, or say it in the log and go on: what `failOnDataLoss` chooses."""
    if fail:
        raise NoOffset(f"{message}; {IF_LOST}")
    _log.warning("%s; failOnDataLoss is false, so the query goes on without", message)


def batch_ranges(starts: Offsets, ends: Offsets, bounds: Bounds, *, fail_on_data_loss: bool) -> list[OffsetRange]:
    """The range to read of each partition; empty ones are left out.

    Raises `InvalidOption` for a beginning behind the end, and `NoOffset` for offsets that are not there, unless
    `fail_on_data_loss` is off: then what is there of the range is read.
    """
    ranges: list[OffsetRange] = []
    for tp, (first, behind_last) in bounds.items():
        start, end = starts[tp], ends[tp]
        if start > end:
            raise InvalidOption(f"{tp}: the beginning, offset {start}, is behind the end, offset {end}")
        if start < first or end > behind_last:
            asked = f"{tp}: offsets {start} to {end} are asked for, {first} to {behind_last} are there"
            report_loss(asked, fail=fail_on_data_loss)
        start, end = max(start, first), min(end, behind_last)
        if start < end:
            ranges.append(OffsetRange(tp, start, end))
    return ranges


def stream_ranges(starts: Offsets, ends: Offsets, new: Offsets, *, fail_on_data_loss: bool) -> list[OffsetRange]:
    """The range of each partition in one batch of a streaming query.

    `new`: where partitions begin that `starts` does not know; what was written to them before anybody looked is gone
    if that is not 0. Raises `NoOffset` for that, for partitions that are gone, and for ends that have moved back.
    """
    unknown = ends.keys() - starts.keys() - new.keys()
    if unknown:
        report_loss(f"nothing is there of the new partitions {listed(unknown)}", fail=fail_on_data_loss)
    gone = starts.keys() - ends.keys()
    if gone:
        report_loss(f"partitions {listed(gone)} are gone", fail=fail_on_data_loss)
    for tp, first in new.items():
        if first > 0:
            report_loss(f"the new partition {tp} begins at offset {first} instead of 0", fail=fail_on_data_loss)
    ranges: list[OffsetRange] = []
    for tp in sorted(ends.keys() - unknown):
        start, end = starts.get(tp, new.get(tp, 0)), ends[tp]
        if end < start:
            report_loss(f"{tp}: its end has moved back from offset {start} to {end}", fail=fail_on_data_loss)
        if start < end:
            ranges.append(OffsetRange(tp, start, end))
    return ranges


def split_ranges(ranges: list[OffsetRange], min_partitions: int, max_records: int = 0) -> list[OffsetRange]:
    """Cut large ranges, each into parts of about one size.

    No part holds more than `max_records` offsets, and there are about `min_partitions` in all; 0 asks for neither.
    """
    if max_records:
        ranges = [part for whole in ranges for part in _cut(whole, math.ceil(len(whole) / max_records))]
    if min_partitions <= len(ranges):
        return ranges
    total = sum(map(len, ranges))
    # Ranges that stay whole take a task each; what is left of the tasks is shared by the others.
    whole = [part for part in ranges if round(len(part) * min_partitions / total) <= 1]
    left = max(1, min_partitions - len(whole))
    shared = total - sum(map(len, whole))
    parts: list[OffsetRange] = []
    for part in ranges:
        parts += [part] if part in whole else _cut(part, max(1, round(len(part) * left / shared)))
    return parts


def _cut(whole: OffsetRange, count: int) -> list[OffsetRange]:
    count = min(len(whole), count)
    cuts = [whole.start + len(whole) * i // count for i in range(count + 1)]
    return [OffsetRange(whole.tp, a, b) for a, b in pairwise(cuts)]


def prorate(limit: int, starts: Offsets, ends: Offsets) -> Offsets:
    """Ends so that about `limit` offsets are read: each partition gives in proportion to what it has.

    No partition that has something is left out, however small its part; `starts` holds all partitions of `ends` that
    are to be limited.
    """
    sizes = {tp: ends[tp] - starts[tp] for tp in ends if tp in starts and ends[tp] > starts[tp]}
    total = sum(sizes.values())
    limited = dict(ends)
    for tp, size in sizes.items():
        part = limit * (size / total)
        whole = math.ceil(part) if part < 1 else math.floor(part)
        limited[tp] = min(ends[tp], starts[tp] + whole)
    return limited
