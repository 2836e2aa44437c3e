"""One timer for the next of many deadlines. Those are values elsewhere; this is all that the event loop sees."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kafkawire.broker.clock import Clock

__all__ = ["Alarm"]


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
