"""asyncio's side of a client connection: read, hand over, write out.

`ClientStream` is an `asyncio.Protocol`, so it runs on any event loop (uvloop included) and over anything that behaves
like an `asyncio.Transport`, the in-memory pair of the tests among them.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from kafkawire.errors import KafkaWireError, ProtocolError
from kafkawire.protocol.client import ClientConnection
from kafkawire.protocol.events import Event, ResponseReceived, VersionsNegotiated
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed
from kafkawire.transport.errors import ConnectFailed, ConnectionLost, TransportError, Untrusted

if TYPE_CHECKING:
    from kafkawire.message import Request, Response
    from kafkawire.protocol.versions import ApiVersions

_BAD_ADDRESS = (OverflowError, UnicodeError)  # how a port or a name that cannot be one shows

__all__ = ["ClientStream", "Dial", "connect", "dial_tcp", "dialer", "loop_factory"]

Dial = Callable[[Callable[[], asyncio.Protocol], str, int], Awaitable[object]]
"""Opens a byte stream to (host, port) and connects it to the protocol that the factory makes."""


class ClientStream(asyncio.Protocol):
    """Carries one `ClientConnection`: each request gets a future that its response, or the end, resolves."""

    def __init__(self, connection: ClientConnection, peer: str) -> None:
        self.peer = peer
        self._connection = connection
        self._transport: asyncio.Transport | None = None
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[int, asyncio.Future[Response]] = {}
        self._writable = asyncio.Event()
        self._writable.set()
        self._error: KafkaWireError | None = None
        self.negotiated: asyncio.Future[ApiVersions] = self._loop.create_future()

    @property
    def closed(self) -> bool:
        """Whether the stream has ended, from either side."""
        return self._error is not None

    def send(self, request: Request, version: int) -> asyncio.Future[Response]:
        """Write a request now; the future gives the response, or raises `ConnectionLost` or `RemoteProtocolError`."""
        self._check()
        correlation_id = self._connection.send(request, version)
        future = self._waiting[correlation_id] = self._loop.create_future()
        self._flush()
        return future

    def send_unanswered(self, request: Request, version: int) -> None:
        """Write a request to which the broker will not answer (produce with acks=0)."""
        self._check()
        self._connection.send(request, version, expect_response=False)
        self._flush()

    async def drain(self) -> None:
        """Wait until the socket takes more, so that a slow peer slows us down instead of filling memory."""
        await self._writable.wait()

    def close(self, error: KafkaWireError | None = None) -> None:
        """End the stream. Whatever still waits raises `error` (by default: `ConnectionLost`)."""
        self._end(error or ConnectionLost(f"{self.peer}: the connection was closed"))
        self._connection.close()
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with the negotiation of versions."""
        self._transport = transport  # type: ignore[assignment]
        self._connection.initiate()
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Hand the bytes over and resolve what they answer."""
        if self.closed:
            return
        try:
            for event in self._connection.receive_data(data):
                self._handle(event)
            self._connection.check()
        except (ProtocolError, AuthenticationFailed) as exc:
            self.close(exc)
        else:
            self._flush()

    def eof_received(self) -> None:
        """The peer has closed its side, which for Kafka is the end."""
        if self.closed:
            return
        try:
            self._connection.eof_received()
        except (ProtocolError, AuthenticationFailed) as exc:
            self.close(exc)
        else:
            self.close(ConnectionLost(f"{self.peer}: the broker closed the connection"))

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone."""
        self.close(ConnectionLost(f"{self.peer}: the connection was lost" + (f" ({exc})" if exc else "")))

    def pause_writing(self) -> None:
        """The socket's buffer is full."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """The socket's buffer has room again."""
        self._writable.set()

    def _handle(self, event: Event) -> None:
        if isinstance(event, ResponseReceived):
            future = self._waiting.pop(event.correlation_id)
            if not future.done():  # whoever asked may have been cancelled
                future.set_result(event.message)
        elif isinstance(event, VersionsNegotiated) and not self.negotiated.done():
            self.negotiated.set_result(event.versions)

    def _flush(self) -> None:
        output = self._connection.data_to_send()
        if output and self._transport is not None:
            self._transport.writelines(output)

    def _check(self) -> None:
        if self._error is not None:
            raise self._error

    def _end(self, error: KafkaWireError) -> None:
        if self._error is not None:
            return
        self._error = error
        self._writable.set()
        waiting, self._waiting = self._waiting, {}
        pending: list[asyncio.Future[Any]] = [self.negotiated, *waiting.values()]
        for future in pending:
            if not future.done():
                future.set_exception(error)
        if self.negotiated.done() and not self.negotiated.cancelled():
            self.negotiated.exception()  # seen: without a `connect` waiting there is nobody to tell


async def dial_tcp(factory: Callable[[], asyncio.Protocol], host: str, port: int) -> None:
    """Open a TCP connection; each address of the host is tried."""
    await asyncio.get_running_loop().create_connection(factory, host, port)


def dialer(context: ssl.SSLContext | None) -> Dial:
    """What opens TCP connections, with TLS in them if there is a context."""
    if context is None:
        return dial_tcp

    async def dial_tls(factory: Callable[[], asyncio.Protocol], host: str, port: int) -> None:
        await asyncio.get_running_loop().create_connection(factory, host, port, ssl=context)

    return dial_tls


async def connect(
    host: str, port: int, connection: ClientConnection, *, timeout: float, dial: Dial = dial_tcp
) -> ClientStream:
    """Open a connection and negotiate versions, and who we are, all within `timeout` seconds.

    Raises `ConnectFailed`, saying why; `Untrusted` and `AuthenticationFailed` where another attempt would be in vain.
    """
    peer = f"{host}:{port}"
    stream = ClientStream(connection, peer)
    try:
        async with asyncio.timeout(timeout):
            await dial(lambda: stream, host, port)
            await stream.negotiated
    except TimeoutError as exc:
        stream.close()
        raise ConnectFailed(f"{peer}: no connection after {timeout:g} s") from exc
    except ssl.SSLCertVerificationError as exc:
        stream.close()
        raise Untrusted(f"{peer}: {exc.verify_message}") from exc
    except (OSError, ProtocolError, TransportError, *_BAD_ADDRESS) as exc:
        stream.close()
        raise ConnectFailed(f"{peer}: {exc}") from exc
    except BaseException:  # cancelled: the socket must not outlive whoever wanted it
        stream.close()
        raise
    return stream


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes event loops for `asyncio.Runner`: uvloop's where it is installed, else None for the usual one."""
    if find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop  # type: ignore[no-any-return, unused-ignore]
