"""Clients that can be pulled the plug on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from kafkawire.client.runtime import AioRuntime

__all__ = ["Network", "Plug", "Sockets"]


class Network(Protocol):
    """What connects clients with brokers."""

    @property
    def open(self) -> Sequence[asyncio.WriteTransport]:
        """The connections of clients; the last is the one that was made last."""

    def dial(self, factory: Callable[[], asyncio.Protocol], host: str, port: int) -> Awaitable[object]: ...


class Sockets:
    """The network of this machine."""

    def __init__(self) -> None:
        self.open: list[asyncio.Transport] = []

    async def dial(self, factory: Callable[[], asyncio.Protocol], host: str, port: int) -> None:
        transport, _ = await asyncio.get_running_loop().create_connection(factory, host, port)
        self.open = [one for one in self.open if not one.is_closing()] + [transport]


class Plug:
    """A client's way into the network: once it is pulled, its connections are broken and no new ones come about."""

    def __init__(self, network: Network, rng: random.Random) -> None:
        self._network = network
        self._random = random.Random(rng.random())
        self._pulled = False
        self._transports: list[asyncio.WriteTransport] = []

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
