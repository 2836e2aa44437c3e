"""Time as the broker sees it, so that a test can bring its own."""

from __future__ import annotations

import time
from typing import Protocol

__all__ = ["Clock", "ManualClock", "SystemClock"]


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
