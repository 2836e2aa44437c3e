"""Where to begin and where to end, as the options of Spark's Kafka source say it, and offsets as its JSON has them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition

__all__ = [
    "EARLIEST",
    "LATEST",
    "AtTimestamp",
    "Bound",
    "OffsetRange",
    "Offsets",
    "listed",
    "offsets_from_json",
    "offsets_to_json",
    "parse_offsets",
    "parse_partitions",
    "parse_timestamps",
]

LATEST = -1
"""In place of an offset: behind the last record."""
EARLIEST = -2
"""In place of an offset: the first record that is still there."""

_WORDS = {"earliest": EARLIEST, "latest": LATEST}
_LARGEST = 2**63 - 1

Offsets = dict[TopicPartition, int]


@dataclass(frozen=True, slots=True)
class AtTimestamp:
    """The first record at or after a time in milliseconds: one time for all partitions, or one for each.

    Where nothing is that late: an error, or the end if `latest_if_none`. An end bound always takes the end.
    """

    option: str
    timestamps: int | Offsets
    latest_if_none: bool = False

    def of(self, tp: TopicPartition) -> int:
        """The time for one partition."""
        return self.timestamps if isinstance(self.timestamps, int) else self.timestamps[tp]


Bound = int | Offsets | AtTimestamp
"""`EARLIEST` or `LATEST` for all partitions; an offset, or one of both, for each; or a time."""


@dataclass(frozen=True, slots=True)
class OffsetRange:
    """The offsets from `start` up to, and without, `end` of one partition."""

    tp: TopicPartition
    start: int
    end: int

    def __len__(self) -> int:
        """The number of offsets; compaction may have left fewer records."""
        return self.end - self.start


def parse_offsets(name: str, text: str) -> int | Offsets:
    """`earliest`, `latest`, or `{"topic": {"0": 23, "1": -1}}`, where -2 is earliest and -1 is latest.

    Raises `InvalidOption`.
    """
    word = text.strip().lower()
    if word in _WORDS:
        return _WORDS[word]
    return _parse_numbers(name, text, "earliest, latest or JSON", "offset", EARLIEST)


def parse_timestamps(name: str, text: str) -> Offsets:
    """`{"topic": {"0": 1700000000000}}`: a time in milliseconds for each partition. Raises `InvalidOption`."""
    return _parse_numbers(name, text, "JSON", "timestamp", 0)


def _parse_numbers(name: str, text: str, wanted: str, kind: str, least: int) -> Offsets:
    spec: Offsets = {}
    for topic, partitions in _json_object(name, text, wanted).items():
        if not isinstance(partitions, dict):
            raise _malformed(name, f"{topic!r} wants an object of partition and {kind}")
        for index, number in partitions.items():
            tp = _partition(name, topic, index)
            if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= _LARGEST:
                raise _malformed(name, f"{number!r} is no {kind} of {tp}")
            spec[tp] = number
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
    if isinstance(index, bool) or not re.fullmatch(r"\d{1,10}", text, re.ASCII):
        raise _malformed(name, f"{index!r} is no partition of {topic!r}")
    return TopicPartition(topic, int(text))


def _malformed(name: str, what: str) -> InvalidOption:
    return InvalidOption(f"option {name!r}: {what}")


# --------------------------------------------------------------------------------------------------------- checkpoints


def offsets_to_json(offsets: Mapping[TopicPartition, int]) -> dict[str, dict[str, int]]:
    """Offsets as a checkpoint of Spark's Kafka source has them: `{"topic": {"0": 23}}`, in order of both."""
    nested: dict[str, dict[str, int]] = {}
    for tp in sorted(offsets):
        nested.setdefault(tp.topic, {})[str(tp.partition)] = offsets[tp]
    return nested


def offsets_from_json(nested: Mapping[str, Mapping[str, int]]) -> Offsets:
    """The reverse of `offsets_to_json`. Raises `InvalidOption` for what no Kafka source has written."""
    try:
        return {
            TopicPartition(topic, int(index)): int(offset)
            for topic, partitions in nested.items()
            for index, offset in partitions.items()
        }
    except (AttributeError, TypeError, ValueError, OverflowError) as exc:
        raise InvalidOption(f"the checkpoint holds no offsets of a Kafka source: {nested!r}") from exc


def listed(partitions: Iterable[TopicPartition]) -> str:
    """Partitions in a text, in order."""
    return ", ".join(map(str, sorted(partitions))) or "none"
