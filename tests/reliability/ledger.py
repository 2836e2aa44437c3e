"""What was sent, what was acknowledged, and whether a log still agrees with it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple


class Broken(Exception):
    """A promise was not kept."""


class Stored(NamedTuple):
    """A record as a consumer gets it."""

    offset: int
    key: bytes | None
    value: bytes | None


Place = tuple[str, int]


@dataclass
class PartitionLedger:
    """One partition. Every value is `producer:number:padding`, numbered by each producer for itself."""

    sent: dict[tuple[bytes, int], bytes] = field(default_factory=dict)  # (producer, number) -> key
    acknowledged: dict[tuple[bytes, int], int] = field(default_factory=dict)  # -> offset


def identity(value: bytes) -> tuple[bytes, int]:
    """Who wrote a value, and as which of its records."""
    producer, number, _ = value.split(b":", 2)
    return producer, int(number)


class Ledger:
    """All partitions. `settled`: every record was acknowledged in the end, so that each is there exactly once."""

    def __init__(self) -> None:
        self.partitions: defaultdict[Place, PartitionLedger] = defaultdict(PartitionLedger)

    def acknowledged(self) -> int:
        """How many records were promised to be there."""
        return sum(len(part.acknowledged) for part in self.partitions.values())

    def check(self, place: Place, found: list[Stored], *, settled: bool) -> None:
        """Hold a log of a topic that keeps everything against the promises. Raises `Broken`."""
        part = self.partitions[place]
        seen: dict[tuple[bytes, int], int] = {}
        last: dict[bytes, int] = {}
        for record in found:
            who, number = identity(record.value or b"::")
            if (who, number) in seen:
                raise Broken(f"{place}: {who!r} {number} is there twice, at {seen[who, number]} and {record.offset}")
            if part.sent.get((who, number)) != record.key:
                raise Broken(f"{place}: offset {record.offset} has the key {record.key!r}, which is not what was sent")
            if last.get(who, -1) >= number:
                raise Broken(f"{place}: {who!r} {number} comes after its {last[who]}")
            seen[who, number], last[who] = record.offset, number
        self._check_promises(place, part, seen)
        if settled and seen.keys() != part.sent.keys():
            missing = sorted(part.sent.keys() - seen.keys())[:5]
            raise Broken(f"{place}: {missing} were acknowledged in the end, and are not there")

    def check_compacted(self, place: Place, found: list[Stored]) -> None:
        """Hold a compacted log against the promises, once all is acknowledged: the last value of each key is there."""
        part = self.partitions[place]
        by_offset = {offset: what for what, offset in part.acknowledged.items()}
        latest = {part.sent[by_offset[offset]]: offset for offset in sorted(by_offset)}
        kept: dict[bytes | None, Stored] = {}
        for record in found:
            if record.offset not in by_offset or by_offset[record.offset] != identity(record.value or b":0:"):
                raise Broken(f"{place}: offset {record.offset} holds {record.value!r}, which nobody was told")
            if part.sent[by_offset[record.offset]] != record.key:
                raise Broken(f"{place}: offset {record.offset} has the key {record.key!r}")
            kept[record.key] = record
        for key, offset in latest.items():
            if key not in kept or kept[key].offset != offset:
                raise Broken(f"{place}: the last value of {key!r} is at {offset}, there is {kept.get(key)}")

    def check_at_least_once(self, place: Place, found: list[Stored], *, is_compacted: bool) -> None:
        """Hold any log against the promises to producers that may write twice and out of order.

        What was acknowledged is at its offset; in a compacted topic, or else a later record of its key is there.
        """
        part = self.partitions[place]
        there = {record.offset: record for record in found}
        last = {record.key: record.offset for record in found}
        for what, offset in part.acknowledged.items():
            key = part.sent[what]
            if offset in there:
                record = there[offset]
                if (identity(record.value or b":0:"), record.key) != (what, key):
                    raise Broken(f"{place}: {what} was acknowledged at {offset}, where {record} is")
            elif not is_compacted or last.get(key, -1) < offset:
                raise Broken(f"{place}: {what} was acknowledged at {offset}, and is not there")

    @staticmethod
    def _check_promises(place: Place, part: PartitionLedger, seen: dict[tuple[bytes, int], int]) -> None:
        for what, offset in part.acknowledged.items():
            if seen.get(what) != offset:
                raise Broken(f"{place}: {what} was acknowledged at {offset}, and is at {seen.get(what)}")
