"""An event loop whose clock jumps: hours of backoff pass in no time, and a wait for nothing is an error at once."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

T = TypeVar("T")


class NothingWillHappen(RuntimeError):
    """Everything waits and no timer is set: the code under test hangs."""


class _Selector(selectors.BaseSelector):
    """Passes virtual time instead of waiting."""

    def __init__(self, clock: list[float]) -> None:
        self._real = selectors.DefaultSelector()
        self._clock = clock
        self.in_threads = 0  # pieces of work that take real time

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._real.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._real.unregister(fileobj)

    def modify(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._real.modify(fileobj, events, data)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._real.get_map()

    def close(self) -> None:
        self._real.close()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = self._real.select(None if self.in_threads and timeout != 0 else 0)
        if ready or timeout == 0:
            return ready
        if timeout is None:
            raise NothingWillHappen
        self._clock[0] += timeout
        return []


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """Starts at 1000 seconds; time passes only when there is nothing else to do."""

    def __init__(self) -> None:
        self._now = [1000.0]
        self._jumping = _Selector(self._now)
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._now[0]

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Time stands still while a thread works."""
        future = super().run_in_executor(executor, func, *args)
        self._jumping.in_threads += 1
        future.add_done_callback(self._came_back)
        return future

    def _came_back(self, _: object) -> None:
        self._jumping.in_threads -= 1


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run in virtual time, and leave no task behind."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(coroutine)
