"""Average departure delay per carrier and hour, by pandas from the source, and how it compares with Spark's.

Delays are whole minutes. So their sums are exact whichever way they are added up, and so is the comparison: counts and
sums have to be equal, and the averages are then the same division.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.demo.errors import ResultsDiffer

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["Delay", "compare_delays", "delays_from_source"]


class Delay(NamedTuple):
    """A carrier's flights scheduled for an hour of the day. `departed`: without cancelled ones; delays in minutes."""

    carrier: str
    hour: int
    flights: int
    departed: int
    total: int
    average: float | None


def delays_from_source(flights: DataFrame) -> list[Delay]:
    """What pandas computes, in order of carrier and hour."""
    groups = flights.groupby(["carrier", "hour"])["dep_delay"].agg(["size", "count", "sum", "mean"])
    return [
        Delay(carrier, int(hour), int(size), int(count), int(total), float(mean) if count else None)
        for (carrier, hour), size, count, total, mean in groups.itertuples(name=None)
    ]


def compare_delays(found: Sequence[Delay], expected: Sequence[Delay]) -> None:
    """Raise `ResultsDiffer` for the first carrier and hour that are not the same."""
    mine, theirs = _by_group(found), _by_group(expected)
    for group in sorted(mine.keys() | theirs.keys()):
        if mine.get(group) != theirs.get(group):
            carrier, hour = group
            raise ResultsDiffer(
                f"carrier {carrier}, hour {hour}: Spark has {mine.get(group)}, pandas has {theirs.get(group)}"
            )


def _by_group(delays: Iterable[Delay]) -> dict[tuple[str, int], Delay]:
    return {(delay.carrier, delay.hour): delay for delay in delays}
