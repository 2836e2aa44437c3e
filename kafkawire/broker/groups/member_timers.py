"""Deadlines of the members of a consumer group. Whoever lets one pass is put out of the group."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

__all__ = ["MemberTimers", "Timer"]


class Timer(Enum):
    """What is waited for: a sign of life, partitions given up, or JoinGroup or SyncGroup of a classic member."""

    SESSION = 0
    REBALANCE = 1
    JOIN = 2
    SYNC = 3


class MemberTimers:
    """At most one deadline of each kind for a member, in seconds. One with an epoch is void in any other."""

    def __init__(self) -> None:
        self._deadlines: dict[tuple[Timer, str], tuple[float, int | None]] = {}

    def set(self, timer: Timer, member_id: str, when: float, epoch: int | None = None) -> None:
        """Wait until `when`, whatever was said before."""
        self._deadlines[timer, member_id] = when, epoch

    def set_unless_running(self, timer: Timer, member_id: str, when: float, epoch: int | None = None) -> None:
        """Wait until `when`, unless the member is waited for already (in the same epoch)."""
        known = self._deadlines.get((timer, member_id))
        if known is None or known[1] != epoch:
            self.set(timer, member_id, when, epoch)

    def cancel(self, timer: Timer, member_id: str) -> None:
        """Wait no more."""
        self._deadlines.pop((timer, member_id), None)

    def forget(self, member_ids: Iterable[str]) -> None:
        """Wait for nothing more from these members."""
        for member_id in member_ids:
            for timer in Timer:
                self.cancel(timer, member_id)

    def next(self) -> float | None:
        """The first of the deadlines."""
        return min((when for when, _ in self._deadlines.values()), default=None)

    def due(self, now: float) -> list[tuple[str, int | None]]:
        """Take out the deadlines that have passed; tells member ids, and the epochs that they are for."""
        found = [key for key, (when, _) in self._deadlines.items() if when <= now]
        return [(key[1], self._deadlines.pop(key)[1]) for key in found]
