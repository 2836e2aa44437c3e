"""Time as the broker sees it, so that a test can bring its own, and the one timer for the next of many deadlines."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable
from itertools import count
from typing import Protocol

__all__ = ["Alarm", "Clock", "ManualClock", "NewAlarm", "SystemClock", "Timer", "no_alarm"]

NewAlarm = Callable[[Callable[[], object]], Callable[[float], object]]
"""Makes an alarm that calls what it is given; what comes out sets it to a deadline."""


class Timer(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None:
        """Do not make it."""


class Clock(Protocol):
    """Two clocks, one for deadlines and one for timestamps, and the timers that go by the first."""

    def now(self) -> float:
        """Seconds that never go back; only differences mean anything."""

    def time_ms(self) -> int:
        """Milliseconds since 1970."""

    def call_at(self, deadline: float, ring: Callable[[], object]) -> Timer:
        """Have the running event loop call `ring` when `now()` has come to `deadline`."""


class SystemClock:
    """The clocks of the machine."""

    def now(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()

    def time_ms(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def call_at(self, deadline: float, ring: Callable[[], object]) -> Timer:
        """Call `ring` at `deadline`."""
        return asyncio.get_running_loop().call_later(max(deadline - self.now(), 0.0), ring)


class ManualClock:
    """Stands still until it is moved. One broker, or several of one event loop, live by it."""

    def __init__(self, seconds: float = 1_700_000_000.0) -> None:
        self._seconds = seconds
        self._timers: list[tuple[float, int, _ManualTimer]] = []
        self._order = count()

    def now(self) -> float:
        """Seconds."""
        return self._seconds

    def time_ms(self) -> int:
        """Milliseconds."""
        return int(self._seconds * 1000)

    def call_at(self, deadline: float, ring: Callable[[], object]) -> Timer:
        """Call `ring` once the clock has been moved to `deadline`; soon, where it has been already."""
        if deadline <= self._seconds:
            return asyncio.get_running_loop().call_soon(ring)
        timer = _ManualTimer(ring)
        heapq.heappush(self._timers, (deadline, next(self._order), timer))
        return timer

    def advance(self, seconds: float) -> None:
        """Let time pass, and make the calls that become due, each at its time."""
        until = self._seconds + seconds
        while self._timers and self._timers[0][0] <= until:
            self._seconds, _, timer = heapq.heappop(self._timers)
            if timer.ring is not None:
                timer.ring()
        self._seconds = until


class _ManualTimer:
    def __init__(self, ring: Callable[[], object]) -> None:
        self.ring: Callable[[], object] | None = ring

    def cancel(self) -> None:
        self.ring = None


class Alarm:
    """Calls `ring` when a deadline (seconds on `clock`) has come. Of several the earliest counts."""

    def __init__(self, clock: Clock, ring: Callable[[], object]) -> None:
        self._clock = clock
        self._ring = ring
        self._timer: Timer | None = None
        self._deadline = 0.0

    def set(self, deadline: float) -> None:
        """Ring at `deadline`, unless an earlier one is set."""
        if self._timer is not None:
            if self._deadline <= deadline:  # it may be due already and not have rung yet; it must not be put off
                return
            self._timer.cancel()
        self._deadline, self._timer = deadline, self._clock.call_at(deadline, self._go_off)

    def cancel(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _go_off(self) -> None:
        self._timer = None
        self._ring()


def no_alarm(_ring: Callable[[], object]) -> Callable[[float], object]:
    """A `NewAlarm` that never rings, for who looks at deadlines by itself."""
    return lambda _deadline: None
