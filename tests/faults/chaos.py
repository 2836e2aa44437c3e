"""What happens to the brokers while clients work."""

from __future__ import annotations

import asyncio
import random

from tests.faults.cluster import Cluster

__all__ = ["chaos"]


async def chaos(cluster: Cluster, rng: random.Random) -> None:
    """Kill brokers and let them come back, move leaders, until cancelled. One of the brokers is always there."""
    async with asyncio.TaskGroup() as group:
        while True:
            await asyncio.sleep(rng.uniform(0.5, 6))
            if len(cluster.alive) > 1 and rng.random() < 0.7:
                number = rng.choice(cluster.alive)
                cluster.kill(number)
                group.create_task(_come_back(cluster, number, rng.uniform(0.2, 8)))
            else:
                cluster.reelect()


async def _come_back(cluster: Cluster, number: int, seconds: float) -> None:
    await asyncio.sleep(seconds)
    if number in cluster.down:
        cluster.revive(number)
