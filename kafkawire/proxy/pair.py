"""A client's connection and the one to the broker that belongs to it, under asyncio.

Nothing is read from a client before its broker is there, so what it costs is two sockets and little memory. How much is
read and written follows from the session (`client_is_paused`, `broker_is_paused`); nothing about Kafka is decided here.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

from kafkawire.errors import KafkaWireError, ProtocolError, RemoteProtocolError
from kafkawire.message import Buffer
from kafkawire.messages import PROTOCOL
from kafkawire.protocol.client import ClientConnection
from kafkawire.protocol.events import VersionsNegotiated
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed
from kafkawire.protocol.versions import ApiVersions
from kafkawire.proxy.context import ANONYMOUS
from kafkawire.proxy.link import Link
from kafkawire.rate_limited_log import RateLimitedLogger

if TYPE_CHECKING:
    from kafkawire.proxy.served import ServedCluster

__all__ = ["LAST_WORDS", "Pair", "greeted"]

_CONNECTIONS = RateLimitedLogger("kafkawire.proxy.connections")
LAST_WORDS = 1.0
"""Seconds in which either side may read what is left, once it is over."""
_sni: WeakKeyDictionary[Any, str] = WeakKeyDictionary()


def greeted(tls: object, name: str) -> None:
    """A client begins with TLS: keep the name it asks for, which the library tells only now."""
    _sni[tls] = name


class Pair:
    """A client's connection and the one to the broker that belongs to it."""

    def __init__(
        self, served: ServedCluster, node_id: int | None, client_address: tuple[str, int] | None = None
    ) -> None:
        self.served, self.node_id = served, node_id
        self._client_address = client_address
        self.client, self.broker = _Client(self), _Broker(self)
        self.host = ""
        self._sni: str | None = None
        self._principal = ANONYMOUS
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._proxy = served.proxy
        self._loop = asyncio.get_running_loop()
        self._link: Link | None = None
        self._login: ClientConnection | None = None
        self._opening: asyncio.Task[None] | None = None
        self._upstream = "", 0
        self._early = b""  # what the client has said before there is a link
        self._is_closing = False
        self._active = self._asked = self._loop.time()
        self._has_spoken = self._has_answered = False  # since somebody looked; to ask for the time costs more

    # ---------------------------------------------------------------------------------------------- beginning and end

    def begin(self) -> None:
        """The client is there: nothing is read before a broker is, too."""
        transport, hosts = self.client.transport, self.served.cluster.broker_hosts
        if self._client_address is None:
            peer = transport.get_extra_info("peername") or ("", 0)
            self._client_address = str(peer[0]), int(peer[1])
        self.host = self._client_address[0]
        tls = transport.get_extra_info("ssl_object")
        self._sni = _sni.get(tls) if tls is not None else None
        if hosts is not None and self._sni is not None:
            self.node_id = hosts.node_of(self._sni)
        self.client.pause()
        if not self._proxy.admits(self):
            self.client.transport.abort()
            return
        try:
            self._principal = self.served.cluster.principal_of(transport)
        except RemoteProtocolError as exc:
            self.close(exc)
            return
        self._opening = self._loop.create_task(self._open())
        self._opening.add_done_callback(self._end_if_gone)

    async def _open(self) -> None:
        brokers = self.served.brokers
        self._upstream = host, port = brokers.address_of(self.node_id)
        context = brokers.cluster.security.ssl_context
        try:
            async with asyncio.timeout(self._proxy.connect_timeout):
                mechanism = await brokers.mechanism(host)
                if mechanism is not None:
                    self._login = ClientConnection(
                        brokers.cluster.options.client_id, messages=PROTOCOL, limits=self._proxy.limits, sasl=mechanism
                    )
                await self._loop.create_connection(
                    lambda: self.broker,
                    host,
                    port,
                    ssl=context,
                    server_hostname=host if context else None,
                    ssl_shutdown_timeout=LAST_WORDS if context else None,
                )
                await self.broker.ready
        except (TimeoutError, OSError, KafkaWireError) as exc:
            self._proxy.unreached[brokers.name] += 1
            why = str(exc) or f"no connection after {self._proxy.connect_timeout:g} s"
            _CONNECTIONS.warning("%s: no way to %s:%d: %s", brokers.name, host, port, why)
            self.close(None)

    def connected(self) -> None:
        """The broker is there: log in, or begin."""
        if self._is_closing:
            self.broker.transport.abort()
        elif self._login is None:
            self._begin_link(None)
        else:
            self._login.initiate()
            self.broker.transport.writelines(self._login.data_to_send())

    def _begin_link(self, versions: ApiVersions | None) -> None:
        cluster = self.served.cluster
        self._login = None
        self._link = Link(
            self.served.chain,
            self,
            self.served.brokers,
            limits=self._proxy.limits,
            max_queued=self._proxy.max_queued,
            closes_on_error=self._proxy.closes_on_error,
            authenticates=bool(cluster.sasl_mechanisms),
            versions=versions,
            client_address=self._client_address,
            broker_address=self._upstream,
            node_id=self.node_id,
            sni=self._sni,
            principal=self._principal,
        )
        self.broker.ready.set_result(None)
        early, self._early = self._early, b""
        self._link.client_data(early)

    @property
    def in_flight(self) -> int:
        """Requests of the client that wait for their answer."""
        return 0 if self._link is None else self._link.session.in_flight

    def drain(self) -> None:
        """Take no new requests, and end when those that are open are answered."""
        if self._link is None:
            self.close(None)
        else:
            self._link.drain()

    def leave_unless(self, address: tuple[str, int]) -> None:
        """End, unless this leads to that address: the broker is there."""
        if self._link is not None and self._upstream != address:
            self.drain()

    def abort(self) -> None:
        """Hang up on both sides at once."""
        self._is_closing = True
        for side in (self.client, self.broker):
            side.abort()

    def close(self, error: Exception | None) -> None:
        """Write what is there, and hang up on both sides."""
        if self._is_closing:
            return
        self._is_closing = True
        if error is not None:
            _CONNECTIONS.warning("%s: client at %s: %s", self.served.brokers.name, self.host, error)
        if self._link is not None:
            self.client.write(self._link.session.data_to_client())
            self.broker.write(self._link.session.data_to_broker())
        for side in (self.client, self.broker):
            side.close()

    def lost(self, side: _Side, error: Exception | None) -> None:
        """One side is gone, and with it the other."""
        self.close(None)
        if self._link is not None:
            self._link.lost(error)
        if not self.broker.ready.done():
            self.broker.ready.set_exception(ConnectionError("the connection was closed"))
            self.broker.ready.exception()
        if side is self.client and self._opening is not None:
            self._opening.cancel()
        self._end_if_gone()

    def _end_if_gone(self, _opening: asyncio.Task[None] | None = None) -> None:
        """Be forgotten once nothing is left: whoever ends the event loop then leaves no socket open."""
        is_opening = self._opening is not None and not self._opening.done()
        if is_opening or self.client.is_connected or self.broker.is_connected or self.gone.done():
            return
        self._proxy.forget(self)
        self.gone.set_result(None)

    def check(self, now: float) -> None:
        """Close what has been silent for too long."""
        if self._link is None:
            return
        if self._has_spoken:
            self._active, self._has_spoken = now, False
        if self._has_answered or not self._link.session.in_flight:
            self._asked, self._has_answered = now, False
        if self._link.session.in_flight and now - self._asked > self._proxy.request_timeout:
            _CONNECTIONS.warning("%s: the broker at %s:%d does not answer", self.served.brokers.name, *self._upstream)
            self.close(None)
        elif self._link.is_idle and now - self._active > self._proxy.idle_timeout:
            self.close(None)

    # ---------------------------------------------------------------------------------------------------------- bytes

    def client_data(self, data: bytes) -> None:
        """Bytes of the client."""
        link = self._link
        if self._is_closing:
            return
        if link is None:  # uvloop reads once, whatever it was told before it began
            self._early += data
            self.client.pause()
            return
        self._has_spoken = True
        if self.broker.is_writable and link.session.passes_to_broker(data):
            self.broker.transport.write(data)
        else:
            link.client_data(data)

    def broker_data(self, data: bytes) -> None:
        """Bytes of the broker."""
        if self._is_closing:
            return
        link = self._link
        if link is not None:
            self._has_spoken = self._has_answered = True
            if self.client.reads and self.client.is_writable and link.session.passes_to_client(data):
                self.client.transport.write(data)
            else:
                link.broker_data(data)
        elif self._login is not None:
            self._log_in(self._login, data)

    def _log_in(self, login: ClientConnection, data: bytes) -> None:
        try:
            events = login.receive_data(data)
            login.check()
        except (ProtocolError, AuthenticationFailed) as exc:
            self.broker.ready.set_exception(exc)
            return
        self.broker.transport.writelines(login.data_to_send())
        for event in events:
            if isinstance(event, VersionsNegotiated):
                self._begin_link(event.versions)

    def eof(self, side: _Side) -> None:
        """One side will send no more, which for Kafka is the end. What it has sent is written out."""
        if self._link is not None and not self._is_closing:
            end = self._link.session.client_eof if side is self.client else self._link.session.broker_eof
            try:
                end()
            except ProtocolError as exc:
                self.close(exc)
        self.close(None)

    def flush(self) -> None:
        """Write what there is to be written, as far as either side takes it."""
        link = self._link
        if link is None or self._is_closing:
            return
        session = link.session
        if self.client.is_writable:
            self.client.write(session.data_to_client())
        if self.broker.is_writable:
            self.broker.write(session.data_to_broker())
        self.client.read_if(not session.client_is_paused)
        self.broker.read_if(not session.broker_is_paused)

    def writable(self) -> None:
        """A side that took nothing more does so again."""
        if self._link is not None and not self._is_closing:
            self.flush()
            self._link.pump()


