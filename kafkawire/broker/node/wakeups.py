"""Lets a fetch sleep until something is appended to one of its partitions (long poll); nobody looks at a clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from contextlib import contextmanager
from typing import Self

from kafkawire.broker.log.partition import PartitionLog

__all__ = ["Wakeups", "Watch"]

_MOST = 1_000_000  # logs that all clients together may wait for


class Watch:
    """Looks at some logs, whose ends are known so far. Waiting happens inside `with`, which takes it down again."""

    def __init__(self, wakeups: Wakeups, ends: Mapping[PartitionLog, int]) -> None:
        self._wakeups = wakeups
        self.logs = ends.keys()
        """What it looks at."""
        self._ends = ends
        self._was_appended_to = False
        self._waiter: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """Something was appended to one of the logs."""
        self._was_appended_to = True
        self._wakeups.wake(self._release)

    async def wait(self, seconds: float) -> None:
        """Return when something was appended since the last call, or after so many seconds."""
        if not self._was_appended_to:
            loop = asyncio.get_running_loop()
            self._waiter = loop.create_future()
            timer = loop.call_later(seconds, self._release)
            try:
                await self._waiter
            finally:
                timer.cancel()
        self._was_appended_to = False

    def _release(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def __enter__(self) -> Self:
        self._wakeups.add(self, self.logs)
        if any(log.end_offset != end for log, end in self._ends.items()):
            self.wake()  # it has more since its end was looked at
        return self

    def __exit__(self, *_: object) -> None:
        self._wakeups.remove(self, self.logs)


class Wakeups:
    """Who waits for which log, or for any change. `wake` calls what is given to it, now or soon."""

    def __init__(self, wake: Callable[[Callable[[], object]], object]) -> None:
        self.wake = wake
        self._watches: dict[PartitionLog, set[Watch]] = {}
        self._count = 0
        self._listening: set[asyncio.Event] = set()  # tests that wait for a state of the broker; mostly none

    def has_room(self, logs: Sized) -> bool:
        """Whether somebody may wait for so many logs. What waits takes memory, which has to have a bound."""
        return self._count + len(logs) <= _MOST

    def notify(self, log: PartitionLog) -> None:
        """Something was appended to `log`: wake whoever waits for it."""
        for watch in self._watches.get(log, ()):
            watch.wake()
        self.tell()

    def tell(self) -> None:
        """Something else has changed, such as a group."""
        for event in self._listening:
            event.set()

    @contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        """An event that is set with each change until the end of the `with` block; what it was, one looks up."""
        event = asyncio.Event()
        self._listening.add(event)
        try:
            yield event
        finally:
            self._listening.discard(event)

    def add(self, watch: Watch, logs: Iterable[PartitionLog]) -> None:
        """Begin to wake `watch`."""
        for log in logs:
            self._watches.setdefault(log, set()).add(watch)
            self._count += 1

    def remove(self, watch: Watch, logs: Iterable[PartitionLog]) -> None:
        """Stop waking `watch`."""
        for log in logs:
            self._count -= 1
            watches = self._watches.get(log, set())
            watches.discard(watch)
            if not watches:
                self._watches.pop(log, None)
