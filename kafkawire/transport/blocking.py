"""A client connection over a blocking socket, for scripts and for workers that have no event loop.

The same `ClientConnection` as under asyncio; here one request is sent and waited for at a time.
"""

from __future__ import annotations

import socket
import ssl
import struct
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from kafkawire.errors import ProtocolError, RemoteProtocolError
from kafkawire.protocol.client import ClientConnection
from kafkawire.protocol.events import Event, ResponseReceived, VersionsNegotiated
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed
from kafkawire.transport.errors import (
    ConnectionLost,
    RequestTimedOut,
    TransportError,
    Untrusted,
    connect_failed,
    named,
)
from kafkawire.transport.traffic import Recorded, Recorder, Traffic

if TYPE_CHECKING:
    from kafkawire.message import Request, Response
    from kafkawire.protocol.versions import ApiVersions

__all__ = ["BlockingStream", "connect"]

_BAD_ADDRESS = (OverflowError, UnicodeError)  # how a port or a name that cannot be one shows
_AT_ONCE = 256 * 1024  # bytes to make room for where a call gives what is there; of TLS, 16 KiB
_READ_SIZE = 16 * 1024 * 1024  # bytes at most to make room for before they are there
_WAITS = sys.platform == "linux"  # whether `SO_RCVTIMEO` is as `_TIME` has it
_TIME = struct.Struct("@ll")  # seconds and microseconds
_MICROSECONDS = 1_000_000
T = TypeVar("T")


class BlockingStream:
    """Carries one `ClientConnection` over a connected socket. Not for use by several threads at once."""

    def __init__(
        self,
        sock: socket.socket,
        connection: ClientConnection,
        peer: str,
        clock: Callable[[], float] = time.monotonic,
        recorder: Recorder | None = None,
    ) -> None:
        self.peer = peer
        """Where it leads; every error says so."""
        self.traffic = Traffic()
        self.closed = False
        self._socket = sock
        self._waits = _WAITS and not isinstance(sock, ssl.SSLSocket)
        self._connection = connection
        self._clock = clock
        self._recorded: Recorded | None = None
        if recorder is not None:
            self._recorded = recorder.open(sock.getsockname()[:2], sock.getpeername()[:2])
        self.versions: ApiVersions

    def negotiate(self, timeout: float) -> None:
        """Ask for the broker's `versions`, and to be let in; must come first.

        Raises `TransportError`, `RemoteProtocolError` or `AuthenticationFailed`.
        """
        self._connection.initiate()

        def pick(event: Event) -> ApiVersions | None:
            return event.versions if isinstance(event, VersionsNegotiated) else None

        self.versions = self._exchange(timeout, pick)

    def request(self, request: Request, version: int, timeout: float) -> Response:
        """Send a request and wait `timeout` seconds for its response.

        Raises `RequestTimedOut`, `ConnectionLost` or `RemoteProtocolError`; the stream is closed after any of them.
        """
        self._connection.send(request, version)
        return self.wait(timeout)

    def send(self, request: Request, version: int, timeout: float) -> None:
        """Send a request; `wait` gives its response. Nothing else may be sent in between. Errors as of `request`."""
        self._connection.send(request, version)
        self._guard(timeout, lambda: self._flush(self._clock() + timeout))

    def wait(self, timeout: float) -> Response:
        """The response to the request that is open. Errors as of `request`."""
        return self._exchange(timeout, lambda event: event.message if isinstance(event, ResponseReceived) else None)

    def send_unanswered(self, request: Request, version: int) -> None:
        """Queue a request to which there is no response; it goes out with the next one that has."""
        self._connection.send(request, version, expect_response=False)

    def close(self) -> None:
        """Close the socket."""
        self.closed = True
        if self._recorded is not None:
            self._recorded.end()
        self._connection.close()
        self._socket.close()

    def _exchange(self, timeout: float, pick: Callable[[Event], T | None]) -> T:
        return self._guard(timeout, lambda: self._pump(self._clock() + timeout, pick))

    def _guard(self, timeout: float, work: Callable[[], T]) -> T:
        try:
            return work()
        except TimeoutError as exc:
            self.close()
            raise RequestTimedOut(f"{self.peer}: no answer after {timeout:g} s") from exc
        except RemoteProtocolError as exc:
            self.close()
            raise named(exc, self.peer) from exc.__cause__
        except (ProtocolError, AuthenticationFailed):
            self.close()
            raise
        except OSError as exc:
            self.close()
            raise ConnectionLost(f"{self.peer}: the connection was lost ({exc})") from exc

    def _pump(self, deadline: float, pick: Callable[[Event], T | None]) -> T:
        self._flush(deadline)
        while True:
            data = self._receive(min(self._connection.missing, _READ_SIZE), deadline)
            self.traffic.received += len(data)
            if self._recorded is not None:
                self._recorded.response(data)
            if not data:
                self._connection.eof_received()
                raise ConnectionError("the broker closed the connection")
            found = [pick(event) for event in self._connection.receive_data(data)]
            self._connection.check()
            for value in found:
                if value is not None:
                    return value
            self._flush(deadline)  # the exchange of names and secrets goes on by itself

    def _receive(self, size: int, deadline: float) -> bytes:
        """Up to `size` bytes; of a plain socket all of them, in one call that waits for the last until time is up."""
        remaining = self._remaining(deadline)
        if not self._waits:
            self._socket.settimeout(remaining)
            return self._socket.recv(min(size, _AT_ONCE))
        self._socket.settimeout(None)
        time_left = _TIME.pack(*divmod(max(1, int(remaining * _MICROSECONDS)), _MICROSECONDS))
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, time_left)
        try:
            return self._socket.recv(size, socket.MSG_WAITALL)
        except BlockingIOError as exc:
            raise TimeoutError from exc

    def _flush(self, deadline: float) -> None:
        for part in self._connection.data_to_send():
            self._socket.settimeout(self._remaining(deadline))
            self._socket.sendall(part)
            self.traffic.sent += len(part)
            if self._recorded is not None:
                self._recorded.request(part)

    def _remaining(self, deadline: float) -> float:
        remaining = deadline - self._clock()
        if remaining <= 0:
            raise TimeoutError
        return remaining


def connect(
    host: str,
    port: int,
    connection: ClientConnection,
    *,
    timeout: float,
    ssl_context: ssl.SSLContext | None = None,
    ip: str | None = None,
    recorder: Recorder | None = None,
) -> BlockingStream:
    """Open a connection and negotiate versions, and who we are. `timeout`: seconds for each step.

    `ip`: which of the host's addresses to use; by default each is tried.
    Raises `ConnectFailed`, saying why; `Untrusted` and `AuthenticationFailed` where another attempt would be in vain.
    """
    peer = f"{host}:{port}"
    try:
        sock = _open(host, ip or host, port, timeout, ssl_context)
        stream = BlockingStream(sock, connection, peer, recorder=recorder)
        stream.negotiate(timeout)
        return stream
    except ssl.SSLCertVerificationError as exc:
        raise Untrusted(f"{peer}: {exc.verify_message}") from exc
    except (OSError, ProtocolError, TransportError, *_BAD_ADDRESS) as exc:
        raise connect_failed(peer, exc) from exc


def _open(host: str, ip: str, port: int, timeout: float, ssl_context: ssl.SSLContext | None) -> socket.socket:
    sock = socket.create_connection((ip, port), timeout)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if ssl_context is None:
        return sock
    try:
        return ssl_context.wrap_socket(sock, server_hostname=host)
    except BaseException:
        sock.close()
        raise
