"""Which offsets to read: the JSON of Spark's Kafka source, compared with what a topic holds, cut into ranges."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from kafkawire.client.errors import InvalidOption, NoOffset
from kafkawire.client.metadata import TopicPartition

__all__ = [
    "EARLIEST",
    "IF_LOST",
    "LATEST",
    "OffsetRange",
    "OffsetSpec",
    "parse_offsets",
    "parse_partitions",
    "plan_ranges",
    "split_ranges",
]

LATEST = -1
"""In place of an offset: behind the last record."""
EARLIEST = -2
"""In place of an offset: the first record that is still there."""

IF_LOST = "set failOnDataLoss to false to read what there is"
"""What to do about offsets that are not there."""

_WORDS = {"earliest": EARLIEST, "latest": LATEST}
_LARGEST = 2**63 - 1

OffsetSpec = int | dict[TopicPartition, int]
"""`EARLIEST` or `LATEST` for all partitions, or an offset (or one of both) for each."""

Bounds = Mapping[TopicPartition, tuple[int, int]]
"""Per partition the first offset that is there, and the one behind the last."""


@dataclass(frozen=True, slots=True)
class OffsetRange:
    """The offsets from `start` up to, and without, `end` of one partition."""

    tp: TopicPartition
    start: int
    end: int

    def __len__(self) -> int:
        """The number of offsets; compaction may have left fewer records."""
        return self.end - self.start


# ------------------------------------------------------------------------------------------------------------- parsing


def parse_offsets(name: str, text: str, *, forbidden: int) -> OffsetSpec:
    """`earliest`, `latest`, or `{"topic": {"0": 23, "1": -1}}`, where -2 is earliest and -1 is latest.

    `forbidden` is the one of both that makes no sense for the option. Raises `InvalidOption`.
    """
    word = text.strip().lower()
    if word in _WORDS:
        _refuse(name, _WORDS[word], forbidden)
        return _WORDS[word]
    spec: dict[TopicPartition, int] = {}
    for topic, partitions in _json_object(name, text, "earliest, latest or JSON").items():
        if not isinstance(partitions, dict):
            raise _malformed(name, f"{topic!r} wants an object of partition and offset")
        for index, offset in partitions.items():
            spec[_partition(name, topic, index)] = _offset(name, topic, index, offset, forbidden)
    return spec


def parse_partitions(name: str, text: str) -> tuple[TopicPartition, ...]:
    """`{"topic": [0, 1]}`. Raises `InvalidOption`."""
    found: list[TopicPartition] = []
    for topic, partitions in _json_object(name, text, "JSON").items():
        if not isinstance(partitions, list):
            raise _malformed(name, f"{topic!r} wants a list of partitions")
        found += (_partition(name, topic, index) for index in partitions)
    if not found:
        raise InvalidOption(f"option {name!r} names no partition")
    return tuple(dict.fromkeys(found))


def _json_object(name: str, text: str, wanted: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as exc:
        raise InvalidOption(f"option {name!r} must be {wanted}, not {text!r}: {exc}") from exc
    if not isinstance(value, dict):
        raise _malformed(name, "an object of topics is wanted")
    return value


def _partition(name: str, topic: str, index: object) -> TopicPartition:
    text = str(index)
    if isinstance(index, bool) or not (text.isascii() and text.isdigit()):
        raise _malformed(name, f"{index!r} is no partition of {topic!r}")
    return TopicPartition(topic, int(text))


def _offset(name: str, topic: str, index: str, offset: object, forbidden: int) -> int:
    if not isinstance(offset, int) or isinstance(offset, bool) or not EARLIEST <= offset <= _LARGEST:
        raise _malformed(name, f"{offset!r} is no offset of {topic}-{index}")
    _refuse(name, offset, forbidden)
    return offset


def _refuse(name: str, offset: int, forbidden: int) -> None:
    if offset == forbidden:
        word = "latest" if forbidden == LATEST else "earliest"
        raise InvalidOption(f"option {name!r} cannot be {word} ({forbidden}) in a batch query")


def _malformed(name: str, what: str) -> InvalidOption:
    return InvalidOption(f"option {name!r}: {what}")


# ------------------------------------------------------------------------------------------------------------ planning


def plan_ranges(
    starting: OffsetSpec,
    ending: OffsetSpec,
    bounds: Bounds,
    *,
    fail_on_data_loss: bool = True,
) -> list[OffsetRange]:
    """The range to read of each partition; empty ones are left out.

    Raises `InvalidOption` for
    offsets that do not fit the partitions, and `NoOffset` for ones that are not there, unless `fail_on_data_loss` is
    off: then what is there of the range is read.
    """
    starts = _resolve("startingOffsets", starting, bounds)
    ends = _resolve("endingOffsets", ending, bounds)
    ranges: list[OffsetRange] = []
    for tp, (first, behind_last) in bounds.items():
        start, end = starts[tp], ends[tp]
        if start > end:
            raise InvalidOption(f"{tp}: startingOffsets {start} is behind endingOffsets {end}")
        if fail_on_data_loss:
            _ensure_there(OffsetRange(tp, start, end), first, behind_last)
        start, end = max(start, first), min(end, behind_last)
        if start < end:
            ranges.append(OffsetRange(tp, start, end))
    return ranges


def _resolve(name: str, spec: OffsetSpec, bounds: Bounds) -> dict[TopicPartition, int]:
    """An offset for each partition."""
    if isinstance(spec, int):
        spec = dict.fromkeys(bounds, spec)
    if spec.keys() != bounds.keys():
        raise InvalidOption(
            f"option {name!r} must give an offset for each partition that is read: "
            f"missing {_listed(bounds.keys() - spec.keys())}, not read {_listed(spec.keys() - bounds.keys())}"
        )
    special = {tp: {EARLIEST: first, LATEST: behind_last} for tp, (first, behind_last) in bounds.items()}
    return {tp: special[tp].get(offset, offset) for tp, offset in spec.items()}


def _listed(partitions: Iterable[TopicPartition]) -> str:
    return ", ".join(map(str, sorted(partitions))) or "none"


def _ensure_there(wanted: OffsetRange, first: int, behind_last: int) -> None:
    if wanted.start < first or wanted.end > behind_last:
        raise NoOffset(
            f"{wanted.tp}: offsets {wanted.start} to {wanted.end} are asked for, "
            f"{first} to {behind_last} are there; {IF_LOST}"
        )


def split_ranges(ranges: list[OffsetRange], min_partitions: int) -> list[OffsetRange]:
    """Cut large ranges so that there are about `min_partitions` of about the same size, if there are fewer."""
    total = sum(map(len, ranges))
    if min_partitions <= len(ranges) or not total:
        return ranges
    parts: list[OffsetRange] = []
    for whole in ranges:
        count = min(len(whole), max(1, round(len(whole) * min_partitions / total)))
        cuts = [whole.start + len(whole) * i // count for i in range(count + 1)]
        parts += [OffsetRange(whole.tp, a, b) for a, b in pairwise(cuts)]
    return parts
