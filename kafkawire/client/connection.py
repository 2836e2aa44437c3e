"""A connection as the client's logic sees it: versions known, one coroutine per request, timeouts and throttling."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from kafkawire.client.metrics import ClientMetrics
from kafkawire.client.retry import within
from kafkawire.errors import KafkaWireError, UnsupportedVersion
from kafkawire.messages import PROTOCOL
from kafkawire.protocol.sasl.exchange import SaslExchange
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed
from kafkawire.protocol.versions import ApiVersions, api_name
from kafkawire.transport.aio import Answered, ClientStream
from kafkawire.transport.errors import RequestTimedOut

if TYPE_CHECKING:
    from kafkawire.message import Request, Response
    from kafkawire.protocol.sasl.mechanism import Mechanism
    from kafkawire.transport.traffic import Traffic

__all__ = ["AioConnection", "Authentication", "ByVersion", "Connection", "ConnectionBase", "Deadlines", "exchange"]

_EARLIEST, _SPREAD = 0.85, 0.1  # renewed when 85 to 95 % of the time is over, so that not all clients come at once


@dataclass(frozen=True, slots=True)
class ByVersion:
    """A request that says the same thing in other fields, depending on the version that is chosen for it."""

    API_KEY: int
    build: Callable[[int], Request]


class Stream(Protocol):
    """What both transports have."""

    peer: str
    traffic: Traffic


class Connection(Protocol):
    """One negotiated connection to one broker."""

    versions: ApiVersions
    last_used: float
    metrics: ClientMetrics

    @property
    def peer(self) -> str:
        """Where it leads, for errors: HOST:PORT, and the broker's node id once that is known."""

    @property
    def closed(self) -> bool:
        """Whether it is of no further use."""

    @property
    def in_flight(self) -> int:
        """Requests that wait for their response."""

    @property
    def silence(self) -> float:
        """Seconds for which the broker still wants nothing from us."""

    def belongs_to(self, node_id: int) -> None:
        """Remember the broker that the connection leads to."""

    def choose_version(self, request: type[Request], at_most: int | None = None, at_least: int = 0) -> int:
        """The highest version of a request that both sides speak within the bounds, or `UnsupportedVersion`."""

    def count_in(self, metrics: ClientMetrics, traffic: Traffic) -> None:
        """Count here from now on, and what has been counted so far."""

    async def request(self, request: Request, version: int, timeout: float) -> Response:
        """Send a request and return its response, or raise a `TransportError` or `RemoteProtocolError`."""

    async def send_unanswered(self, request: Request, version: int, timeout: float) -> None:
        """Send a request to which there is no response; `timeout`: seconds until the broker has to take it."""

    def close(self) -> None:
        """Close it; what waits raises `ConnectionLost`."""


class ConnectionBase:
    """What a connection remembers, whether or not it blocks."""

    def __init__(self, stream: Stream, versions: ApiVersions, clock: Callable[[], float]) -> None:
        self.versions = versions
        self.last_used = clock()
        self.metrics = ClientMetrics(clock)
        self._carrier = stream
        self._clock = clock
        self._node_id: int | None = None
        self._throttled_until = 0.0
        self._chosen: dict[tuple[object, int | None, int], int] = {}

    @property
    def peer(self) -> str:
        """HOST:PORT and node id."""
        return self._carrier.peer

    @property
    def silence(self) -> float:
        """Seconds for which the broker still wants nothing from us; a client keeps quiet by itself (KIP-219)."""
        return max(0.0, self._throttled_until - self._clock())

    def belongs_to(self, node_id: int) -> None:
        """Say so in errors from now on."""
        if self._node_id != node_id:
            self._node_id = node_id
            self._carrier.peer = f"{self._carrier.peer.partition(' ')[0]} (node {node_id})"

    def choose_version(self, request: type[Request], at_most: int | None = None, at_least: int = 0) -> int:
        """The version of a request to send here: see `ApiVersions.choose`, which is asked once for each connection."""
        key = request, at_most, at_least
        version = self._chosen.get(key)
        if version is None:
            version = self._chosen[key] = self.versions.choose(request, at_most, at_least)
        return version

    def count_in(self, metrics: ClientMetrics, traffic: Traffic) -> None:
        """Count there from now on."""
        traffic.add(self._carrier.traffic)
        self._carrier.traffic = traffic
        self.metrics = metrics

    def _pause(self, timeout: float) -> float:
        """Seconds to keep quiet before a request. Raises `RequestTimedOut` if a response may not take so long."""
        silence, limit = self.silence, within(timeout)
        if silence > limit:
            raise RequestTimedOut(
                f"{self.peer}: throttled for another {silence:.0f} s, more than the {limit:g} s allowed"
            )
        return silence

    def _note(self, request: Request, response: Response, began: float) -> None:
        self.last_used = now = self._clock()
        self.metrics.answered(request.API_KEY, began, now)
        throttle_ms = getattr(response, "throttle_time_ms", 0)
        if throttle_ms > 0:
            self._throttled_until = now + throttle_ms / 1000
            self.metrics.sample("throttle_time", throttle_ms)


