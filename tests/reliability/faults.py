"""The ways in which a broker is ended, from a seed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from tests.reliability.process import BrokerProcess

End = Callable[[BrokerProcess, Random], Awaitable[None]]


async def under_load(broker: BrokerProcess, random: Random) -> None:
    """kill -9 at some moment."""
    await asyncio.sleep(random.uniform(0.02, 0.9))
    await broker.kill()


async def within_shutdown(broker: BrokerProcess, random: Random) -> None:
    """kill -9 shortly after SIGTERM."""
    await asyncio.sleep(random.uniform(0.1, 0.5))
    broker.ask_to_stop()
    await asyncio.sleep(random.uniform(0, 0.08))
    await broker.kill()


async def within_swap(broker: BrokerProcess, random: Random) -> None:
    """kill -9 as soon as compaction has files under way."""
    with suppress(TimeoutError):
        async with asyncio.timeout(0.3 + random.random()):
            while not under_way(broker.directory):
                await asyncio.sleep(0.0005)
    await broker.kill()


def under_way(directory: Path) -> bool:
    """Whether a `.cleaned` or `.swap` file is there."""
    for partition in os.listdir(directory):
        with suppress(NotADirectoryError, FileNotFoundError):  # a topic may be deleted meanwhile
            if any(name.endswith((".cleaned", ".swap")) for name in os.listdir(directory / partition)):
                return True
    return False


async def cleanly(broker: BrokerProcess, random: Random) -> None:
    """SIGTERM, and time for it."""
    await asyncio.sleep(random.uniform(0.05, 0.4))
    await broker.stop()


async def by_itself(broker: BrokerProcess, random: Random) -> None:
    """At a file operation of its own; it is started anew for that, over what a kill has left."""
    await asyncio.sleep(random.uniform(0.02, 0.3))
    await broker.kill()
    for _ in range(random.choice([1, 1, 2, 3])):
        most = random.choice([30, 300, 3000])
        await broker.spawn(deadly=random.randint(1, most), seed=random.randrange(2**31))
        if await broker.ready() and not await broker.died(random.uniform(0.2, 0.8)):
            broker.ask_to_stop()
            await broker.died(10)
        await broker.kill()


async def within_start(broker: BrokerProcess, random: Random) -> None:
    """kill -9, and again within the recovery after it, several times."""
    await asyncio.sleep(random.uniform(0.1, 0.4))
    await broker.kill()
    for _ in range(random.choice([1, 2, 3])):
        await broker.spawn()
        await asyncio.sleep(random.uniform(0.08, 0.45))
        await broker.kill()


ENDS: dict[str, End] = {
    "under load": under_load,
    "within shutdown": within_shutdown,
    "within a swap": within_swap,
    "cleanly": cleanly,
    "at a file operation": by_itself,
    "within the start": within_start,
}
WEIGHTS = {
    "under load": 4,
    "within shutdown": 3,
    "within a swap": 3,
    "cleanly": 1,
    "at a file operation": 7,
    "within the start": 3,
}
