"""A connection as the client's logic sees it: versions known, one coroutine per request, timeouts and throttling."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from kafkawire.client.authentication import Authentication
from kafkawire.errors import UnsupportedVersion
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed
from kafkawire.protocol.versions import ApiVersions, api_name
from kafkawire.transport.aio import ClientStream
from kafkawire.transport.errors import RequestTimedOut

if TYPE_CHECKING:
    from kafkawire.message import Request, Response

__all__ = ["AioConnection", "ByVersion", "Connection", "exchange"]


@dataclass(frozen=True, slots=True)
class ByVersion:
    """A request that says the same thing in other fields, depending on the version that is chosen for it."""

    API_KEY: int
    build: Callable[[int], Request]


class Connection(Protocol):
    """One negotiated connection to one broker."""

    peer: str
    versions: ApiVersions
    last_used: float

    @property
    def closed(self) -> bool:
        """Whether it is of no further use."""

    async def request(self, request: Request, version: int, timeout: float) -> Response:
        """Send a request and return its response, or raise a `TransportError` or `RemoteProtocolError`."""

    async def send_unanswered(self, request: Request, version: int) -> None:
        """Send a request to which there is no response."""

    def close(self) -> None:
        """Close it; what waits raises `ConnectionLost`."""


class AioConnection:
    """A connection under asyncio; any number of tasks may have requests open at the same time."""

    def __init__(self, stream: ClientStream, clock: Callable[[], float], session: Authentication | None = None) -> None:
        self.peer = stream.peer
        self.versions = stream.negotiated.result()
        self.last_used = clock()
        self._stream = stream
        self._clock = clock
        self._throttled_until = 0.0
        self._session = session
        self._renewal = asyncio.Lock()

    @property
    def closed(self) -> bool:
        """Whether the stream has ended."""
        return self._stream.closed

    async def request(self, request: Request, version: int, timeout: float) -> Response:
        """Send a request and wait up to `timeout` seconds.

        An answer that does not come in time closes the connection: a broker answers in order, so whatever was asked
        later would not be answered either. A cancelled call leaves the connection usable.
        """
        if self._session is not None and self._session.is_due:
            await self._renew(self._session, timeout)
        await self._admit()
        return await self._exchange(request, version, timeout)

    async def _renew(self, session: Authentication, timeout: float) -> None:
        """Authenticate again; requests that come meanwhile wait."""
        async with self._renewal:
            if not session.is_due:
                return
            try:
                await session.renew(self.versions, lambda request, version: self._exchange(request, version, timeout))
            except AuthenticationFailed as exc:
                self._stream.close(exc)
                raise

    async def _exchange(self, request: Request, version: int, timeout: float) -> Response:
        future = self._stream.send(request, version)
        try:
            async with asyncio.timeout(timeout):
                response = await future
        except RequestTimedOut:
            raise  # another request's silence has ended the connection
        except TimeoutError as exc:
            error = RequestTimedOut(f"{self.peer}: no answer to {api_name(request.API_KEY)} after {timeout:g} s")
            self._stream.close(error)
            raise error from exc
        self._note(response)
        return response

    async def send_unanswered(self, request: Request, version: int) -> None:
        """Send a request to which there is no response."""
        await self._admit()
        self._stream.send_unanswered(request, version)

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()

    async def _admit(self) -> None:
        # A throttled client is expected to keep quiet by itself (KIP-219).
        pause = self._throttled_until - self._clock()
        if pause > 0:
            await asyncio.sleep(pause)
        await self._stream.drain()
        self.last_used = self._clock()

    def _note(self, response: Response) -> None:
        self.last_used = self._clock()
        throttle_ms = getattr(response, "throttle_time_ms", 0)
        if throttle_ms > 0:
            self._throttled_until = self.last_used + throttle_ms / 1000


async def exchange(
    connection: Connection, request: Request | ByVersion, timeout: float, at_most: int | None = None, at_least: int = 0
) -> Response:
    """Ask over the connection, in the highest version that both sides speak within the bounds."""
    try:
        version = connection.versions.choose(request.API_KEY, at_most, at_least)
    except UnsupportedVersion as exc:
        raise UnsupportedVersion(f"{connection.peer}: {exc}") from None
    message = request.build(version) if isinstance(request, ByVersion) else request
    return await connection.request(message, version, timeout)
