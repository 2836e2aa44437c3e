"""One client's connection on the event loop: bytes in, requests to handlers, responses out, in the requests' order.

Requests are handled one at a time, as Apache Kafka does, and when it is this client's turn (`scheduler`). A handler
that answers at once costs no task; one that waits (a long poll, a rebalance) becomes the connection's one task, and
what the client has pipelined behind it stays queued. What is too large to be decoded at once is decoded in a thread.

How responses are written, and what happens while the client does not read them, is in `response_writer`.

Memory stays bounded: nothing more is read while a request is queued, and nothing is handled while the client does not
read its responses.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Coroutine, Generator
from functools import partial
from time import perf_counter
from types import coroutine
from typing import TYPE_CHECKING, Any, cast

from kafkawire.broker.api.dispatch import Context, HandlerResult, WrongResult
from kafkawire.broker.loop.scheduler import Turn
from kafkawire.broker.net.response_writer import ResponseWriter
from kafkawire.broker.net.sending import arrange
from kafkawire.broker.security.endpoints import Endpoint
from kafkawire.broker.security.session import Progress, Session
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaWireError, LimitExceeded, RemoteProtocolError
from kafkawire.limits import Limits
from kafkawire.message import Response
from kafkawire.protocol.error_responses import error_response
from kafkawire.protocol.events import RequestReceived
from kafkawire.protocol.frames import Piece
from kafkawire.protocol.server import ServerConnection
from kafkawire.protocol.states import State
from kafkawire.rate_limited_log import RateLimitedLogger
from kafkawire.slotted import field_names

if TYPE_CHECKING:
    from kafkawire.broker.net.connections import Connections
    from kafkawire.broker.node.node import Node
    from kafkawire.transport.traffic import Recorded, Recorder

__all__ = ["Connection"]

_LOG = RateLimitedLogger("kafkawire.broker.connections")
_MAX_INT32 = 2**31 - 1
_MAX_OBJECTS = 110_000  # topics, partitions, members ... in one request
_AT_ONCE = 1_000
_SIZE = 4  # bytes of a frame that say how many follow
_SMALL = Limits(max_frame_size=16 * 1024, max_objects=_AT_ONCE)  # what is decoded on the event loop
_READY = State.READY  # before Python 3.12 a member of an Enum takes 0.2 us to look up


class Connection(asyncio.Protocol):
    """One connection to a listener of a broker, whose `connections` it joins; written down if there is a `recorder`."""

    def __init__(
        self, node: Node, connections: Connections[Connection], endpoint: Endpoint, recorder: Recorder | None = None
    ) -> None:
        self._node = node
        self._connections = connections
        self._session = Session(endpoint)
        self._recorder = recorder
        self._recorded: Recorded | None = None
        self._has_sasl = bool(endpoint.mechanisms)
        handlers = node.handlers
        self._hooks = handlers.hooks
        self._protocol = ServerConnection(
            handlers.versions, messages=handlers.messages, limits=_limits(node), authenticates=self._has_sasl
        )
        self._writer = ResponseWriter(self._writing_changed)
        self._turn = node.scheduler.turn(self._work)
        self._unread: deque[bytes] = deque()  # what came since this client had its last turn
        self._task: asyncio.Task[None] | None = None
        self._done: tuple[RequestReceived, HandlerResult] | None = None  # what a task has answered, not yet sent
        self._open: RequestReceived | None = None  # the request that is handled, until its response is on its way
        self._began = 0.0  # when its handler began
        self._spent_before = 0.0  # of the event loop's time, until then
        self._has_begun = False
        self._reads = True
        self._is_refused = False
        self._is_told_of = False
        self._silence: asyncio.TimerHandle | None = None  # until it goes off the client is over its quota
        self.host = ""
        self.last_active = 0.0
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client is there."""
        has_tls = self._session.endpoint.ssl_context is not None
        self._writer.connect(transport, is_plain=not has_tls)
        self._session.client_host = self._writer.client_host
        self.host = self._writer.client_host.removeprefix("/")
        self._node.traffic.connections += 1
        if has_tls and not self._has_sasl and not self._writer.is_closing:
            self._identify(transport)
        if self._recorder is not None:
            self._record(self._recorder, transport)
        self._connections.add(self, self._node.throttling.connection_delay(self.host, self._node.clock.now()))

    def _record(self, recorder: Recorder, transport: asyncio.BaseTransport) -> None:
        facts = {"listener": self._session.endpoint.listener.name}
        if self._session.endpoint.ssl_context is not None and not self._has_sasl:
            facts["principal"] = self._session.principal
        client, server = (transport.get_extra_info(name) or ("", 0) for name in ("peername", "sockname"))
        self._recorded = recorder.open(client[:2], server[:2], facts)
        self._writer.watch = self._recorded.response

    @property
    def is_busy(self) -> bool:
        """Whether a request is being worked on, or a response still to be read."""
        is_held = self._silence is not None or not self._writer.can_write
        return is_held or self._task is not None or self._done is not None or self._has_requests

    def begin(self) -> None:
        """Start to read."""
        self._has_begun = True
        if not self._writer.is_closing:
            self._tell_opened()
        self._update_reading()
        self._turn.want()

    def _tell_opened(self) -> None:
        self._is_told_of = True
        try:
            self._hooks.opened(self._session)
        except RemoteProtocolError as exc:
            self._refuse(exc)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone; nobody waits for the request that is being handled."""
        if exc is not None:
            _LOG.debug("connection from %s lost: %s", self._writer.client_host, exc)
        self._unread.clear()
        self._done = None
        if self._recorded is not None:
            self._recorded.end()
        self._writer.lost()
        self._node.traffic.connections -= 1
        self._connections.remove(self)
        self._node.share.sessions.disconnected(self._session)
        if self._is_told_of:
            self._hooks.closed(self._session)
        if not self.closed.done():
            self.closed.set_result(None)
        if self._task is not None:
            self._task.cancel()
        if self._silence is not None:
            self._silence.cancel()

    def data_received(self, data: bytes) -> None:
        """Bytes from the client."""
        if self._recorded is not None:
            self._recorded.request(data)
        self._unread.append(data)
        if not self._has_begun:  # there are too many connections: what it sent is kept, and no more is read
            self._update_reading()
            return
        self._connections.touch(self)
        self._node.traffic.bytes_in += len(data)
        self._turn.want()
        if self._unread:
            self._update_reading()

    def close(self) -> None:
        """Send what is written already, and hang up."""
        self._unread.clear()
        self._writer.close()

    def abort(self) -> None:
        """Hang up at once, whatever is still to be sent."""
        self._writer.abort()

    def pause_writing(self) -> None:
        """The client does not read its responses."""
        self._writer.pause()

    def resume_writing(self) -> None:
        """The client has caught up with its responses."""
        self._writer.resume()

    def _writing_changed(self, can_write: bool) -> None:
        if can_write:
            self._go_on()
        else:
            self._update_reading()

    def _identify(self, transport: asyncio.BaseTransport) -> None:
        """Ask the TLS library who the client is."""
        from kafkawire.broker.security.tls import principal_of_certificate

        try:
            self._session.principal = principal_of_certificate(transport, self._session.endpoint.mapping_rules)
        except RemoteProtocolError as exc:
            self._refuse(exc)

    def _go_on(self) -> None:
        self._turn.want()
        self._update_reading()

    @property
    def _has_requests(self) -> bool:
        return bool(self._unread) or self._protocol.has_next

    @property
    def _can_work(self) -> bool:
        writer = self._writer
        is_free = self._task is None and writer.can_write and not self._silence
        return is_free and self._has_begun and not writer.is_closing and not writer.transport.is_closing()

    def _work(self, deadline: float) -> bool:
        """Handle what the client has sent until `deadline`; whether there is more."""
        protocol, has_more = self._protocol, False
        try:
            if self._done is not None:
                self._send_done(*self._done)
            has_more = self._task is not None or protocol.has_next or self._receive()
            while has_more and self._can_work:
                self._take_next()
                has_more = self._task is not None or protocol.has_next or self._receive()
                if has_more and perf_counter() >= deadline:
                    break
        except RemoteProtocolError as exc:
            self._refuse(exc)
        if has_more or not self._reads or not self._writer.can_write or self._silence or protocol.state is not _READY:
            self._update_reading()  # else there is nothing to change, as nearly always
        return has_more and self._can_work

    def _receive(self) -> bool:
        """Take in what the client has sent, up to its next request; whether there is one."""
        while self._unread:
            if self._protocol.receive(self._unread.popleft()):
                return True
        return False

    def _send_done(self, event: RequestReceived, response: HandlerResult) -> None:
        """Send what a task has answered. Many may be answered in one moment, so that is not done before one's turn."""
        self._done = None
        try:
            self._respond(event, response, has_waited=True)
        except Exception as exc:  # noqa: BLE001 - whatever one request does, the broker goes on
            self._fail(exc)

    def _take_next(self) -> None:
        """Begin with the next request, if there is one."""
        try:
            event = self._protocol.next_request(_SMALL)
        except LimitExceeded:
            self._begin_task(self._take_large())
            return
        if event is None:
            return
        try:
            result = self._call(event)
            if result is None or isinstance(result, Response):
                self._respond(event, result)
            else:
                self._begin_task(self._finish(event, result))
        except Exception as exc:  # noqa: BLE001 - whatever one request does, the broker goes on
            self._fail(exc)

    async def _take_large(self) -> None:
        event = await self._turn.in_thread(self._protocol.next_request)
        if event is not None:
            await self._finish(event, self._call(event))

    def _call(self, event: RequestReceived) -> HandlerResult | Awaitable[HandlerResult]:
        """Hand a request to its handler: what that answers, or has yet to do."""
        node, session, turn = self._node, self._session, self._turn
        self._open = event
        asked = api_key, version = event.api_key, event.version
        self._began, self._spent_before = node.clock.now(), turn.spent
        node.traffic.requests[asked] += 1
        if self._has_sasl:
            session.check(api_key, self._began)
        handler = node.handlers[api_key]
        ctx = Context(node, api_key, version, session, event.client_id, self._writer.client_host, turn)
        result = handler.function(ctx, event.message)
        if result is None or isinstance(result, Response):
            return result
        if handler.is_built_in:
            return _first_step(cast("Coroutine[Any, Any, HandlerResult]", result), turn)
        if not isinstance(result, Awaitable):
            raise WrongResult(api_key, result)
        return _rest(result.__await__(), None, turn)

    def _begin_task(self, work: Coroutine[Any, Any, None]) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run(work))

    async def _run(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as exc:  # noqa: BLE001 - as above
            self._fail(exc)
        finally:
            self._turn.end()
        self._task = None
        self._go_on()

    async def _finish(self, event: RequestReceived, result: HandlerResult | Awaitable[HandlerResult]) -> None:
        response = result if result is None or isinstance(result, Response) else await result
        if response is not None and not isinstance(response, Response):
            raise WrongResult(event.api_key, response)
        if response is None or not self._turn.is_large:
            self._done = event, response
        elif self._account(event, response, has_waited=True):
            await self._turn.in_thread(partial(self._send_large, event.correlation_id, response))
            self._deliver()

    def _send_large(self, correlation_id: int, response: Response) -> None:
        """Encode a response, and take it apart: 100,000 objects that go at once keep all threads waiting for 50 ms."""
        self._protocol.send(correlation_id, response)
        if not self._node.handlers[response.API_KEY].is_built_in:
            return  # it may be somebody else's, who goes on to use it
        for name in field_names(response):
            items = getattr(response, name)
            while isinstance(items, list) and items:
                del items[-_AT_ONCE:]

    def _respond(self, event: RequestReceived, response: HandlerResult, *, has_waited: bool = False) -> None:
        if not self._account(event, response, has_waited=has_waited):
            return
        if response is None:
            self._protocol.skip(event.correlation_id)
        else:
            self._protocol.send(event.correlation_id, response)
        self._deliver()

    def _account(self, event: RequestReceived, response: HandlerResult, *, has_waited: bool) -> bool:
        """Take note of a request that is done; whether anybody still waits for its response."""
        seconds = self._node.clock.now() - self._began
        self._node.traffic.times[event.api_key].append(seconds)
        if not self._writer.is_closing and self._node.throttling.is_needed:
            self._throttle(event, response, self._turn.spent - self._spent_before if has_waited else seconds)
        return not self._writer.is_closing

    def _deliver(self) -> None:
        self._open = None
        pieces = self._protocol.pieces_to_send()
        if pieces and self._hooks.of_responses:
            pieces = self._changed(pieces)
        if pieces and not self._writer.is_closing:
            self._node.traffic.bytes_out += sum(map(len, pieces))
            self._writer.write(pieces)
        if self._has_sasl:
            self._follow_session()

    def _changed(self, pieces: list[Piece]) -> list[Piece]:
        """What hooks make of a response. If that is no whole frame it is written here, and the connection ends."""
        changed = self._hooks.changed(self._session, cast("bytes", arrange(pieces, sendfile=False)[0]))
        if int.from_bytes(changed[:_SIZE], "big") == len(changed) - _SIZE:
            return [changed]
        if not self._writer.is_closing:
            self._writer.write([changed])
        self.close()
        return []

    def _throttle(self, event: RequestReceived, response: HandlerResult, spent: float) -> None:
        """Say how long the client has to be silent, and see to it, if it is over its quota."""
        now = self._node.clock.now()
        user = self._session.principal.partition(":")[2]
        throttling = self._node.throttling
        delay = throttling.delay(user, event.client_id or "", event.message, response, spent, now)
        if delay <= 0:
            return
        if hasattr(response, "throttle_time_ms"):
            response.throttle_time_ms = min(round(delay * 1000), _MAX_INT32)  # type: ignore[union-attr]
        self._silence = asyncio.get_running_loop().call_later(delay, self._end_silence)

    def _end_silence(self) -> None:
        self._silence = None
        self._go_on()

    def _follow_session(self) -> None:
        """After a response: hang up on a client that is not let in."""
        if self._session.progress is Progress.FAILED:
            self.close()
        elif self._protocol.state is not _READY and self._session.progress is Progress.OPEN:
            self._protocol.authenticated()

    def _fail(self, exc: Exception) -> None:
        if isinstance(exc, RemoteProtocolError):
            self._refuse(exc)
            return
        event = self._open
        asked = (event.api_key, event.version) if event else (-1, -1)
        if isinstance(exc, WrongResult):  # a traceback would show kafkawire's lines, not the handler's
            _LOG.error("request %s v%d from %s failed: %s", *asked, self._writer.client_host, exc)
        else:
            _LOG.error("request %s v%d from %s failed", *asked, self._writer.client_host, exc_info=exc)
        if event is None or not self._has_said_failed(event):
            self.close()

    def _has_said_failed(self, event: RequestReceived) -> bool:
        """Answer the request that is open with UNKNOWN_SERVER_ERROR, if that can be said, and in a few steps."""
        protocol = self._protocol
        if self._turn.is_large or protocol.state is not _READY or self._writer.is_closing:
            return False
        try:
            messages = self._node.handlers.messages
            response = error_response(event.message, event.version, ErrorCode.UNKNOWN_SERVER_ERROR, messages=messages)
            if response is not None:
                protocol.send(event.correlation_id, response)
                self._deliver()
            return response is not None
        except (KafkaWireError, OSError) as exc:  # it has been answered already, say
            _LOG.debug("the fault cannot be told to %s: %s", self._writer.client_host, exc)
            return False

    def _refuse(self, exc: RemoteProtocolError) -> None:
        if self._is_refused:
            return
        self._is_refused = True
        _LOG.warning("closing the connection from %s: %s", self._writer.client_host, exc)
        self.close()

    def _update_reading(self) -> None:
        if self._writer.is_closing:
            return
        is_held = self._silence is not None or self._protocol.is_holding
        reads = self._has_begun and self._writer.can_write and not self._has_requests and not is_held
        if reads == self._reads:
            return
        self._reads = reads
        if reads:
            self._writer.transport.resume_reading()
        else:
            self._writer.transport.pause_reading()


def _limits(node: Node) -> Limits:
    config = node.config
    return Limits(
        max_frame_size=config.socket_request_max_bytes,
        max_objects=_MAX_OBJECTS,
        max_sasl_message_size=config.sasl_server_max_receive_size,
    )


def _first_step(handling: Coroutine[Any, Any, HandlerResult], turn: Turn) -> HandlerResult | Awaitable[HandlerResult]:
    """Take the first step of a handler. Most of kafkawire's own never wait for anything, and then need no task."""
    try:
        waits_for = handling.send(None)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
    return _rest(handling.__await__(), waits_for, turn)


@coroutine
def _rest(
    steps: Generator[Any, Any, HandlerResult], waits_for: object, turn: Turn
) -> Generator[Any, Any, HandlerResult]:
    """The other steps of a handler that waits for something. While it waits for others it is not in the lane."""
    try:
        while True:
            if not turn.is_pausing:
                turn.leave()
            try:
                yield waits_for
            except BaseException as exc:  # noqa: BLE001 - a cancellation, for one, is meant for the handler
                waits_for = steps.throw(exc)
            else:
                turn.begin(perf_counter())
                waits_for = next(steps)
    except StopIteration as done:
        return cast("HandlerResult", done.value)
