"""Clients that can be pulled the plug on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from kafkawire.client.runtime import AioRuntime
from kafkawire.transport.memory import MemoryNetwork, MemoryTransport

__all__ = ["Plug"]


class Plug:
    """A client's way into the network: once it is pulled, its connections are broken and no new ones come about."""

    def __init__(self, network: MemoryNetwork, rng: random.Random) -> None:
        self._network = network
        self._random = random.Random(rng.random())
        self._pulled = False
        self._transports: list[MemoryTransport] = []

    @property
    def runtime(self) -> AioRuntime:
        """What the client is given; its jitter comes from the seed."""
        runtime = AioRuntime(self._dial)
        runtime._random = self._random
        return runtime

    def pull(self) -> None:
        """Cut the client off."""
        self._pulled = True
        for transport in self._transports:
            transport.abort()

    async def _dial(self, factory: Callable[[], asyncio.Protocol], host: str, port: int) -> None:
        await asyncio.sleep(0.001)
        if self._pulled:
            raise ConnectionRefusedError(f"the way to {host}:{port} is cut")
        await self._network.dial(factory, host, port)
        self._transports.append(self._network.open[-1])
