"""Lets a fetch sleep until one of its partitions grows (long poll), without anyone looking at a clock meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Self

from kafkawire.broker.log.partition import PartitionLog

__all__ = ["Wakeups", "Watch"]


class Watch:
    """Looks at some logs from the moment it is made. Waiting happens inside `with`, which takes it down again."""

    def __init__(self, wakeups: Wakeups, logs: Iterable[PartitionLog]) -> None:
        self._wakeups = wakeups
        self.logs = tuple(logs)
        """What it looks at."""
        self._ends = [log.end_offset for log in self.logs]
        self._has_grown = False
        self._waiter: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """One of the logs has grown."""
        self._has_grown = True
        self._release()

    async def wait(self, seconds: float) -> None:
        """Return when a log has grown since the last call, or after so many seconds."""
        if not self._has_grown:
            loop = asyncio.get_running_loop()
            self._waiter = loop.create_future()
            timer = loop.call_later(seconds, self._release)
            try:
                await self._waiter
            finally:
                timer.cancel()
        self._has_grown = False

    def _release(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def __enter__(self) -> Self:
        self._wakeups.add(self, self.logs)
        if self._ends != [log.end_offset for log in self.logs]:
            self.wake()  # it grew between the making and now
        return self

    def __exit__(self, *_: object) -> None:
        self._wakeups.remove(self, self.logs)


class Wakeups:
    """Who waits for which log."""

    def __init__(self) -> None:
        self._watches: dict[PartitionLog, set[Watch]] = {}

    def notify(self, log: PartitionLog) -> None:
        """`log` has grown: wake whoever waits for it."""
        for watch in self._watches.get(log, ()):
            watch.wake()

    def add(self, watch: Watch, logs: Iterable[PartitionLog]) -> None:
        """Begin to wake `watch`."""
        for log in logs:
            self._watches.setdefault(log, set()).add(watch)

    def remove(self, watch: Watch, logs: Iterable[PartitionLog]) -> None:
        """Stop waking `watch`."""
        for log in logs:
            watches = self._watches.get(log, set())
            watches.discard(watch)
            if not watches:
                self._watches.pop(log, None)
