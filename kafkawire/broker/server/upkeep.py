"""What a broker does again and again, each work some time after it was done the last time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from kafkawire.broker.loop.clock import Clock, Timer

__all__ = ["Upkeep"]

_LOG = logging.getLogger("kafkawire.broker")


@dataclass(slots=True, eq=False)
class _Work:
    interval_ms: Callable[[], int]
    do: Callable[[], Awaitable[None]]
    timer: Timer | None = None


class Upkeep:
    """Works that come again; the time between goes by `clock`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._works: list[_Work] = []
        self._under_way: set[asyncio.Task[None]] = set()

    def every(
        self, interval_ms: Callable[[], int], do: Callable[[], Awaitable[None]], *, is_due_now: bool = False
    ) -> None:
        """Have something done so long after the last time; at first after as long, or (`is_due_now`) right away."""
        work = _Work(interval_ms, do)
        self._works.append(work)
        if is_due_now:
            self._begin(work)
        else:
            self._plan(work)

    async def settled(self) -> None:
        """Return when all that was due by now is done."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    async def close(self) -> None:
        """Do nothing more, and wait until what is under way has been called off."""
        works, self._works = self._works, []
        for work in works:
            if work.timer is not None:
                work.timer.cancel()
        tasks = list(self._under_way)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _plan(self, work: _Work) -> None:
        work.timer = self._clock.call_at(self._clock.now() + work.interval_ms() / 1000, lambda: self._begin(work))

    def _begin(self, work: _Work) -> None:
        task = asyncio.get_running_loop().create_task(self._round(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _round(self, work: _Work) -> None:
        try:
            await work.do()
        except OSError as exc:  # the disk may have room again next time
            _LOG.error("upkeep of the logs failed: %s", exc)
        except Exception:  # noqa: BLE001 - what goes wrong in one round must not be the end of all
            _LOG.exception("upkeep failed")
        if work in self._works:  # else it was closed meanwhile
            self._plan(work)
