"""From segments to tasks: which files to read, from where to where, and how they are shared out."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import CorruptBatch
from kafkawire.internal_records import INTERNAL
from kafkawire.logfiles.segment import Segment
from kafkawire.logfiles.transactions import Aborted
from kafkawire.spark.log.files import Partitions, find_segments, open_segment
from kafkawire.spark.log.indexes import latest_time
from kafkawire.spark.log.options import LogOptions
from kafkawire.spark.log.transactions import read_transactions

__all__ = ["Part", "Wanted", "chosen", "plan", "plan_whole"]

_LEAST, _MOST = 0, 2**63 - 1

_log = logging.getLogger("kafkawire.spark")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is left of a partition to read: bounds of offsets and times (ms), the upper ones excluded."""

    offsets: tuple[int, int] = (_LEAST, _MOST)
    times: tuple[int, int] = (_LEAST, _MOST)
    aborted: tuple[Aborted, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a segment, between batches. Positions in bytes; crosses to executors by pickle."""

    segment: Segment
    start: int
    end: int
    wanted: Wanted = Wanted()
    before: Segment | None = None
    """The segment before it, where somebody looks for gaps."""

    def __len__(self) -> int:
        return self.end - self.start


def chosen(options: LogOptions) -> Partitions:
    """The segments of the partitions that the options name. Raises `InvalidOption` where there is none to name."""
    found = find_segments(options.paths)
    topics = {tp.topic for tp in found}
    missing = [topic for topic in options.topics if topic not in topics]
    if missing:
        raise InvalidOption(f"topic {missing[0]} is not there; there are {', '.join(sorted(topics))}")
    if options.mode == "internal":
        others = [topic for topic in options.topics or topics if topic not in INTERNAL]
        if others and (options.topics or len(others) == len(topics)):
            raise InvalidOption(f"valueFormat=kafka-internal: {others[0]} is none of {', '.join(INTERNAL)}")
        found = {tp: segments for tp, segments in found.items() if tp.topic in INTERNAL}
    return {tp: segments for tp, segments in found.items() if options.wants(tp)}


def plan(options: LogOptions, partitions: Partitions, wanted: Wanted) -> list[list[Part]]:
    """The parts of each task; `wanted` is what filters of the query leave."""
    parts: list[Part] = []
    for segments in partitions.values():
        own = _without_undecided(options, segments, wanted) if options.read_committed else wanted
        parts += [part for segment in segments for part in _narrowed(segment, own)]
    total = sum(map(len, parts))
    most = options.max_partition_bytes
    if options.min_partitions:
        most = max(1, min(most, total // options.min_partitions))
    return _shared([piece for part in parts for piece in _split(part, most)], most)


def plan_whole(options: LogOptions, partitions: Partitions) -> list[list[Part]]:
    """Whole segments, empty ones left out: for what looks at batches, and at gaps between them."""
    parts = [
        Part(segment, 0, segment.size, before=before)
        for segments in partitions.values()
        for before, segment in zip([None, *segments], segments, strict=False)
        if segment.size
    ]
    return _shared(parts, options.max_partition_bytes)


def _without_undecided(options: LogOptions, segments: list[Segment], wanted: Wanted) -> Wanted:
    """Raises `CorruptBatch` where what ends a transaction cannot be read, if damage is to fail the query."""
    tp, found = TopicPartition(segments[0].topic, segments[0].partition), read_transactions(segments)
    least, most = wanted.offsets
    for first, marker in found.unknown:
        if first < most:
            what = f"{tp}, offset {marker}: the marker that ends the transaction from offset {first} on cannot be read"
            if options.on_corrupt == "fail":
                raise CorruptBatch(f"{what}: nobody knows whether it was aborted")
            _log.warning(what)
    end = found.last_stable_offset(most)
    if end < most:
        _log.warning("%s: a transaction from offset %d on is not decided: it is left out, and all behind it", tp, end)
    return replace(wanted, offsets=(least, end), aborted=tuple(found.aborted))


def _narrowed(segment: Segment, wanted: Wanted) -> Iterator[Part]:
    """The part of a segment in which there may be something that is wanted."""
    least, most = wanted.offsets
    if not segment.size or segment.base_offset >= most:
        return
    if segment.next_base is not None and segment.next_base <= least:
        return
    if wanted.times[0] > _LEAST:
        latest = latest_time(segment)
        if latest is not None and latest < wanted.times[0]:
            return
    start = 0
    if least > segment.base_offset:
        with open_segment(segment) as file:
            start = file.position_before(least)
    aborted = tuple(entry for entry in wanted.aborted if _reaches(entry, segment))
    yield Part(segment, start, segment.size, replace(wanted, aborted=aborted))


def _reaches(aborted: Aborted, segment: Segment) -> bool:
    _, first, last = aborted
    return last >= segment.base_offset and (segment.next_base is None or first < segment.next_base)


def _split(part: Part, most: int) -> Iterator[Part]:
    if len(part) <= most:
        yield part
        return
    with open_segment(part.segment) as file:
        cuts = [cut for cut in file.cuts(most) if part.start < cut < part.end]
    for start, end in pairwise([part.start, *cuts, part.end]):
        yield replace(part, start=start, end=end)


def _shared(parts: Iterable[Part], most: int) -> list[list[Part]]:
    """Neighbours together while they are no more than `most` bytes: a task for each tiny file is too many."""
    tasks: list[list[Part]] = []
    size = most
    for part in parts:
        if size + len(part) > most:
            tasks.append([])
            size = 0
        tasks[-1].append(part)
        size += len(part)
    return tasks
