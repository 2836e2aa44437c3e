"""The groups that wait for a moment, in the order of those moments, so that the many others cost nothing."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count
from typing import Protocol

__all__ = ["Deadlines", "Waiting"]


class Waiting(Protocol):
    """A group."""

    def next_deadline(self) -> float | None:
        """When it wants to be woken, in seconds, if ever."""

    def expire(self, now: float) -> None:
        """Wake it."""


class Deadlines:
    """Holds each group with a moment not later than its deadline, as most deadlines move away before they come."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Waiting]] = []
        self._known: dict[Waiting, float] = {}
        self._order = count()

    def watch(self, group: Waiting) -> float | None:
        """Look at a group's deadline after a change; returns it if the group would have been woken later."""
        deadline = group.next_deadline()
        if deadline is None or self._known.get(group, float("inf")) <= deadline:
            return None
        self._known[group] = deadline
        heapq.heappush(self._heap, (deadline, next(self._order), group))
        return deadline

    def forget(self, group: Waiting) -> None:
        """Let go of a group that is no more."""
        self._known.pop(group, None)

    def due(self, now: float) -> Iterator[Waiting]:
        """Take out the groups whose moment has come. They are to be watched again."""
        while self._heap and self._heap[0][0] <= now:
            when, _, group = heapq.heappop(self._heap)
            if self._known.get(group) == when:
                del self._known[group]
                yield group

    def next(self) -> float | None:
        """The first moment."""
        while self._heap and self._known.get(self._heap[0][2]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None
