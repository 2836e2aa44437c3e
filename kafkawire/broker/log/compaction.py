"""Compaction of one log: what there is to clean, which segments become one, and the rewriting of them.

The log has a clean head, a dirty part that no round has seen, and the end that must not be touched yet: the active
segment, what is younger than `min.compaction.lag.ms`, and everything from an undecided transaction on. A round reads
the dirty part to learn the last offset of each key, as far as its map has room, and then rewrites all segments up to
there, neighbours together as long as they fit into one.

Reading and rewriting touch only sealed segments and new files, so a worker thread may do them while the log goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from kafkawire.broker.log.cleaning import Round, Transactions, add_keys, clean
from kafkawire.broker.log.files import FileSystem
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.segment import Segment
from kafkawire.broker.log.swap import CLEANED
from kafkawire.logfiles.indexes import AbortedTransaction
from kafkawire.logfiles.offset_map import ENTRY_SIZE, OffsetMap
from kafkawire.records.header import read_header

__all__ = ["Dirt", "group_segments", "inspect", "learn", "rewrite"]

_MAX_RELATIVE_OFFSET = 2**31 - 1
_ROOMY = 2  # slots for each key where memory is no question: then nearly every look-up needs one step

Progress = Callable[[int], None]
"""Told how many bytes were read or written; it may wait, or raise to end the work."""


class Dirt(NamedTuple):
    """How dirty a log is: dirty from `start` up to `end`, in bytes, beside those that are clean."""

    start: int
    end: int
    clean_bytes: int
    dirty_bytes: int
    is_overdue: bool
    """Whether `max.compaction.lag.ms` is over for something in it."""

    @property
    def ratio(self) -> float:
        """The dirty part of what a round would read; 0 for nothing at all."""
        return self.dirty_bytes / max(self.clean_bytes + self.dirty_bytes, 1)


def inspect(log: PartitionLog, cleaned_up_to: int, now_ms: int) -> Dirt:
    """Look at a log that was cleaned up to an offset."""
    segments = log.segments
    start = max(cleaned_up_to, log.log_start_offset)
    if start > segments[-1].base_offset:  # a checkpoint of another life of this log
        start = log.log_start_offset
    end = _end(log, start, now_ms)
    dirty = _dirty(segments, start, end)
    times = [segment.first_timestamp_found() for segment in dirty]
    oldest = min((time for time in times if time >= 0), default=now_ms)
    return Dirt(
        start,
        end,
        sum(segment.size for segment in segments if segment.base_offset < start and segment not in dirty),
        sum(segment.size for segment in dirty),
        oldest < now_ms - log.config.max_compaction_lag_ms,
    )


def _dirty(segments: Sequence[Segment], start: int, end: int) -> list[Segment]:
    if start >= end:
        return []
    return [s for s, following in pairwise(segments) if following.base_offset > start and s.base_offset < end]


def _end(log: PartitionLog, start: int, now_ms: int) -> int:
    *sealed, active = log.segments
    end = min(active.base_offset, log.last_stable_offset())
    if log.config.min_compaction_lag_ms > 0:
        newest_allowed = now_ms - log.config.min_compaction_lag_ms
        for segment in sealed:
            if segment.base_offset >= start and segment.largest_timestamp() > newest_allowed:
                return min(end, segment.base_offset)
    return end


def learn(
    segments: Sequence[Segment],
    dirt: Dirt,
    aborted: Sequence[AbortedTransaction],
    buffer_size: int,
    load_factor: float,
    progress: Progress,
) -> OffsetMap:
    """The last offset of each key in the dirty part, or in as much of it as the buffer has room for."""
    dirty = _dirty(segments, dirt.start, dirt.end)
    slots = min(buffer_size // ENTRY_SIZE, _ROOMY * sum(map(_record_count, dirty)) + 1)
    latest = OffsetMap(slots, load_factor)
    transactions = Transactions(t for t in aborted if t.last_offset >= dirt.start)
    for segment in dirty:
        for chunk in segment.chunks():
            progress(len(chunk))
            if not add_keys(_up_to(chunk, dirt.end), dirt.start, latest, transactions):
                return latest
    return latest


def _record_count(segment: Segment) -> int:
    # An old wrapper message does not say how many are in it; a message of one byte has more than these eight.
    found = 0
    for header in segment.all_headers():
        found += header.record_count if header.magic == 2 else header.size // 8
    return found


def _up_to(chunk: bytes, end: int) -> bytes:
    from kafkawire.records import split_batches

    *_, (last, _) = batches = split_batches(chunk)
    if read_header(chunk, last).last_offset < end:
        return chunk
    return chunk[: next(start for start, _ in batches if read_header(chunk, start).last_offset >= end)]


def group_segments(segments: Sequence[Segment], end: int, segment_bytes: int) -> list[list[Segment]]:
    """The sealed segments that begin before `end`, in runs that become one segment each."""
    groups: list[list[Segment]] = []
    for segment, following in pairwise(segments):
        if segment.base_offset >= end:
            break
        group = groups[-1] if groups else []
        size = sum(member.size for member in group) + segment.size
        if group and size <= segment_bytes and following.base_offset - 1 - group[0].base_offset <= _MAX_RELATIVE_OFFSET:
            group.append(segment)
        else:
            groups.append([segment])
    return groups


def rewrite(
    files: FileSystem, directory: str, group: Sequence[Segment], task: Round, index_interval: int, progress: Progress
) -> None:
    """Write what is left of some segments as one, `.cleaned`, and return when it is on disk."""
    cleaned = Segment(files, directory, group[0].base_offset, index_interval, suffix=CLEANED)
    try:
        for segment in group:
            for chunk in segment.chunks():
                progress(len(chunk))
                for batch in clean(chunk, task):
                    progress(len(batch))
                    cleaned.append(read_header(batch), [batch])
        cleaned.aborted.write(task.transactions.kept)
        task.transactions.kept = []
        cleaned.seal()
        cleaned.sync()
    except BaseException:
        cleaned.delete()
        raise
    cleaned.close()
