"""Filters of a query that become ranges of offsets, so that what they leave out is not even fetched.

Spark hands over the parts of a `where` that compare a column with a literal. Those on topic and partition choose
partitions, those on offset and timestamp narrow ranges. All of them are given back, too: Spark looks at each row that
is read, and a range that is too wide costs time and never a wrong row.

For a time the broker says which record is the first at or after it. Nothing before that record is as late, so a lower
bound is always safe. An upper bound is not: the timestamps of producers may come in any order, and an older record may
lie behind a newer one. Only a query that says how much disorder there can be (`maxTimestampDisorder`) ends early.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from pyspark.sql.datasource import (
    EqualNullSafe,
    EqualTo,
    Filter,
    GreaterThan,
    GreaterThanOrEqual,
    In,
    IsNotNull,
    IsNull,
    LessThan,
    LessThanOrEqual,
    Not,
    StringContains,
    StringEndsWith,
    StringStartsWith,
)

from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.lookup import Lookup
from kafkawire.spark.offsets import OffsetRange
from kafkawire.spark.options import SourceOptions
from kafkawire.spark.reader import KafkaWireReader

__all__ = ["FilteringReader", "Narrowing", "narrowing"]

_LEAST, _MOST = 0, 2**63 - 1
_NONE = -1
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TESTS: dict[type[Filter], Callable[[Any, Any], bool]] = {
    EqualTo: operator.eq,
    EqualNullSafe: operator.eq,
    GreaterThan: operator.gt,
    GreaterThanOrEqual: operator.ge,
    LessThan: operator.lt,
    LessThanOrEqual: operator.le,
    StringStartsWith: str.startswith,
    StringEndsWith: str.endswith,
    StringContains: operator.contains,
    In: lambda have, wanted: have in wanted,
}
_OPPOSITES = {
    GreaterThan: LessThanOrEqual,
    GreaterThanOrEqual: LessThan,
    LessThan: GreaterThanOrEqual,
    LessThanOrEqual: GreaterThan,
}


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What filters leave to read. Bounds are whole numbers (times in milliseconds), the upper ones excluded."""

    on_partitions: tuple[Filter, ...] = ()
    offsets: tuple[int, int] = (_LEAST, _MOST)
    times: tuple[int, int] = (_LEAST, _MOST)

    def wants(self, tp: TopicPartition) -> bool:
        """Whether there can be rows in this partition."""
        values = {"topic": tp.topic, "partition": tp.partition}
        return all(_holds(each, values[_column(each)]) for each in self.on_partitions)


class FilteringReader(KafkaWireReader):
    """A batch reader that Spark hands filters to."""

    def __init__(self, options: SourceOptions) -> None:
        super().__init__(options)
        self._narrowing = Narrowing()

    def pushFilters(self, filters: list[Filter]) -> Iterable[Filter]:  # noqa: N802 - Spark's name
        """Take what narrows; all of them are for Spark to look at again."""
        self._narrowing = narrowing(filters)
        return filters

    def _narrow(self, ranges: list[OffsetRange], lookup: Lookup) -> list[OffsetRange]:
        wanted = [part for part in ranges if self._narrowing.wants(part.tp)]
        least, most = self._narrowing.offsets
        cut = [OffsetRange(part.tp, max(part.start, least), min(part.end, most)) for part in wanted]
        return self._within_times([part for part in cut if part.start < part.end], lookup)

    def _within_times(self, ranges: list[OffsetRange], lookup: Lookup) -> list[OffsetRange]:
        least, most = self._narrowing.times
        disorder = self.options.max_timestamp_disorder_ms
        starts = lookup.first_at({part.tp: least for part in ranges} if least > _LEAST else {})
        ends = {}
        if disorder is not None and most + disorder < _MOST:
            ends = lookup.first_at({part.tp: max(most + disorder, 0) for part in ranges})
        cut = [_cut(part, starts.get(part.tp, 0), ends.get(part.tp, _NONE)) for part in ranges]
        return [part for part in cut if part.start < part.end]


