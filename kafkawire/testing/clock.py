"""The time of brokers inside a test, which passes when the test says so."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

__all__ = ["Clock"]

Move = Callable[[float], Future[None]]
"""Moves the clock of one broker by so many seconds; done when what was due has happened."""


class Clock:
    """Stands still until `advance`; for any number of brokers, of any thread, given as `broker(clock=...)`.

    It begins at `start` (seconds since 1970, or a `datetime` with a zone), else with the present: clients stamp their
    records with the time of the machine, and a broker refuses those of its own future.
    """

    def __init__(self, start: float | datetime | None = None) -> None:
        began = start.timestamp() if isinstance(start, datetime) else start
        self._seconds = time.time() if began is None else float(began)
        self._brokers: list[Move] = []
        self._lock = threading.RLock()

    @property
    def seconds(self) -> float:
        """What it shows, in seconds since 1970."""
        return self._seconds

    def now(self) -> datetime:
        """What it shows."""
        return datetime.fromtimestamp(self._seconds, UTC)

    def advance(self, seconds: float | timedelta) -> None:
        """Let time pass for all brokers, and return when all that became due has happened.

        Not from a broker's own thread, in which hooks and handlers are called: `RuntimeError`. Time that goes back is a
        `ValueError`.
        """
        by = seconds.total_seconds() if isinstance(seconds, timedelta) else float(seconds)
        if not 0 <= by < float("inf"):
            raise ValueError(f"time cannot pass by {seconds} seconds")
        with self._lock:
            under_way = [move(by) for move in self._brokers]
            self._seconds += by
            for moved in under_way:
                moved.result()

    @contextmanager
    def standing(self) -> Iterator[None]:
        """Nobody moves it meanwhile."""
        with self._lock:
            yield

    def add(self, move: Move) -> None:
        """Move a broker along from now on."""
        with self._lock:
            self._brokers.append(move)

    def remove(self, move: Move) -> None:
        """Leave a broker alone from now on."""
        with self._lock:
            self._brokers.remove(move)
