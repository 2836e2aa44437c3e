"""One client's connection on the event loop: bytes in, requests to handlers, answers out, in the order of the requests.

Requests are handled one at a time, as Apache Kafka does. A handler that answers at once costs no task; one that waits
(a long poll, a rebalance) becomes the connection's one task, and what the client has pipelined behind it stays queued.

Records that an answer holds are sent out of their files, if that is worth it (`sending`).

Memory stays bounded: nothing more is read while a request is queued, and nothing is handled while the client does not
read its answers.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import deque
from collections.abc import Awaitable
from typing import TYPE_CHECKING, cast

from kafkawire.broker.dispatch import Answer, Context
from kafkawire.broker.sending import FileSender, arrange
from kafkawire.errors import RemoteProtocolError
from kafkawire.limits import Limits
from kafkawire.message import Response
from kafkawire.protocol.events import RequestReceived
from kafkawire.protocol.frames import Piece
from kafkawire.protocol.server import ServerConnection

if TYPE_CHECKING:
    from kafkawire.broker.connections import Connections
    from kafkawire.broker.node import Node

__all__ = ["Connection"]

_LOG = logging.getLogger("kafkawire.broker.connections")
_HIGH_WATER = 1 << 20


class Connection(asyncio.Protocol):
    """One connection, which joins the `connections` of its broker."""

    _transport: asyncio.Transport

    def __init__(self, node: Node, connections: Connections[Connection]) -> None:
        self._node = node
        self._connections = connections
        self._protocol = ServerConnection(
            node.handlers.versions, limits=Limits(max_frame_size=node.config.socket_request_max_bytes)
        )
        self._queue: deque[RequestReceived] = deque()
        self._task: asyncio.Task[None] | None = None
        self._socket: socket.socket | None = None
        self._sender: FileSender | None = None
        self._can_write = True
        self._has_begun = False
        self._early = b""
        self._reads = True
        self._is_closing = False
        self._is_refused = False
        self._client_host = ""
        self.host = ""
        self.last_active = 0.0
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client is there."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.set_write_buffer_limits(high=_HIGH_WATER)
        if transport.get_extra_info("sslcontext") is None:
            self._socket = transport.get_extra_info("socket")
        peer = transport.get_extra_info("peername")
        self.host = peer[0] if peer else ""
        self._client_host = f"/{self.host}" if peer else ""
        self._node.traffic.connections += 1
        self._connections.add(self)
        if self._is_closing:  # the broker was told to stop between the accepting and this moment
            self._transport.close()

    @property
    def is_busy(self) -> bool:
        """Whether a request is being worked on, or an answer still to be read."""
        return self._task is not None or bool(self._queue) or not self._can_write

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
        if self._sender is not None:
            self._sender.cancel()
            self._sender = None
        self._node.traffic.connections -= 1
        self._connections.remove(self)
        if not self.closed.done():
            self.closed.set_result(None)
        if self._task is not None:
            self._task.cancel()

    def pause_writing(self) -> None:
        """The client does not read its answers."""
        self._can_write = False
        self._update_reading()

    def resume_writing(self) -> None:
        """It has caught up."""
        self._can_write = True
        self._work()

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
        self._work()

    def close(self) -> None:
        """Send what is written already, and hang up."""
        self._is_closing = True
        self._queue.clear()
        if self._sender is None and hasattr(self, "_transport"):
            self._transport.close()

    def abort(self) -> None:
        """Hang up at once, whatever is still to be sent."""
        if self._sender is not None:
            self._sender.cancel()
            self._sender = None
        self._transport.abort()

    def _work(self) -> None:
        while self._queue and self._task is None and self._can_write and not self._is_closing:
            self._handle(self._queue.popleft())
        if not self._queue and self._task is None and not self._is_closing:
            self._check()
        self._update_reading()

    def _handle(self, event: RequestReceived) -> None:
        self._node.traffic.requests[event.api_key, event.version] += 1
        began = self._node.clock.now()
        context = Context(self._node, event.api_key, event.version, event.client_id, self._client_host)
        try:
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
        self._work()

    def _answer(self, event: RequestReceived, response: Answer, began: float) -> None:
        self._node.traffic.times[event.api_key].append(self._node.clock.now() - began)
        if self._is_closing:
            return
        if response is None:
            self._protocol.skip(event.correlation_id)
            return
        self._protocol.send(event.correlation_id, response)
        self._write(self._protocol.pieces_to_send())

    def _write(self, pieces: list[Piece]) -> None:
        self._node.traffic.bytes_out += sum(map(len, pieces))
        sock = self._socket if len(pieces) > 1 and not self._transport.get_write_buffer_size() else None
        try:
            first, *rest = arrange(pieces, sendfile=sock is not None)
            if sock is None or not rest:
                self._transport.write(cast("bytes", first))
                return
            sender = FileSender(sock, [first, *rest])
            if not sender.start(self._sent):
                self._sender = sender
                self._can_write = False
                self._update_reading()
        except OSError as exc:
            self._break(exc)

    def _sent(self, error: OSError | None) -> None:
        """The last answer is out, or cannot be."""
        self._sender = None
        if error is not None:
            self._break(error)
        elif self._is_closing:
            self._transport.close()
        else:
            self.resume_writing()

    def _break(self, error: OSError) -> None:
        """Half an answer is out and the rest will never be: nothing that follows would make sense."""
        _LOG.log(
            logging.DEBUG if isinstance(error, ConnectionError) else logging.ERROR,
            "connection to %s cannot be written to: %s",
            self._client_host,
            error,
        )
        self._is_closing = True
        self._queue.clear()
        self.abort()

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
        reads = self._has_begun and self._can_write and not self._queue
        if reads == self._reads:
            return
        self._reads = reads
        if reads:
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()
