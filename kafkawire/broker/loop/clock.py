"""Time as the broker sees it, so that a test can bring its own, and the one timer for the next of many deadlines."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

__all__ = ["Alarm", "Clock", "ManualClock", "SystemClock"]


class Clock(Protocol):
    """Two clocks: one for deadlines, one for timestamps."""

    def now(self) -> float:
        """Seconds that never go back; only differences mean anything."""

    def time_ms(self) -> int:
        """Milliseconds since 1970."""


class SystemClock:
    """The clocks of the machine."""

    def now(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()

    def time_ms(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000


class ManualClock:
    """Stands still until it is moved."""

    def __init__(self, seconds: float = 1_700_000_000.0) -> None:
        self._seconds = seconds

    def now(self) -> float:
        """Seconds."""
        return self._seconds

    def time_ms(self) -> int:
        """Milliseconds."""
        return int(self._seconds * 1000)

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._seconds += seconds


class Alarm:
    """Calls `ring` when a deadline (seconds on `clock`) has come. Of several the earliest counts."""

    def __init__(self, clock: Clock, ring: Callable[[], object]) -> None:
        self._clock = clock
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._when = 0.0  # kept here, because what uvloop gives for a timer that is due does not know its time

    def set(self, deadline: float) -> None:
        """Ring at `deadline`, unless an earlier one is set."""
        loop = asyncio.get_running_loop()
        when = loop.time() + max(deadline - self._clock.now(), 0.0)
        if self._timer is not None:
            if self._when <= when:  # it may be due already and not have rung yet; it must not be put off
                return
            self._timer.cancel()
        self._when, self._timer = when, loop.call_at(when, self._go_off)

    def cancel(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _go_off(self) -> None:
        self._timer = None
        self._ring()
