"""What the client's logic needs from outside: time, chance, and connections.

The logic of cluster, admin and fetching is written once, as coroutines that await nothing but a `Runtime` and its
connections. Under asyncio (`AioRuntime`) they suspend; over blocking sockets (`kafkawire.client.blocking`) the same
coroutines run through without ever suspending.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import AbstractAsyncContextManager
from inspect import iscoroutinefunction
from typing import Protocol

from kafkawire.client.authentication import Authentication
from kafkawire.client.connection import AioConnection, Connection
from kafkawire.client.oauth import Token, TokenProvider
from kafkawire.client.security import PLAINTEXT, Security
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.protocol.client import ClientConnection
from kafkawire.transport import aio

__all__ = ["AioRuntime", "Runtime"]


class Runtime(Protocol):
    """Time in seconds, chance, and connections that have negotiated their versions."""

    def now(self) -> float:
        """Seconds on a clock that never goes back."""

    def chance(self) -> float:
        """A random number in [0, 1)."""

    async def sleep(self, seconds: float) -> None:
        """Let `seconds` pass."""

    async def connect(
        self, host: str, port: int, client_id: str, timeout: float, security: Security = PLAINTEXT
    ) -> Connection:
        """Open a connection within `timeout` seconds.

        Raises `ConnectFailed`; `Untrusted` or `AuthenticationFailed` where another attempt would be in vain.
        """

    def lock(self) -> AbstractAsyncContextManager[object]:
        """A new lock that one task at a time holds."""


class AioRuntime:
    """The runtime of the running event loop. `dial` opens byte streams in place of TCP and TLS: a network in memory."""

    def __init__(self, dial: aio.Dial | None = None, limits: Limits = DEFAULT_LIMITS) -> None:
        self._dial = dial
        self._limits = limits
        self._random = random.Random()  # noqa: S311 - spreads load; nothing secret depends on it

    def now(self) -> float:
        """The event loop's clock."""
        return asyncio.get_running_loop().time()

    def chance(self) -> float:
        """A random number in [0, 1)."""
        return self._random.random()

    async def sleep(self, seconds: float) -> None:
        """Let other tasks run for `seconds`."""
        await asyncio.sleep(seconds)

    async def connect(
        self, host: str, port: int, client_id: str, timeout: float, security: Security = PLAINTEXT
    ) -> Connection:
        """Open a connection and negotiate."""
        core = ClientConnection(client_id, limits=self._limits, sasl=await security.mechanism(_call))
        dial = self._dial or aio.dialer(security.ssl_context)
        stream = await aio.connect(host, port, core, timeout=timeout, dial=dial)
        session = Authentication(lambda: security.mechanism(_call), core.session_lifetime_ms, self.now, self.chance)
        return AioConnection(stream, self.now, session)

    def lock(self) -> AbstractAsyncContextManager[object]:
        """An `asyncio.Lock`."""
        return asyncio.Lock()


async def _call(provider: TokenProvider) -> Token | str:
    """A function may block, on a network for example, so it gets a thread."""
    given = provider() if iscoroutinefunction(provider) else await asyncio.to_thread(provider)
    return given if isinstance(given, Token | str) else await given
