"""What the client's logic needs from outside: time, chance, and connections.

The logic of cluster, admin and fetching is written once, as coroutines that await nothing but a `Runtime` and its
connections. Under asyncio (`AioRuntime`) they suspend; over blocking sockets (`kafkawire.client.blocking`) the same
coroutines run through without ever suspending.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from inspect import isawaitable, iscoroutinefunction
from time import monotonic
from typing import Any, Protocol
from weakref import WeakSet

from kafkawire.client.addresses import canonical_names, is_literal, lookup
from kafkawire.client.connection import AioConnection, Authentication, Connection
from kafkawire.client.security import PLAINTEXT, Security
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.protocol.client import ClientConnection
from kafkawire.protocol.sasl.mechanism import Mechanism
from kafkawire.transport import aio
from kafkawire.transport.errors import ConnectFailed
from kafkawire.transport.traffic import Recorder

__all__ = ["AioRuntime", "Background", "Runtime"]


class Background(Protocol):
    """Work that was started."""

    def cancel(self) -> object:
        """Stop it, if it has not ended."""


class Runtime(Protocol):
    """Time in seconds, chance, and connections that have negotiated their versions."""

    def now(self) -> float:
        """Seconds on a clock that never goes back."""

    def chance(self) -> float:
        """A random number in [0, 1)."""

    async def sleep(self, seconds: float) -> None:
        """Let `seconds` pass."""

    async def resolve(self, host: str, port: int, timeout: float, *, canonical: bool = False) -> list[str]:
        """The addresses of a host, or the `canonical` names of these. Raises `ConnectFailed`."""

    async def connect(
        self,
        host: str,
        port: int,
        client_id: str,
        timeout: float,
        security: Security = PLAINTEXT,
        ip: str | None = None,
        recorder: Recorder | None = None,
    ) -> Connection:
        """Open a connection within `timeout` seconds; `ip`: to which of the host's addresses.

        A `recorder` writes down what is said on it.
        Raises `ConnectFailed`; `Untrusted` or `AuthenticationFailed` where another attempt would be in vain.
        """

    async def wait_closed(self) -> None:
        """Wait until the connections that were closed are gone."""

    def lock(self) -> AbstractAsyncContextManager[object]:
        """A new lock that one task at a time holds."""

    def start(self, work: Coroutine[Any, Any, None]) -> Background | None:
        """Have something done while others go on, or at once where nothing can go on beside it. It must not raise."""


class AioRuntime:
    """The runtime of the running event loop. `dial` opens byte streams in place of TCP and TLS: a network in memory.

    `messages` are sent and read beside kafkawire's own; see `Admin.request`.
    """

    def __init__(
        self, dial: aio.Dial | None = None, limits: Limits = DEFAULT_LIMITS, *, messages: MessageSet = PROTOCOL
    ) -> None:
        self._dial = dial
        self._messages = PROTOCOL | messages if messages is not PROTOCOL else PROTOCOL
        self._limits = limits
        self._loop: asyncio.AbstractEventLoop | None = None
        self._streams: WeakSet[aio.ClientStream] = WeakSet()
        self._random = random.Random()  # noqa: S311 - spreads load; nothing secret depends on it

    def now(self) -> float:
        """The event loop's clock. Another thread, which reads metrics say, gets that of the loop that asked last."""
        try:
            self._loop = asyncio.get_running_loop()
        except RuntimeError:
            return monotonic() if self._loop is None else self._loop.time()
        return self._loop.time()

    def chance(self) -> float:
        """A random number in [0, 1)."""
        return self._random.random()

    async def sleep(self, seconds: float) -> None:
        """Let other tasks run for `seconds`."""
        await asyncio.sleep(seconds)

    async def resolve(self, host: str, port: int, timeout: float, *, canonical: bool = False) -> list[str]:
        """Ask the system, in a thread. A network of our own has no addresses but its names."""
        if self._dial is not None or (is_literal(host) and not canonical):
            return [host]
        try:
            async with asyncio.timeout(timeout):
                return await asyncio.to_thread(canonical_names if canonical else lookup, host, port)
        except TimeoutError as exc:
            raise ConnectFailed(f"{host}:{port}: no address after {timeout:g} s") from exc
        except (OSError, UnicodeError, OverflowError) as exc:
            raise ConnectFailed(f"{host}:{port}: {exc}") from exc

    async def connect(
        self,
        host: str,
        port: int,
        client_id: str,
        timeout: float,
        security: Security = PLAINTEXT,
        ip: str | None = None,
        recorder: Recorder | None = None,
    ) -> Connection:
        """Open a connection and negotiate."""
        sasl = await _mechanism(security, host, port, timeout)
        core = ClientConnection(client_id, messages=self._messages, limits=self._limits, sasl=sasl, zero_copy=True)
        dial = self._dial or aio.dialer(security.ssl_context, ip)
        stream = await aio.connect(host, port, core, timeout=timeout, dial=dial, recorder=recorder)
        self._streams.add(stream)
        again = lambda: _mechanism(security, host, port, timeout)  # noqa: E731
        session = Authentication(again, core.session_lifetime_ms, self.now, self.chance)
        return AioConnection(stream, self.now, session)

    async def wait_closed(self) -> None:
        """Let the event loop close the sockets: TLS says goodbye, and a loop that ended before would warn."""
        leaving = [stream.gone for stream in self._streams if stream.closed and not stream.gone.done()]
        if leaving:
            await asyncio.wait(leaving)

    def lock(self) -> AbstractAsyncContextManager[object]:
        """An `asyncio.Lock`."""
        return asyncio.Lock()

    def start(self, work: Coroutine[Any, Any, None]) -> Background:
        """Make a task of it."""
        return asyncio.create_task(work)


async def _mechanism(security: Security, host: str, port: int, timeout: float) -> Mechanism | None:
    """A new authentication. What gives tokens, or makes mechanisms, may wait for a network of its own."""
    try:
        async with asyncio.timeout(timeout):
            return await security.mechanism(_call, host)
    except TimeoutError as exc:
        raise ConnectFailed(f"{host}:{port}: nothing to authenticate with after {timeout:g} s") from exc


async def _call(function: Callable[[], Any]) -> Any:
    """A function may block, on a network for example, so it gets a thread."""
    if iscoroutinefunction(function):
        return await function()
    given = await asyncio.to_thread(function)
    return await given if isawaitable(given) else given
