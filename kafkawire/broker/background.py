"""Work that goes on when whoever asked for it has gone, step by step, so that nobody else is held up by it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

__all__ = ["FEW", "Background"]

FEW = 20
"""So many logs are made or removed at once; for more of them the others get their turns between."""


class Background:
    """What is under way."""

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
