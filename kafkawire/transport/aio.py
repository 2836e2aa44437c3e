"""asyncio's side of a client connection: read, hand over, write out.

`ClientStream` is an `asyncio.Protocol`, so it runs on any event loop (uvloop included) and over anything that behaves
like an `asyncio.Transport`, the in-memory pair of the tests among them.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from kafkawire.errors import KafkaWireError, ProtocolError, RemoteProtocolError
from kafkawire.protocol.client import ClientConnection
from kafkawire.protocol.events import Event, ResponseReceived, VersionsNegotiated
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed
from kafkawire.transport.errors import ConnectionLost, TransportError, Untrusted, connect_failed, named
from kafkawire.transport.traffic import Recorded, Recorder, Traffic

if TYPE_CHECKING:
    from kafkawire.message import Request, Response
    from kafkawire.protocol.versions import ApiVersions

_BAD_ADDRESS = (OverflowError, UnicodeError)  # how a port or a name that cannot be one shows

_GOODBYE = 1.0  # seconds that a broker may take to answer the end of TLS

__all__ = ["Answered", "ClientStream", "Dial", "connect", "dial_tcp", "dialer", "loop_factory", "resolve"]

Answered = Callable[["Response | KafkaWireError"], None]
"""Called once, with the response to a request or with what ended the wait for it. It must not raise."""

Dial = Callable[[Callable[[], asyncio.Protocol], str, int], Awaitable[object]]
"""Opens a byte stream to (host, port) and connects it to the protocol that the factory makes."""


def resolve(future: asyncio.Future[Response], answer: Response | KafkaWireError) -> None:
    """Have a future give an answer, or raise it; one that was cancelled stays so."""
    if future.done():
        return
    if isinstance(answer, KafkaWireError):
        future.set_exception(answer)
    else:
        future.set_result(answer)


class ClientStream(asyncio.Protocol):
    """Carries one `ClientConnection`: whoever sends a request is called back with its response, or with the end."""

    def __init__(self, connection: ClientConnection, peer: str, recorder: Recorder | None = None) -> None:
        self.peer = peer
        """Where it leads; every error says so."""
        self.traffic = Traffic()
        self._connection = connection
        self._recorder = recorder
        self._recorded: Recorded | None = None
        self._transport: asyncio.Transport | None = None
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[int, Answered] = {}
        self._writable = asyncio.Event()
        self._writable.set()
        self._error: KafkaWireError | None = None
        self.negotiated: asyncio.Future[ApiVersions] = self._loop.create_future()
        self.gone: asyncio.Future[None] = self._loop.create_future()
        """Done when the socket is closed. After `close` that takes a turn of the event loop, and with TLS a goodbye."""

    @property
    def closed(self) -> bool:
        """Whether the stream has ended, from either side."""
        return self._error is not None

    @property
    def in_flight(self) -> int:
        """Requests that wait for their response."""
        return len(self._waiting)

    @property
    def writable(self) -> bool:
        """Whether the socket takes more now; `drain` waits for that."""
        return self._writable.is_set()

    def post(self, request: Request, version: int, answered: Answered) -> None:
        """Write a request now; `answered` gets its response, a `ConnectionLost` or a `RemoteProtocolError`."""
        self._check()
        self._waiting[self._connection.send(request, version)] = answered
        self._flush()

    def send(self, request: Request, version: int) -> asyncio.Future[Response]:
        """Write a request now; the future gets its response and may be cancelled."""
        future: asyncio.Future[Response] = self._loop.create_future()
        self.post(request, version, lambda answer: resolve(future, answer))
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
        if self._transport is not None and not self._transport.is_closing():  # TLS cannot be aborted when closed twice
            self._transport.close()

    def abort(self) -> None:
        """End it without a goodbye: one that has not come about says nothing, and nobody waits until it is gone."""
        self.close()
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with the negotiation of versions."""
        self._transport = transport  # type: ignore[assignment]
        if self._recorder is not None:
            client, server = (transport.get_extra_info(name) or ("", 0) for name in ("sockname", "peername"))
            self._recorded = self._recorder.open(client[:2], server[:2])
        self._connection.initiate()
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Hand the bytes over and resolve what they answer."""
        if self.closed:
            return
        self.traffic.received += len(data)
        if self._recorded is not None:
            self._recorded.response(data)
        try:
            for event in self._connection.receive_data(data):
                self._handle(event)
            self._connection.check()
        except (ProtocolError, AuthenticationFailed) as exc:
            self._break(exc)
        else:
            self._flush()

    def eof_received(self) -> None:
        """The peer has closed its side, which for Kafka is the end."""
        if self.closed:
            return
        try:
            self._connection.eof_received()
        except (ProtocolError, AuthenticationFailed) as exc:
            self._break(exc)
        else:
            self.close(ConnectionLost(f"{self.peer}: the broker closed the connection"))

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone."""
        if not self.gone.done():
            self.gone.set_result(None)
        if self._recorded is not None:
            self._recorded.end()
        self.close(ConnectionLost(f"{self.peer}: the connection was lost" + (f" ({exc})" if exc else "")))

    def pause_writing(self) -> None:
        """The socket's buffer is full."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """The socket's buffer has room again."""
        self._writable.set()

    def _handle(self, event: Event) -> None:
        if isinstance(event, ResponseReceived):
            answered = self._waiting.pop(event.correlation_id, None)
            if answered is not None:  # else the stream was ended by whoever got an answer before this one
                answered(event.message)
        elif isinstance(event, VersionsNegotiated) and not self.negotiated.done():
            self.negotiated.set_result(event.versions)

    def _break(self, error: ProtocolError | AuthenticationFailed) -> None:
        """The peer has broken the protocol, or has not let us in: the error says who it was."""
        self.close(named(error, self.peer) if isinstance(error, RemoteProtocolError) else error)

    def _flush(self) -> None:
        output = self._connection.data_to_send()
        if output and self._transport is not None:
            self.traffic.sent += sum(map(len, output))
            if self._recorded is not None:
                for part in output:
                    self._recorded.request(part)
            self._transport.writelines(output)

    def _check(self) -> None:
        if self._error is not None:
            raise self._error
        try:
            self._connection.check()  # what follows the answer that is being handed over may have broken it
        except RemoteProtocolError as exc:
            raise named(exc, self.peer) from None

    def _end(self, error: KafkaWireError) -> None:
        if self._error is not None:
            return
        self._error = error
        self._writable.set()
        waiting, self._waiting = self._waiting, {}
        for answered in waiting.values():
            answered(error)
        if not self.negotiated.done():
            self.negotiated.set_exception(error)
        if self.negotiated.done() and not self.negotiated.cancelled():
            self.negotiated.exception()  # seen: without a `connect` waiting there is nobody to tell


