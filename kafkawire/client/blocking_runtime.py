"""What the client's logic needs from outside, over blocking sockets: the runtime of clients without an event loop.

Here the runtime blocks inside, so a coroutine that awaits nothing else never suspends, and `run` takes it through in
one go.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Coroutine
from inspect import isawaitable, iscoroutine
from typing import TYPE_CHECKING, Any, TypeVar

from kafkawire.client.addresses import canonical_names, is_literal, lookup
from kafkawire.client.connection import Authentication, Connection, ConnectionBase
from kafkawire.client.errors import InvalidOption
from kafkawire.client.retry import within
from kafkawire.client.security import PLAINTEXT, Security
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.protocol.client import ClientConnection
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed
from kafkawire.transport.blocking import BlockingStream, connect
from kafkawire.transport.errors import ConnectFailed
from kafkawire.transport.traffic import Recorder

if TYPE_CHECKING:
    from kafkawire.message import Request, Response

__all__ = ["BlockingConnection", "BlockingRuntime", "run"]

T = TypeVar("T")
_SEND_AHEAD_S = 10.0  # for a small request to leave; it is seldom more than a copy into the socket's buffer


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that awaits nothing but a `BlockingRuntime`. Raises `RuntimeError` for one that suspends."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    coroutine.close()
    raise RuntimeError("a coroutine without an event loop has awaited something else than its runtime")


class BlockingConnection(ConnectionBase):
    """A connection whose coroutines block the thread."""

    in_flight = 0  # as seen between two requests

    def __init__(self, stream: BlockingStream, session: Authentication) -> None:
        super().__init__(stream, stream.versions, time.monotonic)
        self._stream = stream
        self._session = session
        self._ahead: tuple[Request, int] | None = None

    @property
    def closed(self) -> bool:
        """Whether the socket is closed."""
        return self._stream.closed

    async def request(self, request: Request, version: int, timeout: float) -> Response:
        """Send a request and wait for its response."""
        asked, self._ahead = self._ahead, None
        if asked is not None:
            response = self._receive(asked[0], lambda: self._stream.wait(within(timeout)))
            if asked == (request, version):
                return response
        if self._session.is_due:
            await self._renew(timeout)
        self._wait(timeout)
        return self._receive(request, lambda: self._stream.request(request, version, within(timeout)))

    def _wait(self, timeout: float) -> None:
        """Send nothing for as long as the broker has asked for (throttling); to sleep for no time takes some, too."""
        pause = self._pause(timeout)
        if pause > 0:
            time.sleep(pause)

    def _receive(self, request: Request, ask: Callable[[], Response]) -> Response:
        began = time.monotonic()
        response = ask()
        self._note(request, response, began)
        return response

    def send_ahead(self, request: Request, version: int) -> None:
        """Send a request whose response is waited for when the same request is made."""
        if self._ahead is None and not self._session.is_due and not self.silence:
            self._stream.send(request, version, _SEND_AHEAD_S)
            self._ahead = (request, version)

    async def _renew(self, timeout: float) -> None:
        async def ask(request: Request, version: int) -> Response:
            return self._stream.request(request, version, within(timeout))

        try:
            await self._session.renew(self.versions, ask)
        except AuthenticationFailed:
            self.close()
            raise

    async def send_unanswered(self, request: Request, version: int, timeout: float) -> None:
        """Send a request to which there is no response."""
        self._wait(timeout)
        self._stream.send_unanswered(request, version)

    def close(self) -> None:
        """Close the socket."""
        self._stream.close()


class BlockingRuntime:
    """The thread's own time, and blocking sockets. `messages` are sent and read beside kafkawire's own."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS, *, messages: MessageSet = PROTOCOL) -> None:
        self._messages = PROTOCOL | messages if messages is not PROTOCOL else PROTOCOL
        self._limits = limits
        self._random = random.Random()  # noqa: S311 - spreads load; nothing secret depends on it

    def now(self) -> float:
        """Seconds on the monotonic clock."""
        return time.monotonic()

    def chance(self) -> float:
        """A random number in [0, 1)."""
        return self._random.random()

    async def sleep(self, seconds: float) -> None:
        """Block for `seconds`, as between two attempts: with one thread nobody could end the pause."""
        time.sleep(seconds)

    async def wait_closed(self) -> None:
        """Sockets that block are closed at once."""

    async def resolve(
        self,
        host: str,
        port: int,
        timeout: float,  # noqa: ARG002
        *,
        canonical: bool = False,
    ) -> list[str]:
        """Ask the system, which has time limits of its own."""
        if is_literal(host) and not canonical:
            return [host]
        try:
            return canonical_names(host, port) if canonical else lookup(host, port)
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
        """Open a socket and negotiate."""
        sasl = await security.mechanism(_call, host)
        core = ClientConnection(client_id, messages=self._messages, limits=self._limits, sasl=sasl, zero_copy=True)
        context = security.ssl_context
        stream = connect(host, port, core, timeout=timeout, ssl_context=context, ip=ip, recorder=recorder)
        again = lambda: security.mechanism(_call, host)  # noqa: E731
        session = Authentication(again, core.session_lifetime_ms, self.now, self.chance)
        return BlockingConnection(stream, session)

    def lock(self) -> contextlib.AbstractAsyncContextManager[object]:
        """One thread needs none."""
        return contextlib.nullcontext()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it now."""
        run(work)


async def _call(function: Callable[[], Any]) -> Any:
    given = function()
    if isawaitable(given):
        if iscoroutine(given):
            given.close()
        raise InvalidOption("a blocking client waits for no coroutine: make what it calls for SASL a plain function")
    return given
