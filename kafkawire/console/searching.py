"""Searches through the records of a topic, which run by themselves and say how far they are."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, Self

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.console.decoders import Decoding, Shown
from kafkawire.console.patterns import PatternProcess
from kafkawire.console.reading import Options, Range, Source, record_row, record_size
from kafkawire.errors import KafkaWireError
from kafkawire.limits import MIB

if TYPE_CHECKING:
    from kafkawire.records import Record

__all__ = ["Pattern", "Search", "Searches"]

_LONGEST_SEARCHED = 1_000_000
_BATCH = 1_000  # records between two looks at the clock
_MOST_FOUND = 500
_MOST_FOUND_BYTES = 16 * MIB
_PATTERN_SECONDS = 3.0  # for one batch
_UNASKED_SECONDS = 10.0  # a page that is open asks several times a second, one that is hidden every second
_AT_ONCE = 4
_KEPT = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """What is looked for. `key` is one that the whole key is, `contains` and `regex` are found somewhere within."""

    text: str
    kind: Literal["key", "contains", "regex"] = "contains"
    fields: Literal["both", "key", "value"] = "both"
    ignore_case: bool = False

    def texts(self, shown: tuple[Shown | None, Shown | None]) -> list[str]:
        """The parts of a record in which to look."""
        key, value = shown
        fields = "key" if self.kind == "key" else self.fields
        parts = (key if fields != "value" else None, value if fields != "key" else None)
        return [part.text[:_LONGEST_SEARCHED] for part in parts if part is not None]


class Search:
    """A search that runs by itself; `state` says how far it has come. One that nobody asks about any more ends."""

    def __init__(self, wanted: Range, pattern: Pattern, decoding: Decoding, *, most: int, seconds: float) -> None:
        self._wanted, self._pattern, self._decoding = wanted, pattern, decoding
        self._most, self._seconds = most, seconds
        self._rows: list[dict[str, Any]] = []
        self._scanned = self._total = self._size = 0
        self._ended = ""
        self._failed = False
        self._task: asyncio.Task[None] | None = None
        self._asked = time.monotonic()

    def state(self, known: int = 0) -> dict[str, Any]:
        """How far it is, and what was found beyond the first `known`. `ended` says why it has."""
        self._asked = time.monotonic()
        if self._task is not None and self._task.done() and not self._ended:
            self._task.result()  # raises: what nobody has thought of ends no search in silence
        return {
            "scanned": self._scanned,
            "total": self._total,
            "rows": self._rows[known:],
            "found": len(self._rows),
            "ended": self._ended,
            "failed": self._failed,
        }

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return bool(self._ended)

    def start(self, servers: str, options: Options) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run(servers, options))

    async def cancel(self) -> None:
        """Stop, and wait until it has."""
        self._end("cancelled")  # first, for others may ask meanwhile
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def wait(self) -> None:
        """Until it has ended."""
        assert self._task is not None
        await self._task

    def _end(self, why: str, *, failed: bool = False) -> None:
        if not self._ended:
            self._ended, self._failed = why, failed

    async def _run(self, servers: str, options: Options) -> None:
        try:
            await self._through(servers, options)
        except KafkaWireError as exc:
            self._end(str(exc), failed=True)
        except OSError as exc:
            self._end(f"the search has ended: {exc}", failed=True)

    async def _through(self, servers: str, options: Options) -> None:
        deadline = time.monotonic() + self._seconds
        source = Source(servers, options, self._wanted)
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(source.consumer)
            await source.find(self._most if self._wanted.start == "newest" else 0, in_all=True)
            self._total = sum(source.ends[tp] - source.starts[tp] for tp in source.starts)
            matcher = await stack.enter_async_context(_Matcher(self._pattern))
            await matcher.places([])  # which says so at once if it is no regular expression
            async for batch in source.records(_BATCH, deadline):
                await self._look(batch[: self._most - self._scanned], matcher)
                if self._is_to_end():
                    return
            positions = source.consumer.positions()
            if all(positions.get(tp, source.starts[tp]) >= end for tp, end in source.ends.items()):
                self._end("all searched")
            else:
                self._end(f"gave up after {self._seconds:g} s", failed=True)

    def _is_to_end(self) -> bool:
        if time.monotonic() - self._asked > _UNASKED_SECONDS:
            self._end(f"nobody has asked about it for {_UNASKED_SECONDS:g} s", failed=True)
        elif len(self._rows) >= _MOST_FOUND or self._size >= _MOST_FOUND_BYTES:
            self._end(f"stopped at {len(self._rows)} found; search a smaller range for more")
        elif self._scanned >= self._most:
            self._end(f"stopped after {self._most:,} records, as asked")
        return self.is_over

    async def _look(self, batch: Sequence[tuple[TopicPartition, Record]], matcher: _Matcher) -> None:
        texts = await asyncio.to_thread(self._texts, batch)
        places = await matcher.places(texts)
        self._scanned += len(batch)
        for place in places[: _MOST_FOUND - len(self._rows)]:
            tp, record = batch[place]
            self._rows.append(record_row(tp, record, self._decoding))
            self._size += record_size(record)
            if self._size >= _MOST_FOUND_BYTES:
                break

    def _texts(self, batch: Sequence[tuple[TopicPartition, Record]]) -> list[list[str]]:
        return [self._pattern.texts(self._decoding.shown(record.key, record.value)) for _, record in batch]


class _Matcher:
    """Finds what is looked for."""

    def __init__(self, pattern: Pattern) -> None:
        self._pattern = pattern
        self._is_whole = pattern.kind == "key"
        self._fold: Callable[[str], str] = str.lower if pattern.ignore_case else str
        self._wanted = self._fold(pattern.text)
        self._process = PatternProcess(_PATTERN_SECONDS) if pattern.kind == "regex" else None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.close()

    async def places(self, batch: list[list[str]]) -> list[int]:
        """Which of the batch fit. Raises `Refused` where that takes too long."""
        process, pattern = self._process, self._pattern
        if process is None:
            return [place for place, texts in enumerate(batch) if any(map(self._fits, texts))]
        return await asyncio.to_thread(process.places, pattern.text, batch, ignore_case=pattern.ignore_case)

    def _fits(self, text: str) -> bool:
        text = self._fold(text)
        return text == self._wanted if self._is_whole else self._wanted in text


class Searches:
    """The searches of a page, by number."""

    def __init__(self, servers: str, options: Options) -> None:
        self._servers, self._options = servers, options
        self._numbers = count(1)
        self._all: dict[int, Search] = {}

    def begin(self, search: Search) -> int:
        """Start a search. Raises `InvalidOption` if too many run."""
        if sum(not each.is_over for each in self._all.values()) >= _AT_ONCE:
            raise InvalidOption(f"{_AT_ONCE} searches run already: cancel one")
        while len(self._all) >= _KEPT:
            del self._all[next(number for number, each in self._all.items() if each.is_over)]
        number = next(self._numbers)
        self._all[number] = search
        search.start(self._servers, self._options)
        return number

    def __getitem__(self, number: int) -> Search:
        try:
            return self._all[number]
        except KeyError:
            raise InvalidOption(f"there is no search {number}") from None

    async def close(self) -> None:
        """Stop them all."""
        await asyncio.gather(*(search.cancel() for search in self._all.values()))