class Authentication:
    """The authentication of one connection. `lifetime_ms`: for how long it counts; 0 is for ever.

    A broker may limit that time, and the authentication is renewed before it is over (KIP-368).
    """

    def __init__(
        self,
        mechanism: Callable[[], Awaitable[Mechanism | None]],
        lifetime_ms: int,
        now: Callable[[], float],
        chance: Callable[[], float],
    ) -> None:
        self._mechanism = mechanism
        self._now = now
        self._chance = chance
        self._renew_at = self._later(lifetime_ms)

    @property
    def is_due(self) -> bool:
        """Whether it has to be renewed before anything else is said."""
        return self._now() >= self._renew_at

    async def renew(self, versions: ApiVersions, ask: Callable[[Request, int], Awaitable[Response]]) -> None:
        """Authenticate again on the open connection. Raises `AuthenticationFailed`."""
        mechanism = await self._mechanism()
        if mechanism is None:
            return
        exchange = SaslExchange(mechanism)
        following: tuple[Request, int] | None = exchange.begin(versions)
        while following is not None:
            following = exchange.received(await ask(*following))
        self._renew_at = self._later(exchange.lifetime_ms)

    def _later(self, lifetime_ms: int) -> float:
        if lifetime_ms <= 0:
            return float("inf")
        return self._now() + lifetime_ms / 1000 * (_EARLIEST + _SPREAD * self._chance())


