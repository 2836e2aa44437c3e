"""The indexes of a segment beside its batches: how many entries, how far apart, and which are wrong."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from kafkawire.logfiles.files import LocalFile
from kafkawire.logfiles.index_check import Finding, OffsetIndexCheck, TimeIndexCheck
from kafkawire.logfiles.indexes import OFFSET_ENTRY, TIME_ENTRY, entries_of
from kafkawire.logfiles.reading import content
from kafkawire.logfiles.segment import Segment, beside
from kafkawire.logfiles.walking import Damage, walk

__all__ = ["IndexReport", "look_at_indexes"]

_MOST = 1000


@dataclass(slots=True)
class IndexReport:
    """One index file. `longest`: bytes of log that a reader may have to walk over between two entries, at most.

    `is_there`: whether there is a file. `used`: bytes of it before the zeros.
    """

    path: str
    is_there: bool
    size: int
    entries: int
    used: int
    longest: int = 0
    wrong: list[Finding] = field(default_factory=list)


def look_at_indexes(segment: Segment) -> tuple[IndexReport, IndexReport]:
    """What there is to say about the offset index and the time index of a segment. Raises `OSError`."""
    offsets, data = _report(beside(segment, ".index"), OFFSET_ENTRY.size)
    positions = entries_of(OFFSET_ENTRY, data)
    index = OffsetIndexCheck(data, segment.base_offset)
    times, data = _report(beside(segment, ".timeindex"), TIME_ENTRY.size)
    time_index = TimeIndexCheck(data, segment.base_offset)
    offsets.wrong += index.early
    times.wrong += time_index.early
    end = _walked(segment, index, time_index, offsets, times)
    before = 0
    for _, position in [*positions, (0, segment.size)]:
        offsets.longest, before = max(offsets.longest, position - before), position
    offsets.wrong += index.end(segment.size)
    times.wrong += time_index.end(end)
    del offsets.wrong[_MOST:], times.wrong[_MOST:]
    return offsets, times


def _walked(
    segment: Segment, index: OffsetIndexCheck, time_index: TimeIndexCheck, offsets: IndexReport, times: IndexReport
) -> int:
    """Hold the entries against all batches; returns where these end."""
    largest, end = -1, segment.base_offset
    with LocalFile(segment.path) as file:
        for position, found in walk(file):
            if isinstance(found, Damage):
                index.pass_over(found.end)
                time_index.give_up()
                continue
            base, last, timestamp = found[0], found[0] + found[6], found[8]
            largest, end = max(largest, timestamp), last + 1
            if position >= index.position:
                offsets.wrong += index.see(position, base, last)
            if last >= time_index.offset:
                times.wrong += time_index.see(base, last, timestamp, largest)
    return end


def _report(path: str, size: int) -> tuple[IndexReport, bytes]:
    data = content(path) if os.path.exists(path) else b""
    used = -(-len(data.rstrip(b"\0")) // size) * size
    return IndexReport(path, os.path.exists(path), len(data), used // size, used), data
