"""When the answers of one connection are due."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["Deadlines"]


class Deadlines:
    """The requests of a connection that may not wait for ever. One timer serves all of them, and few ever move it."""

    def __init__(self, clock: Callable[[], float], expired: Callable[[int, float], None]) -> None:
        self._clock = clock
        self._expired = expired
        self._open: dict[int, tuple[float, int, float]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._goes_off_at = 0.0
        self._last = 0

    def add(self, api_key: int, timeout: float, now: float) -> int:
        """A request has `timeout` seconds from now on, then `expired` gets these two. Returns the request's number."""
        self._last += 1
        due = now + timeout
        self._open[self._last] = (due, api_key, timeout)
        if self._timer is None or due < self._goes_off_at:
            self._set_timer(due)
        return self._last

    def remove(self, number: int) -> None:
        """The request has its answer. The timer stays as it is until it goes off."""
        del self._open[number]

    def stop(self) -> None:
        """The connection has ended."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set_timer(self, due: float) -> None:
        self.stop()
        self._goes_off_at = due  # uvloop's handles do not always know
        self._timer = asyncio.get_running_loop().call_at(due, self._look)

    def _look(self) -> None:
        self._timer = None
        if not self._open:
            return
        due, api_key, timeout = min(self._open.values())
        if due <= self._clock():
            self._expired(api_key, timeout)
        else:
            self._set_timer(due)