class _Side(asyncio.Protocol):
    """One of the two sockets."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.is_writable = True
        self.is_connected = False
        self.transport: asyncio.Transport = cast("asyncio.Transport", None)
        self.reads = True

    def write(self, pieces: list[Buffer]) -> None:
        """Write pieces, unless the socket is closed."""
        if not pieces or self.transport is None or self.transport.is_closing():
            return
        if len(pieces) == 1:
            self.transport.write(pieces[0])
        else:
            self.transport.writelines(pieces)

    def read_if(self, reads: bool) -> None:
        """Begin or stop to read."""
        if reads is not self.reads and not self.transport.is_closing():
            self.reads = reads
            if reads:
                self.transport.resume_reading()
            else:
                self.transport.pause_reading()

    def pause(self) -> None:
        """Stop to read, also where that was said before and not heard."""
        self.reads = False
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def close(self) -> None:
        """Hang up, once everything is written."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.close()
            # Who reads nothing keeps what is left from being written, and the socket from being closed.
            asyncio.get_running_loop().call_later(LAST_WORDS, self.transport.abort)

    def abort(self) -> None:
        """Hang up."""
        if self.transport is not None:
            self.transport.abort()

    def eof_received(self) -> None:
        """The peer will send no more."""
        self.pair.eof(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone."""
        self.is_connected = False
        self.pair.lost(self, exc)

    def pause_writing(self) -> None:
        """The socket's buffer is full."""
        self.is_writable = False

    def resume_writing(self) -> None:
        """The socket's buffer has room again."""
        self.is_writable = True
        self.pair.writable()


class _Client(_Side):
    """The client's socket."""

    def __init__(self, pair: Pair) -> None:
        super().__init__(pair)
        self.data_received = pair.client_data  # type: ignore[method-assign]  # a call less for each read

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has connected."""
        self.transport, self.is_connected = cast("asyncio.Transport", transport), True
        self.pair.begin()


class _Broker(_Side):
    """The broker's socket."""

    def __init__(self, pair: Pair) -> None:
        super().__init__(pair)
        self.data_received = pair.broker_data  # type: ignore[method-assign]  # as above
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The broker has taken our connection."""
        self.transport, self.is_connected = cast("asyncio.Transport", transport), True
        self.pair.connected()