class Deadlines:
    """The requests of a connection that may not wait for ever. One timer serves all of them, and few ever move it."""

    def __init__(self, clock: Callable[[], float], expired: Callable[[int, float], None]) -> None:
        self._clock = clock
        self._expired = expired
        self._open: dict[int, tuple[float, int, float]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._goes_off_at = 0.0
        self._last = 0

    def add(self, api_key: int, timeout: float, now: float) -> int:
        """A request has `timeout` seconds from now on, then `expired` gets these two. Returns the request's number."""
        self._last += 1
        due = now + timeout
        self._open[self._last] = (due, api_key, timeout)
        if self._timer is None or due < self._goes_off_at:
            self._set_timer(due)
        return self._last

    def remove(self, number: int) -> None:
        """The request has its response. The timer stays as it is until it goes off."""
        del self._open[number]

    def stop(self) -> None:
        """The connection has ended."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set_timer(self, due: float) -> None:
        self.stop()
        self._goes_off_at = due  # uvloop's handles do not always know
        self._timer = asyncio.get_running_loop().call_at(due, self._look)

    def _look(self) -> None:
        self._timer = None
        if not self._open:
            return
        due, api_key, timeout = min(self._open.values())
        if due <= self._clock():
            self._expired(api_key, timeout)
        else:
            self._set_timer(due)


class AioConnection(ConnectionBase):
    """A connection under asyncio; any number of tasks may have requests open at the same time."""

    def __init__(self, stream: ClientStream, clock: Callable[[], float], session: Authentication | None = None) -> None:
        super().__init__(stream, stream.negotiated.result(), clock)
        self._stream = stream
        self._session = session
        self._renewal = asyncio.Lock()
        self._deadlines = Deadlines(clock, self._expired)

    @property
    def closed(self) -> bool:
        """Whether the stream has ended."""
        return self._stream.closed

    @property
    def in_flight(self) -> int:
        """Requests that wait for their response."""
        return self._stream.in_flight

    async def request(self, request: Request, version: int, timeout: float) -> Response:
        """Send a request and wait up to `timeout` seconds.

        A response that does not come in time closes the connection: a broker answers in order, so whatever was asked
        later would not be answered either. A cancelled call, and one whose own time is up before that, leaves the
        connection usable.
        """
        if self._session is not None and self._session.is_due:
            await self._renew(self._session, timeout)
        await self._admit(timeout)
        return await self._exchange(request, version, timeout)

    @property
    def is_ready(self) -> bool:
        """Whether a request can be posted now: open, not throttled, the socket takes more, and nothing to renew."""
        if self.closed or not self._stream.writable or (self._throttled_until and self.silence):
            return False
        return self._session is None or not (self._session.is_due or self._renewal.locked())

    async def until_ready(self, timeout: float) -> None:
        """Wait until a request may be posted. Raises what keeps it from that for `timeout` seconds."""
        if self._session is not None and (self._session.is_due or self._renewal.locked()):
            await self._renew(self._session, timeout)
        await self._admit(timeout)

    def post(self, request: Request, version: int, timeout: float, answered: Answered) -> None:
        """Send a request without waiting for anything, since it `is_ready`.

        `answered` is called with the response, or with a `TransportError` or `RemoteProtocolError`, and must not raise.
        This takes no task, no future and no timer of its own, so it is the way for many requests.
        """
        self.last_used = began = self._clock()
        number = self._deadlines.add(request.API_KEY, timeout, began)

        def note(response: Response | KafkaWireError) -> None:
            self._deadlines.remove(number)
            if isinstance(response, KafkaWireError):
                self._deadlines.stop()  # it is the end of all of them
            else:
                self._note(request, response, began)
            answered(response)

        try:
            self._stream.post(request, version, note)
        except BaseException:
            self._deadlines.remove(number)
            raise

    def post_unanswered(self, request: Request, version: int) -> None:
        """Send a request to which there is no response, without waiting for anything."""
        self.last_used = self._clock()
        self._stream.send_unanswered(request, version)

    def _expired(self, api_key: int, timeout: float) -> None:
        self._stream.close(RequestTimedOut(f"{self.peer}: no answer to {api_name(api_key)} after {timeout:g} s"))

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
        began, limit = self._clock(), within(timeout)
        future = self._stream.send(request, version)
        try:
            async with asyncio.timeout(limit):
                response = await future
        except RequestTimedOut:
            raise  # another request's silence has ended the connection
        except TimeoutError as exc:
            error = RequestTimedOut(f"{self.peer}: no answer to {api_name(request.API_KEY)} after {limit:g} s")
            if limit == timeout:  # else it may still come, only too late for this call
                self._stream.close(error)
            raise error from exc
        self._note(request, response, began)
        return response

    async def send_unanswered(self, request: Request, version: int, timeout: float) -> None:
        """Send a request to which there is no response."""
        await self._admit(timeout)
        self._stream.send_unanswered(request, version)

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()
        self._deadlines.stop()

    async def _admit(self, timeout: float) -> None:
        pause = self._pause(timeout)
        if pause > 0:
            await asyncio.sleep(pause)
        if not self._stream.writable:
            await self._drain(within(timeout))
        self.last_used = self._clock()

    async def _drain(self, timeout: float) -> None:
        try:
            async with asyncio.timeout(timeout):
                await self._stream.drain()
        except TimeoutError as exc:
            error = RequestTimedOut(f"{self.peer}: nothing we send is taken, for {timeout:g} s now")
            self._stream.close(error)
            raise error from exc


async def exchange(
    connection: Connection, request: Request | ByVersion, timeout: float, at_most: int | None = None, at_least: int = 0
) -> Response:
    """Ask over the connection, in the highest version that both sides speak within the bounds."""
    own = PROTOCOL.message_class(request.API_KEY, "request") if isinstance(request, ByVersion) else type(request)
    try:
        version = connection.choose_version(own, at_most, at_least)
    except UnsupportedVersion as exc:
        raise UnsupportedVersion(f"{connection.peer}: {exc}") from None
    message = request.build(version) if isinstance(request, ByVersion) else request
    return await connection.request(message, version, timeout)
