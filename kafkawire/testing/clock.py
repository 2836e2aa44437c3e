"""The time of brokers inside a test, which passes when the test says so."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

__all__ = ["Clock"]

_LAST = datetime.max.replace(tzinfo=UTC).timestamp()

Move = Callable[[float], Future[None]]
"""Moves the clock of one broker by so many seconds; done when what was due has happened."""


class Clock:
    """Stands still until `advance`; for any number of brokers, of any thread, given as `broker(clock=...)`.

    It begins at `start` (seconds since 1970, or a `datetime` with a zone), else with the present: clients stamp their
    records with the time of the machine, and a broker refuses those of its own future. Raises `ValueError` for a
    `datetime` without a zone, and for what is not between 1970 and the year 9999.
    """

    def __init__(self, start: float | datetime | None = None) -> None:
        self._seconds = time.time() if start is None else _seconds_of(start)
        self._brokers: dict[Move, threading.Thread] = {}
        self._lock = threading.RLock()

    @property
    def seconds(self) -> float:
        """The time on the clock, in seconds since 1970."""
        return self._seconds

    def now(self) -> datetime:
        """The time on the clock, in UTC."""
        return datetime.fromtimestamp(self._seconds, UTC)

    def advance(self, seconds: float | timedelta) -> None:
        """Let time pass for all brokers, and return when all that became due has happened.

        Not from the thread of one of them, in which hooks and handlers are called: `RuntimeError`. Time that goes back,
        or beyond the year 9999, is a `ValueError`.
        """
        by = seconds.total_seconds() if isinstance(seconds, timedelta) else float(seconds)
        if threading.current_thread() in [*self._brokers.values()]:  # who moves it now may wait for this very thread
            raise RuntimeError("this is the broker's own thread, which cannot wait for itself")
        with self._lock:
            if not 0 <= by <= _LAST - self._seconds:
                raise ValueError(f"time cannot pass by {seconds} seconds")
            under_way = [move(by) for move in self._brokers]
            self._seconds += by
            for moved in under_way:
                moved.result()

    @contextmanager
    def standing(self) -> Iterator[None]:
        """Nobody moves it meanwhile."""
        with self._lock:
            yield

    def add(self, move: Move, thread: threading.Thread) -> None:
        """Move a broker, which lives in that thread, along from now on."""
        with self._lock:
            self._brokers[move] = thread

    def remove(self, move: Move) -> None:
        """Leave a broker alone from now on, if it was moved along."""
        with self._lock:
            self._brokers.pop(move, None)


def _seconds_of(start: float | datetime) -> float:
    if isinstance(start, datetime) and start.tzinfo is None:
        raise ValueError(f"start: {start} has no zone; datetime(..., tzinfo=UTC) has one")
    seconds = start.timestamp() if isinstance(start, datetime) else float(start)
    if not 0 <= seconds <= _LAST:
        raise ValueError(f"start: {start} is not between 1970 and the year 9999")
    return seconds
