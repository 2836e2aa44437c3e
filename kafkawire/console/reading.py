"""Records of a topic, as a consumer reads them: a range, and a page of it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.console.decoders import Decoding, Shown, indented
from kafkawire.limits import MIB

if TYPE_CHECKING:
    from kafkawire.client import Consumer
    from kafkawire.records import Record

__all__ = ["Options", "Range", "Source", "Start", "read_page", "record_row", "record_size"]

Options = Mapping[str, Any]
Start = Literal["newest", "oldest", "offset", "time"]

_PAGE_SECONDS = 10.0
_MOST_BYTES = 32 * MIB  # of records in a page, before the newest or oldest of all partitions are chosen
_LONGEST_SHOWN = 100_000  # characters of one key or value
_MOST_HEADERS = 100
_LONGEST_NAME = 2_000  # characters of a header's name


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Which records: of a topic or one partition, from where, up to where. Times are milliseconds since the epoch.

    `at` is the offset or the time to begin with; `positions` say where the page before ended, by partition.
    """

    topic: str
    partition: int | None = None
    start: Start = "newest"
    at: int = 0
    until: int | None = None
    positions: Mapping[int, int] = field(default_factory=dict)
    committed: bool = False
    """Without the records of open and aborted transactions."""


class Source:
    """A consumer that reads a range, and knows where the range begins and ends in each partition."""

    def __init__(self, servers: str, options: Options, wanted: Range) -> None:
        from kafkawire.client import Consumer

        isolation = "read_committed" if wanted.committed else "read_uncommitted"
        fixed: dict[str, Any] = {"auto_offset_reset": "earliest", "isolation_level": isolation}
        bounds = {"prefetch_max_bytes": 8 * MIB, "fetch_max_bytes": 4 * MIB, "allow_auto_create_topics": False}
        self._wanted = wanted
        self.consumer: Consumer = Consumer(servers, **{**options, **fixed, **bounds})
        self.first: dict[TopicPartition, int] = {}
        """Where the log begins."""
        self.starts: dict[TopicPartition, int] = {}
        self.ends: dict[TopicPartition, int] = {}

    async def find(self, backwards: int = 0, *, in_all: bool = False) -> None:
        """Where the range lies. `backwards`: begin so many offsets before the end, of each partition or `in_all`."""
        consumer, wanted = self.consumer, self._wanted
        tps = await consumer.partitions(wanted.topic)
        if wanted.partition is not None:
            tps = [tp for tp in tps if tp.partition == wanted.partition]
            if not tps:
                raise InvalidOption(f"topic {wanted.topic!r} has no partition {wanted.partition}")
        self.first, self.ends = await consumer.beginning_offsets(tps), await consumer.end_offsets(tps)
        if wanted.until is not None:
            found = await consumer.offsets_for_times(dict.fromkeys(tps, wanted.until))
            self.ends = {tp: found[tp] if found.get(tp, -1) >= 0 else end for tp, end in self.ends.items()}
        if backwards:
            backwards = -(-backwards // len(tps)) if in_all else backwards
            self.ends |= {tp: min(self.ends[tp], wanted.positions.get(tp.partition, self.ends[tp])) for tp in tps}
            begins = {tp: self.ends[tp] - backwards for tp in tps}
        elif wanted.start == "time":
            found = await consumer.offsets_for_times(dict.fromkeys(tps, max(0, wanted.at)))
            begins = {tp: found[tp] if found.get(tp, -1) >= 0 else self.ends[tp] for tp in tps}
        else:
            begins = dict.fromkeys(tps, wanted.at if wanted.start == "offset" else 0)
        if not backwards:
            begins |= {tp: max(begins[tp], wanted.positions.get(tp.partition, 0)) for tp in tps}
        self.starts = {tp: min(max(begins[tp], self.first[tp]), self.ends[tp]) for tp in tps}

    async def records(self, most: int, deadline: float) -> AsyncIterator[list[tuple[TopicPartition, Record]]]:
        """The records of the range in batches of up to `most`, empty ones too, until the deadline."""
        left = [tp for tp in self.starts if self.starts[tp] < self.ends[tp]]
        self.consumer.assign(left)
        for tp in left:
            self.consumer.seek(tp, self.starts[tp])
        while left and time.monotonic() < deadline:
            chunks = await self.consumer.fetch(most, timeout=0.2)
            yield [(c.tp, record) for c in chunks for record in c.records if record.offset < self.ends[c.tp]]
            positions = self.consumer.positions()
            done = [tp for tp in left if positions.get(tp, 0) >= self.ends[tp]]
            left = [tp for tp in left if tp not in done]
            if done:
                self.consumer.pause(done)


# --- a page -----------------------------------------------------------------------------------------------------------


async def read_page(servers: str, options: Options, wanted: Range, decoding: Decoding, limit: int) -> dict[str, Any]:
    """The newest or oldest records of a range, in the order of time, and where the next page begins."""
    newest = wanted.start == "newest"
    source = Source(servers, options, wanted)
    async with source.consumer:
        await source.find(backwards=limit if newest else 0)
        parts, is_cut = await _gathered(source, limit)
    shown = _merged(parts.values(), limit, newest=newest)
    rows = await asyncio.to_thread(lambda: [record_row(tp, record, decoding) for tp, record in shown])
    ends = source.ends
    following = _following(source, parts, shown, newest=newest)
    more = any(at > source.first[tp] if newest else at < ends[tp] for tp, at in following.items())
    return {
        "rows": rows,
        "positions": {str(tp.partition): offset for tp, offset in following.items()},
        "more": more,
        "note": f"stopped after {_PAGE_SECONDS:g} s or {_MOST_BYTES // MIB} MiB: not all was read" if is_cut else "",
        "ranges": [{"partition": tp.partition, "start": source.first[tp], "end": ends[tp]} for tp in source.starts],
    }


@dataclass(slots=True)
class _Part:
    """What was read of one partition, and whether that is all of the range."""

    records: list[tuple[TopicPartition, Record]] = field(default_factory=list)
    is_whole: bool = False
    has_dropped: bool = False


async def _gathered(source: Source, limit: int) -> tuple[dict[TopicPartition, _Part], bool]:
    """Up to `limit` records of each partition, and whether time or memory have set an earlier end."""
    parts = {tp: _Part(is_whole=source.starts[tp] >= source.ends[tp]) for tp in source.starts}
    size = 0
    async for batch in source.records(limit, time.monotonic() + _PAGE_SECONDS):
        for tp, record in batch:
            if len(parts[tp].records) < limit:
                size += record_size(record)
                parts[tp].records.append((tp, record))
            else:
                parts[tp].has_dropped = True
        positions = source.consumer.positions()
        for tp, part in parts.items():
            part.is_whole = positions.get(tp, source.starts[tp]) >= source.ends[tp] and not part.has_dropped
        if size > _MOST_BYTES or all(part.is_whole or len(part.records) >= limit for part in parts.values()):
            break
    return parts, not all(part.is_whole or len(part.records) >= limit for part in parts.values())


def _merged(parts: Iterable[_Part], limit: int, *, newest: bool) -> list[tuple[TopicPartition, Record]]:
    """The first records by time, or the last; those of one partition stay in their order, whatever their times are."""
    sign = -1 if newest else 1
    lists = [part.records[::sign] for part in parts]
    return [*islice(merge(*lists, key=lambda item: sign * item[1].timestamp), limit)]


def _following(
    source: Source,
    parts: Mapping[TopicPartition, _Part],
    shown: Sequence[tuple[TopicPartition, Record]],
    *,
    newest: bool,
) -> dict[TopicPartition, int]:
    """Where the next page begins in each partition, or ends if it goes backwards."""
    counts, last = Counter(tp for tp, _ in shown), {tp: record.offset for tp, record in shown}
    found = {}
    for tp, part in parts.items():
        begin, end = (source.ends, source.starts) if newest else (source.starts, source.ends)
        if part.is_whole and counts[tp] == len(part.records):
            found[tp] = end[tp]
        elif tp in last:
            found[tp] = last[tp] if newest else last[tp] + 1
        else:
            found[tp] = begin[tp]
    return found


def record_size(record: Record) -> int:
    """Bytes of what is shown of a record."""
    headers = sum(len(name) + len(value or b"") for name, value in record.headers[:_MOST_HEADERS])
    return len(record.key or b"") + len(record.value or b"") + headers


def record_row(tp: TopicPartition, record: Record, decoding: Decoding) -> dict[str, Any]:
    """A record as the page shows it."""
    key, value = decoding.shown(record.key, record.value)
    return {
        "partition": tp.partition,
        "offset": record.offset,
        "timestamp": record.timestamp,
        "key": _shown(key, record.key),
        "value": _shown(value, record.value),
        "headers": [
            [name[:_LONGEST_NAME], _shown(Decoding(topic="").shown(None, data)[1], data)]
            for name, data in record.headers[:_MOST_HEADERS]
        ],
    }


def _shown(shown: Shown | None, data: bytes | None) -> dict[str, Any] | None:
    if shown is None:
        return None
    text = shown.text
    if text[:1] in ("{", "[") and shown.kind not in ("text", "hex") and len(text) <= _LONGEST_SHOWN:
        text = indented(text, 4 * _LONGEST_SHOWN)
    cut = len(text) > _LONGEST_SHOWN
    size = 0 if data is None else len(data)
    return {"kind": shown.kind, "text": text[:_LONGEST_SHOWN], "note": shown.note, "size": size, "cut": cut}