async def dial_tcp(factory: Callable[[], asyncio.Protocol], host: str, port: int) -> None:
    """Open a TCP connection; each address of the host is tried."""
    await asyncio.get_running_loop().create_connection(factory, host, port)


def dialer(context: ssl.SSLContext | None, ip: str | None = None) -> Dial:
    """What opens TCP connections, with TLS in them if there is a context. `ip`: which of the host's addresses."""

    async def dial(factory: Callable[[], asyncio.Protocol], host: str, port: int) -> None:
        loop = asyncio.get_running_loop()
        if context is None:
            await loop.create_connection(factory, ip or host, port)
            return
        await loop.create_connection(
            factory, ip or host, port, ssl=context, server_hostname=host, ssl_shutdown_timeout=_GOODBYE
        )

    return dial


async def connect(
    host: str,
    port: int,
    connection: ClientConnection,
    *,
    timeout: float,
    dial: Dial = dial_tcp,
    recorder: Recorder | None = None,
) -> ClientStream:
    """Open a connection and negotiate versions, and who we are, all within `timeout` seconds.

    Raises `ConnectFailed`, saying why; `Untrusted` and `AuthenticationFailed` where another attempt would be in vain.
    """
    peer = f"{host}:{port}"
    stream = ClientStream(connection, peer, recorder)
    try:
        async with asyncio.timeout(timeout):
            await dial(lambda: stream, host, port)
            await stream.negotiated
    except TimeoutError as exc:
        stream.abort()
        raise connect_failed(peer, f"no connection after {timeout:g} s") from exc
    except ssl.SSLCertVerificationError as exc:
        stream.abort()
        raise Untrusted(f"{peer}: {exc.verify_message}") from exc
    except (OSError, ProtocolError, TransportError, *_BAD_ADDRESS) as exc:
        stream.abort()
        raise connect_failed(peer, exc) from exc
    except BaseException:  # cancelled: the socket must not outlive whoever wanted it
        stream.abort()
        raise
    return stream


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes event loops for `asyncio.Runner`: uvloop's where it is installed, else None for the usual one."""
    if find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop  # type: ignore[no-any-return, unused-ignore]
