"""Work that takes long while the event loop serves others: in a thread, or step by step between their turns."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TypeVar

__all__ = ["FEW", "Background", "BulkWork", "Step"]

T = TypeVar("T")
Step = Callable[[], None]
"""What long work calls every few milliseconds; it ends the work if nobody waits for it any more."""
FEW = 20
"""So many logs are made or removed at once; for more of them the others get their turns between."""
_TURN, _PAUSE = 0.002, 0.0005  # seconds that the thread works, and then leaves the interpreter to the loop


class BulkWork:
    """One thing at a time, in the order of asking, so that all of them take the memory and the time of one."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def do(self, work: Callable[[Step], T]) -> T:
        """Have it done. `work` calls the step that it is given every few milliseconds, which ends it if nobody waits.

        Python runs one thread at a time, and one that computes gives way only if it is asked to. So it pauses itself.
        """
        async with self._turn:
            stop = threading.Event()
            future = asyncio.get_running_loop().run_in_executor(None, work, _steps(stop))
            try:
                return await asyncio.shield(future)
            except asyncio.CancelledError:
                stop.set()  # the next in turn must not begin before the thread is done
                await asyncio.wait([future])
                if not future.cancelled():
                    future.exception()
                raise
            finally:
                del future  # an error refers to this frame, and with it to all that the thread had in its hands


class _Abandoned(Exception):
    """Nobody waits for the work any more."""


def _steps(stop: threading.Event) -> Step:
    resumed = monotonic()

    def step() -> None:
        nonlocal resumed
        if stop.is_set():
            raise _Abandoned
        if monotonic() - resumed > _TURN:
            stop.wait(_PAUSE)
            resumed = monotonic()

    return step


class Background:
    """Work that goes on when whoever asked for it has gone, and so has to be waited for at the end."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, steps: Iterable[object]) -> None:
        """Do the steps one by one, whether the caller waits for the end or is cancelled. They raise nothing."""
        task = asyncio.get_running_loop().create_task(_walk(steps))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.shield(task)

    async def close(self) -> None:
        """Wait for the end of it all."""
        await asyncio.gather(*self._tasks)


async def _walk(steps: Iterable[object]) -> None:
    for _ in steps:
        await asyncio.sleep(0)