def _cut(part: OffsetRange, start: int, end: int) -> OffsetRange:
    """The range between two answers for times; `_NONE` where no record is that late."""
    return OffsetRange(
        part.tp,
        part.end if start == _NONE else max(part.start, start),
        part.end if end == _NONE else min(part.end, end),
    )


def narrowing(filters: Sequence[Filter]) -> Narrowing:
    """What a conjunction of filters says of partitions, offsets and times; what it cannot say is left out."""
    on_partitions: list[Filter] = []
    offsets, times = (_LEAST, _MOST), (_LEAST, _MOST)
    for each in filters:
        match _column(each):
            case "topic" | "partition":
                if _is_known(each):
                    on_partitions.append(each)
            case "offset":
                offsets = _intersect(offsets, _interval(each, _whole))
            case "timestamp":
                times = _intersect(times, _interval(each, _milliseconds))
    return Narrowing(tuple(on_partitions), offsets, times)


def _column(each: Filter) -> str:
    inner = each.child if isinstance(each, Not) else each
    path: tuple[str, ...] = getattr(inner, "attribute", ())
    return path[0].lower() if len(path) == 1 else ""


def _is_known(each: Filter) -> bool:
    inner = each.child if isinstance(each, Not) else each
    return isinstance(inner, IsNull | IsNotNull) or type(inner) in _TESTS


def _holds(each: Filter, have: Any) -> bool:
    """The filter for a value that is not null. A comparison with null is not true, nor is its opposite."""
    if isinstance(each, Not):
        inner = each.child
        has_null = None in inner.value if isinstance(inner, In) else getattr(inner, "value", 0) is None
        return not _holds(inner, have) and (not has_null or isinstance(inner, EqualNullSafe))
    if isinstance(each, IsNull | IsNotNull):
        return isinstance(each, IsNotNull)
    wanted = each.value  # type: ignore[attr-defined]  # all others have one
    return wanted is not None and _TESTS[type(each)](have, wanted)


# ----------------------------------------------------------------------------------------------------------- intervals


Bounds = tuple[int, int]
Rounded = tuple[int, bool]
"""A whole number, and whether the value was one: otherwise it is the next one below."""


def _intersect(a: Bounds, b: Bounds) -> Bounds:
    return max(a[0], b[0]), min(a[1], b[1])


def _interval(each: Filter, whole: Callable[[Any], Rounded | None]) -> Bounds:
    """The whole numbers that a filter may let through."""
    if isinstance(each, Not):
        child: Any = each.child
        opposite = _OPPOSITES.get(type(child))
        return _interval(opposite(child.attribute, child.value), whole) if opposite else (_LEAST, _MOST)
    values = [whole(value) for value in (each.value if isinstance(each, In) else [getattr(each, "value", None)])]
    known = [value for value in values if value is not None]
    if not known or len(known) < len(values):
        return _LEAST, _MOST
    least, greatest = min(known), max(known)
    match each:
        case EqualTo() | EqualNullSafe() | In():
            return least[0], greatest[0] + 1
        case GreaterThan():
            return least[0] + 1, _MOST
        case GreaterThanOrEqual():
            return _ceiling(least), _MOST
        case LessThan():
            return _LEAST, _ceiling(least)
        case LessThanOrEqual():
            return _LEAST, least[0] + 1
        case _:
            return _LEAST, _MOST


def _ceiling(value: Rounded) -> int:
    return value[0] + (not value[1])


def _whole(value: Any) -> Rounded | None:
    return (value, True) if isinstance(value, int) and not isinstance(value, bool) else None


def _milliseconds(value: Any) -> Rounded | None:
    """A time of Spark, which has microseconds; one without a zone says too little."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        return None
    milliseconds, rest = divmod((value - _EPOCH) // timedelta(microseconds=1), 1000)
    return milliseconds, rest == 0
