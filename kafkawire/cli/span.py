"""What part of a topic `consume` prints: where it begins, and where it stops."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kafkawire.cli.usage import UsageError, milliseconds

if TYPE_CHECKING:
    from kafkawire.client import Consumer, TopicPartition

__all__ = ["WHERE", "Span"]

WHERE = "beginning, end, an offset, -N for the last N of each partition, s@TIME to start or e@TIME to stop at a time"

_WORDS = ("beginning", "end", "stored")


@dataclass(slots=True)
class Span:
    """Where to begin (a word, an offset, or a time in milliseconds) and at which time to stop, for each partition."""

    word: str = "beginning"
    offset: int | None = None
    since: int | None = None
    until: int | None = None
    stops: dict[TopicPartition, int] = field(default_factory=dict)

    @classmethod
    def parse(cls, texts: Iterable[str]) -> Span:
        """What the values of `-o` say. Raises `UsageError`."""
        span = cls()
        for text in texts:
            if text in _WORDS:
                span.word = text
            elif text.startswith("s@"):
                span.since = milliseconds(text[2:])
            elif text.startswith("e@"):
                span.until = milliseconds(text[2:])
            else:
                span.offset = _number(text)
        return span

    @property
    def is_plain(self) -> bool:
        """Whether it is a word only, which a group can begin at too."""
        return self.offset is None and self.since is None and self.until is None

    async def apply(self, consumer: Consumer, partitions: Sequence[TopicPartition]) -> None:
        """Seek to the beginning, and note where to stop."""
        ends = await consumer.end_offsets(partitions)
        if self.until is not None:
            found = await consumer.offsets_for_times(dict.fromkeys(partitions, self.until))
            self.stops = {tp: found[tp] if found.get(tp, -1) >= 0 else ends[tp] for tp in partitions}
        if self.since is not None:
            found = await consumer.offsets_for_times(dict.fromkeys(partitions, self.since))
            begins = {tp: found[tp] if found.get(tp, -1) >= 0 else ends[tp] for tp in partitions}
        elif self.offset is None:
            return
        else:  # an offset that is not there would mean the beginning, whichever side it lies on
            starts = await consumer.beginning_offsets(partitions)
            wanted = {tp: self.offset if self.offset >= 0 else max(ends[tp] + self.offset, 0) for tp in partitions}
            begins = {tp: min(max(starts[tp], wanted[tp]), ends[tp]) for tp in partitions}
            if self.offset >= 0:
                _say_what_is_elsewhere(wanted, starts, ends)
        for tp, offset in begins.items():
            consumer.seek(tp, offset)

    def cut(self, tp: TopicPartition, records: list[Any]) -> list[Any]:
        """Of these the records before the stop."""
        stop = self.stops.get(tp)
        return records if stop is None else [record for record in records if record.offset < stop]

    def is_over(self, consumer: Consumer) -> bool:
        """Whether all partitions have come to their stop."""
        positions = consumer.positions()
        return bool(self.stops) and all(positions.get(tp, 0) >= stop for tp, stop in self.stops.items())


def _say_what_is_elsewhere(
    wanted: Mapping[TopicPartition, int], starts: Mapping[TopicPartition, int], ends: Mapping[TopicPartition, int]
) -> None:
    """On standard error, of offsets that somebody has named and that are not there."""
    for tp, offset in wanted.items():
        if offset > ends[tp]:
            print(f"kafkawire: {tp}: offset {offset} is beyond the end, which is {ends[tp]}", file=sys.stderr)
        elif 0 < offset < starts[tp]:
            print(f"kafkawire: {tp}: offset {offset} is gone, the first one is {starts[tp]}", file=sys.stderr)


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise UsageError(f"--offset {text}: want {WHERE}") from None
