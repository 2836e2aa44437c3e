"""One client's connection on the event loop: bytes in, requests to handlers, answers out, in the order of the requests.

Requests are handled one at a time, as Apache Kafka does. A handler that answers at once costs no task; one that waits
(a long poll, a rebalance) becomes the connection's one task, and what the client has pipelined behind it stays queued.

How answers are written, and what happens while the client does not read them, is in `writing_end`.

Memory stays bounded: nothing more is read while a request is queued, and nothing is handled while the client does not
read its answers.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable
from typing import TYPE_CHECKING

from kafkawire.broker.dispatch import Answer, Context
from kafkawire.broker.security.endpoints import Endpoint
from kafkawire.broker.security.session import Progress, Session
from kafkawire.broker.writing_end import WritingEnd
from kafkawire.errors import RemoteProtocolError
from kafkawire.limits import Limits
from kafkawire.message import Response
from kafkawire.protocol.events import RequestReceived
from kafkawire.protocol.server import ServerConnection
from kafkawire.protocol.states import State

if TYPE_CHECKING:
    from kafkawire.broker.connections import Connections
    from kafkawire.broker.node import Node

__all__ = ["Connection"]

_LOG = logging.getLogger("kafkawire.broker.connections")
_MAX_INT32 = 2**31 - 1


class Connection(WritingEnd):
    """One connection to a listener of a broker, whose `connections` it joins."""

    def __init__(self, node: Node, connections: Connections[Connection], endpoint: Endpoint) -> None:
        super().__init__()
        self._node = node
        self._connections = connections
        self._session = Session(endpoint)
        self._has_sasl = bool(endpoint.mechanisms)
        self._protocol = ServerConnection(node.handlers.versions, limits=_limits(node), authenticates=self._has_sasl)
        self._queue: deque[RequestReceived] = deque()
        self._task: asyncio.Task[None] | None = None
        self._has_begun = False
        self._early = b""
        self._reads = True
        self._is_refused = False
        self._silence: asyncio.TimerHandle | None = None  # until it goes off the client is over its quota
        self.host = ""
        self.last_active = 0.0
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client is there."""
        super().connection_made(transport)
        self.host = self._client_host.removeprefix("/")
        if self._session.endpoint.ssl_context is None:
            self._socket = transport.get_extra_info("socket")
        self._node.traffic.connections += 1
        self._connections.add(self)
        if self._is_closing:  # the broker was told to stop between the accepting and this moment
            self._transport.close()
        elif self._socket is None and not self._has_sasl:
            self._identify(transport)

    @property
    def is_busy(self) -> bool:
        """Whether a request is being worked on, or an answer still to be read."""
        is_held = self._silence is not None or not self._can_write
        return is_held or self._task is not None or bool(self._queue)

    def begin(self) -> None:
        """Start to read."""
        self._has_begun = True
        self._update_reading()
        if self._early:
            early, self._early = self._early, b""
            self.data_received(early)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone; nobody waits for the request that is being handled."""
        if exc is not None:
            _LOG.debug("connection from %s lost: %s", self._client_host, exc)
        self._is_closing = True
        self._queue.clear()
        self._stop_sending()
        self._node.traffic.connections -= 1
        self._connections.remove(self)
        self._node.share.sessions.disconnected(self._session)
        if not self.closed.done():
            self.closed.set_result(None)
        if self._task is not None:
            self._task.cancel()
        if self._silence is not None:
            self._silence.cancel()

    def data_received(self, data: bytes) -> None:
        """Bytes from the client."""
        if not self._has_begun:  # there are too many connections: what it sent is kept, and no more is read
            self._early += data
            self._update_reading()
            return
        self._connections.touch(self)
        self._node.traffic.bytes_in += len(data)
        try:
            self._queue.extend(self._protocol.receive_data(data))
        except RemoteProtocolError as exc:
            self._refuse(exc)
            return
        self._go_on()

    def close(self) -> None:
        """Send what is written already, and hang up."""
        self._queue.clear()
        super().close()

    def _identify(self, transport: asyncio.BaseTransport) -> None:
        """Ask the TLS library who the client is."""
        from kafkawire.broker.security.tls import principal_of_certificate

        try:
            self._session.principal = principal_of_certificate(transport, self._session.endpoint.mapping_rules)
        except RemoteProtocolError as exc:
            self._refuse(exc)

    def _go_on(self) -> None:
        while self._queue and self._task is None and self._can_write and not self._is_closing and not self._silence:
            self._handle(self._queue.popleft())
        if not self._queue and self._task is None and not self._is_closing:
            self._check()
        self._update_reading()

    def _handle(self, event: RequestReceived) -> None:
        self._node.traffic.requests[event.api_key, event.version] += 1
        began = self._node.clock.now()
        session = self._session
        context = Context(self._node, event.api_key, event.version, session, event.client_id, self._client_host)
        try:
            if self._has_sasl:
                session.check(event.api_key, began)
            answer = self._node.handlers[event.api_key](context, event.message)
            if answer is not None and not isinstance(answer, Response):
                self._task = asyncio.get_running_loop().create_task(self._finish(event, answer, began))
                return
            self._answer(event, answer, began)
        except Exception as exc:  # noqa: BLE001 - whatever one request does, the broker goes on
            self._fail(event, exc)

    async def _finish(self, event: RequestReceived, answer: Awaitable[Answer], began: float) -> None:
        try:
            self._answer(event, await answer, began)
        except Exception as exc:  # noqa: BLE001 - as above
            self._fail(event, exc)
        self._task = None
        self._go_on()

    def _answer(self, event: RequestReceived, response: Answer, began: float) -> None:
        self._node.traffic.times[event.api_key].append(self._node.clock.now() - began)
        if self._is_closing:
            return
        if self._node.throttling.is_needed:
            self._throttle(event, response, began)
        if response is None:
            self._protocol.skip(event.correlation_id)
        else:
            self._protocol.send(event.correlation_id, response)
            pieces = self._protocol.pieces_to_send()
            self._node.traffic.bytes_out += sum(map(len, pieces))
            self._write(pieces)
        if self._has_sasl:
            self._follow_session()

    def _throttle(self, event: RequestReceived, response: Answer, began: float) -> None:
        """Say how long the client has to be silent, and see to it, if it is over its quota."""
        now = self._node.clock.now()
        user, spent = self._session.principal.partition(":")[2], 0.0 if self._task else now - began  # waiting is free
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
        """After an answer: hang up on a client that is not let in, and read on for others."""
        if self._session.progress is Progress.FAILED:
            self.close()
        elif self._protocol.state is not State.READY:
            if self._session.progress is Progress.OPEN:
                self._protocol.authenticated()
            self._queue.extend(self._protocol.next_requests())

    def _fail(self, event: RequestReceived, exc: Exception) -> None:
        if isinstance(exc, RemoteProtocolError):
            self._refuse(exc)
            return
        _LOG.error("request %s v%d from %s failed", event.api_key, event.version, self._client_host, exc_info=exc)
        self.close()

    def _check(self) -> None:
        try:
            self._protocol.check()
        except RemoteProtocolError as exc:
            self._refuse(exc)

    def _refuse(self, exc: RemoteProtocolError) -> None:
        if self._is_refused:
            return
        self._is_refused = True
        _LOG.warning("closing the connection from %s: %s", self._client_host, exc)
        self.close()

    def _update_reading(self) -> None:
        if self._is_closing:
            return
        is_held = self._silence is not None or self._protocol.is_holding
        reads = self._has_begun and self._can_write and not self._queue and not is_held
        if reads == self._reads:
            return
        self._reads = reads
        if reads:
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()


def _limits(node: Node) -> Limits:
    config = node.config
    return Limits(
        max_frame_size=config.socket_request_max_bytes, max_sasl_message_size=config.sasl_server_max_receive_size
    )
