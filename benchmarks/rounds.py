"""A run in which several, the columns, take turns: its figures, what is promised about them, and what became of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import count
from statistics import median
from typing import Protocol, TypeVar

from benchmarks.conversation import ProcessFailed

OURS, UVLOOP = "kafkawire", "kafkawire, uvloop"


@dataclass
class Row:
    """One measure. Within a round the columns took turns, so ratios are made round by round."""

    measure: str
    unit: str
    rounds: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, value: float) -> None:
        """One more round of a column."""
        self.rounds.setdefault(name, []).append(value)

    def value(self, name: str) -> float | None:
        """The median of a column."""
        return median(self.rounds[name]) if name in self.rounds else None

    def ratio(self, name: str, peer: str) -> float | None:
        """The median of what a column has in a round over what the peer has in it."""
        pairs = zip(self.rounds.get(name, ()), self.rounds.get(peer, ()), strict=False)
        ratios = [one / other for one, other in pairs if other]
        return median(ratios) if ratios else None


@dataclass(frozen=True)
class Target:
    """A bound for the measures that match, on a column's figure or on its ratio to a peer's: an upper one, mostly."""

    pattern: str
    bound: float
    peer: str = ""
    unit: str = ""
    at_least: bool = False
    names: tuple[str, ...] = (OURS, UVLOOP)

    @property
    def words(self) -> str:
        """`≥ 0.7 × Apache Kafka`, `≤ 50 ms`."""
        return f"{'≥' if self.at_least else '≤'} {self.bound:,g} {f'× {self.peer}' if self.peer else self.unit}"

    def is_for(self, measure: str) -> bool:
        """Whether something is promised about it."""
        return fnmatchcase(measure, self.pattern)

    def figure(self, row: Row, name: str) -> float | None:
        """What of a column is held against the bound."""
        return row.ratio(name, self.peer) if self.peer else row.value(name)

    def height(self, row: Row) -> float | None:
        """The bound as a figure of that measure."""
        peer = row.value(self.peer) if self.peer else 1
        return None if peer is None else self.bound * peer


@dataclass
class Results:
    """One run: the machine, the version of each column, what is promised, and the rows in their order.

    `peers` are the columns that ours is compared with.
    """

    machine: dict[str, str]
    versions: dict[str, str]
    targets: Sequence[Target]
    peers: Sequence[str]
    rows: dict[str, Row] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def row(self, measure: str, unit: str) -> Row:
        """The row of that measure, made if it is new."""
        return self.rows.setdefault(measure, Row(measure, unit))

    def targets_of(self, row: Row) -> list[Target]:
        """The bounds of a measure."""
        return [target for target in self.targets if target.is_for(row.measure)]

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return list(self.versions)


@dataclass(frozen=True)
class Verdict:
    """What became of one promise, for one of our columns."""

    measure: str
    name: str
    target: Target
    found: float

    @property
    def met(self) -> bool:
        """Whether it was kept."""
        bound = self.target.bound
        return self.found >= bound if self.target.at_least else self.found <= bound


def verdicts(results: Results) -> list[Verdict]:
    """Every promise that could be looked at in this run."""
    return [
        Verdict(row.measure, name, target, found)
        for row in results.rows.values()
        for target in results.targets_of(row)
        for name in target.names
        if (found := target.figure(row, name)) is not None
    ]


class Named(Protocol):
    """Who takes turns."""

    @property
    def name(self) -> str:
        """The column."""


N = TypeVar("N", bound=Named)


def turns(those: Sequence[N], rounds: int) -> Iterator[N]:
    """Each of them once a round, in an order that moves on."""
    for turn in range(rounds):
        for place in range(len(those)):
            yield those[(turn + place) % len(those)]


@dataclass(kw_only=True)
class Session:
    """What every measure has at hand: the results, how many rounds to take, and which part of the whole."""

    results: Results
    rounds: int
    scale: float = 1.0
    _numbers: Iterator[int] = field(default_factory=count)

    def topic(self) -> str:
        """A name that was not used yet."""
        return f"benchmark-{next(self._numbers)}"

    def amount(self, count: int) -> int:
        """So many, or fewer in a quick run."""
        return int(count * self.scale)

    def note(self, problem: object) -> None:
        """Something that could not be measured, for the report."""
        print(f"problem: {problem}", file=sys.stderr, flush=True)
        self.results.problems.append(str(problem))

    def turns(self, those: Sequence[N], measure: str, work: Callable[[N], None]) -> None:
        """`work` with each of them once a round; one that fails is noted and left out."""
        failed: set[str] = set()
        for one in turns(those, self.rounds):
            if one.name not in failed:
                try:
                    work(one)
                except (ProcessFailed, OSError) as exc:
                    failed.add(one.name)
                    self.note(f"{measure}, {one.name}: {exc}")
