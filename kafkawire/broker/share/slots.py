"""The state of single records in a share partition, what is said of them, and what changes of it: plain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

__all__ = [
    "ACKNOWLEDGED",
    "ACQUIRED",
    "ARCHIVED",
    "AVAILABLE",
    "Acknowledgement",
    "Acquired",
    "Change",
    "Slot",
    "StateRun",
    "runs_of",
]

AVAILABLE, ACQUIRED, ACKNOWLEDGED, ARCHIVED = 0, 1, 2, 4
"""The states by Kafka's numbers."""


class Acquired(NamedTuple):
    """A range of records that a member is given, and how often they have been delivered, this time included."""

    first: int
    last: int
    deliveries: int


class Acknowledgement(NamedTuple):
    """What a member says of a range: one type for all of it, or one for each offset."""

    first: int
    last: int
    types: tuple[int, ...]

    def type_at(self, offset: int) -> int:
        """What it says of an offset."""
        return self.types[0] if len(self.types) == 1 else self.types[offset - self.first]


class StateRun(NamedTuple):
    """Neighbours in one state."""

    first: int
    last: int
    state: int
    deliveries: int


@dataclass(slots=True)
class Slot:
    """One record."""

    state: int = AVAILABLE
    count: int = 0
    member_id: str = ""
    deadline: float = 0.0

    def copy(self) -> Slot:
        """As it is now."""
        return Slot(self.state, self.count, self.member_id, self.deadline)

    def without_lock(self) -> Slot:
        """As it would be if it had not been given out now."""
        return self if self.state != ACQUIRED else Slot(AVAILABLE, self.count - 1)

    def is_held_by(self, member_id: str) -> bool:
        """Whether it is locked for that member."""
        return self.state == ACQUIRED and self.member_id == member_id


@dataclass(slots=True)
class Change:
    """What a step has changed: to be kept, and to be undone. `start` is that before the step."""

    start: int
    complete: int
    """How many records from `start` on are done with, but not in a row with it."""
    runs: list[StateRun]
    before: dict[int, Slot]


def runs_of(slots: Iterable[tuple[int, Slot]]) -> Iterator[StateRun]:
    """Neighbours that are alike, as one."""
    run: StateRun | None = None
    for offset, slot in slots:
        if run is not None and (run.last + 1, run.state, run.deliveries) == (offset, slot.state, slot.count):
            run = run._replace(last=offset)
            continue
        if run is not None:
            yield run
        run = StateRun(offset, offset, slot.state, slot.count)
    if run is not None:
        yield run
