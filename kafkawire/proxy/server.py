"""The proxy under asyncio: listens for clients, connects each of them to a broker, and carries the bytes between.

A client has a connection to the broker of its own. Nothing is read from it before that one is there, so what it costs
is two sockets and little memory. How much is read and written follows from the session (`client_is_paused`,
`broker_is_paused`); nothing about Kafka is decided here.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from types import TracebackType
from typing import Any, Self, cast
from weakref import WeakKeyDictionary

from kafkawire.client.errors import InvalidOption
from kafkawire.errors import KafkaWireError, ProtocolError
from kafkawire.limits import DEFAULT_LIMITS, Limits
from kafkawire.message import Buffer
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.protocol.client import ClientConnection
from kafkawire.protocol.events import VersionsNegotiated
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed
from kafkawire.protocol.versions import ApiVersions
from kafkawire.proxy.addresses import AddressFilter
from kafkawire.proxy.chain import Chain
from kafkawire.proxy.cluster import Brokers, VirtualCluster
from kafkawire.proxy.filters import Filter
from kafkawire.proxy.link import Link
from kafkawire.proxy.sasl import SaslFilter
from kafkawire.rate_limited_log import RateLimitedLogger, say_left_out
from kafkawire.transport.listening import port_error, stop_listening

__all__ = ["Proxy"]

_LOG = logging.getLogger("kafkawire.proxy")
_CONNECTIONS = RateLimitedLogger("kafkawire.proxy.connections")
_BACKLOG = 512
_HANDSHAKE_TIMEOUT = 10.0  # seconds for TLS with a client
_LAST_WORDS = 1.0  # seconds in which either side may read what is left, once it is over
_UPKEEP = 1.0  # seconds between two looks for connections that are silent
_sni: WeakKeyDictionary[Any, str] = WeakKeyDictionary()


class Proxy:
    """Virtual clusters in this event loop, each behind `filters` and those of its own.

        async with Proxy([VirtualCluster("broker:9092", listen="127.0.0.1:19092")], [Log()]) as proxy:
            print(proxy.bootstrap_servers)

    `messages` are those that filters understand. A filter that fails has its request answered with
    UNKNOWN_SERVER_ERROR; with `closes_on_error`, or where the response has no place for that, the connection is closed.
    Durations are seconds: `connect_timeout` to reach a broker, `idle_timeout` without a request, `request_timeout`
    without a sign of life of a broker that has been asked something, `drain_timeout` for open requests when it ends.
    Raises `OSError` if a port cannot be had, `TypeError` for filters with wrong hooks.
    """

    def __init__(
        self,
        clusters: Iterable[VirtualCluster],
        filters: Iterable[Filter] = (),
        *,
        messages: MessageSet = PROTOCOL,
        limits: Limits = DEFAULT_LIMITS,
        closes_on_error: bool = False,
        max_queued: int = 256 * 1024,
        max_connections: int = 10_000,
        max_connections_per_ip: int | None = None,
        connect_timeout: float = 10.0,
        idle_timeout: float = 600.0,
        request_timeout: float = 360.0,
        drain_timeout: float = 30.0,
    ) -> None:
        self.filters = tuple(filters)
        self.messages, self.limits = messages, limits
        self.closes_on_error, self.max_queued = closes_on_error, max_queued
        self.max_connections, self.max_connections_per_ip = max_connections, max_connections_per_ip
        self.connect_timeout, self.idle_timeout = connect_timeout, idle_timeout
        self.request_timeout, self.drain_timeout = request_timeout, drain_timeout
        clusters = tuple(clusters)
        self._served = [_Served(self, cluster) for cluster in clusters]
        self._used: dict[Filter, None] = {}  # those that a reload has replaced, too: old connections go on with them
        self._note_used(clusters)
        self._pairs: set[_Pair] = set()
        self._by_host: Counter[str] = Counter()
        self.opened: Counter[str] = Counter()
        """Clients that were let in so far, by virtual cluster."""
        self.turned_away: Counter[str] = Counter()
        """Clients that there was no room for."""
        self.unreached: Counter[str] = Counter()
        """Clients that no connection to a broker could be had for."""
        self._upkeep: asyncio.Task[None] | None = None
        self._is_ending = False

    @property
    def addresses(self) -> dict[str, str]:
        """HOST:PORT where clients of each virtual cluster begin, by its name."""
        return {one.cluster.name: one.address for one in self._served}

    @property
    def bootstrap_servers(self) -> str:
        """HOST:PORT where clients of the first virtual cluster begin."""
        return self._served[0].address

    @property
    def connections(self) -> int:
        """Clients that are connected."""
        return len(self._pairs)

    def connections_by_cluster(self) -> dict[str, int]:
        """Clients that are connected, by virtual cluster."""
        found = Counter(pair.served.cluster.name for pair in self._pairs)
        return {one.cluster.name: found[one.cluster.name] for one in self._served}

    def in_flight_by_cluster(self) -> dict[str, int]:
        """Requests that wait for their answer, by virtual cluster."""
        found = dict.fromkeys(self.addresses, 0)
        for pair in self._pairs:
            found[pair.served.cluster.name] += pair.in_flight
        return found

    async def start(self) -> None:
        """Take the ports, and begin to serve."""
        try:
            for one in self._served:
                await one.start()
        except BaseException:
            await self._end()
            raise
        self._upkeep = asyncio.get_running_loop().create_task(self._look_after())
        _LOG.info("listening: %s", self.addresses)

    async def close(self) -> None:
        """Take no new connections and requests, answer those that are open, and end."""
        self._is_ending = True
        for pair in list(self._pairs):
            pair.drain()
        for one in self._served:
            await one.stop_listening()
        gone = [pair.gone for pair in self._pairs]
        if gone:
            await asyncio.wait(gone, timeout=self.drain_timeout)
        await self._end()
        _LOG.info("stopped")

    async def _end(self) -> None:
        self._is_ending = True
        if self._upkeep is not None:
            self._upkeep.cancel()
        for one in self._served:
            await one.stop_listening()
        for pair in list(self._pairs):
            pair.abort()
        gone = [pair.gone for pair in self._pairs]
        if gone:
            await asyncio.wait(gone, timeout=_LAST_WORDS)
        for one in self._served:
            await one.close()
        for made in self._used:
            await made.stop()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    def reload(self, clusters: Iterable[VirtualCluster], filters: Iterable[Filter] = ()) -> None:
        """Give new connections other filters and TLS certificates; those that are open keep what they have.

        Anything else of a cluster stays as it is, and so must its name and the port to begin at be. Raises
        `InvalidOption` or `TypeError`, and changes nothing then.
        """
        given = {cluster.name: cluster for cluster in clusters}
        if {(c.name, c.host, c.port) for c in given.values()} != {one.begins_at for one in self._served}:
            raise InvalidOption("virtual clusters come, go and move only when the proxy is started anew")
        filters = tuple(filters)
        for cluster in given.values():
            Chain([*filters, *cluster.filters], messages=self.messages, limits=self.limits)
        self.filters = filters
        self._note_used(given.values())
        for one in self._served:
            one.reload(given[one.cluster.name])

    def _note_used(self, clusters: Iterable[VirtualCluster]) -> None:
        self._used |= dict.fromkeys([*self.filters, *(each for cluster in clusters for each in cluster.filters)])

    # ----------------------------------------------------------------------------------------------------- connections

    def admits(self, pair: _Pair) -> bool:
        """Whether there is room for one more client."""
        if self._is_ending:
            return False
        most_of_host = self.max_connections_per_ip
        cluster = pair.served.cluster.name
        if len(self._pairs) >= self.max_connections:
            self.turned_away[cluster] += 1
            _CONNECTIONS.warning("turning away a client at %s: there are %d connections", pair.host, len(self._pairs))
            return False
        if most_of_host is not None and self._by_host[pair.host] >= most_of_host:
            self.turned_away[cluster] += 1
            _CONNECTIONS.warning("turning away a client at %s: it has %d connections", pair.host, most_of_host)
            return False
        self.opened[cluster] += 1
        self._pairs.add(pair)
        self._by_host[pair.host] += 1
        return True

    def forget(self, pair: _Pair) -> None:
        """Both sides of a client's connection are gone."""
        if pair in self._pairs:
            self._pairs.discard(pair)
            self._by_host[pair.host] -= 1
            if not self._by_host[pair.host]:
                del self._by_host[pair.host]

    def pairs_of(self, brokers: Brokers, node_id: int) -> list[_Pair]:
        """The connections to the port of a broker."""
        return [pair for pair in self._pairs if pair.served.brokers is brokers and pair.node_id == node_id]

    async def _look_after(self) -> None:
        """Close connections on which nothing happens."""
        while True:
            await asyncio.sleep(_UPKEEP)
            now = asyncio.get_running_loop().time()
            for pair in list(self._pairs):
                pair.check(now)
            say_left_out()


class _Served:
    """A virtual cluster while the proxy runs: its chain, its brokers, its ports."""

    def __init__(self, proxy: Proxy, cluster: VirtualCluster) -> None:
        self.proxy, self.cluster = proxy, cluster
        self.chain: Chain
        self.brokers: Brokers
        self._port = cluster.port
        self._sockets: list[socket.socket] = []
        self._servers: list[asyncio.Server] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self._filters = cluster.filters
        self._ssl_context = cluster.ssl_context
        self._chain_of([])  # what is wrong with the filters shows before anything begins

    def _chain_of(self, first: list[Filter]) -> Chain:
        filters = [*first, *self.proxy.filters, *self._filters]
        return Chain(filters, messages=self.proxy.messages, limits=self.proxy.limits)

    @property
    def begins_at(self) -> tuple[str, str, int]:
        """Its name, and the host and port that were asked for."""
        return self.cluster.name, self.cluster.host, self.cluster.port

    def reload(self, cluster: VirtualCluster) -> None:
        """Take the filters and the certificate of another description for connections to come."""
        self._filters = cluster.filters
        if self._ssl_context is not None and cluster.ssl_context is not None:
            self._ssl_context = cluster.ssl_context
        self.chain = self._chain_of(self._first)

    @property
    def address(self) -> str:
        """HOST:PORT where clients begin."""
        host = self.cluster.advertised_host
        return f"[{host}]:{self._port}" if ":" in host else f"{host}:{self._port}"

    async def start(self) -> None:
        """Take the port of the beginning, and those of brokers that were asked for."""
        self.brokers = Brokers(self.cluster, listen=self._listen, moved=self._moved, messages=self.proxy.messages)
        self._first: list[Filter] = [AddressFilter(self.brokers.told)]
        if self.cluster.terminates_sasl:
            self._first.insert(0, SaslFilter(self.cluster.sasl_mechanisms))
        self.chain = self._chain_of(self._first)
        if self.cluster.ssl_context is not None and self.cluster.ssl_context.sni_callback is None:
            self.cluster.ssl_context.sni_callback = self._greeted
        self._port = self._listen(None, self.cluster.port)
        self.brokers.open_ports()
        self._begin(self.brokers.learn())

    def _listen(self, node_id: int | None, port: int) -> int:
        """Take a port, 0 for any; clients that come there want that broker. Raises `OSError`."""
        host = self.cluster.host
        try:
            found = socket.create_server(
                (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=_BACKLOG
            )
        except OSError as exc:
            raise port_error(exc, host, port) from exc
        self._sockets.append(found)
        self._begin(self._serve(found, partial(_Pair, self, node_id)))
        return cast("int", found.getsockname()[1])

    async def _serve(self, listening: socket.socket, make: Callable[[], _Pair]) -> None:
        has_tls = self.cluster.ssl_context is not None
        server = await asyncio.get_running_loop().create_server(
            lambda: make().client,
            sock=listening,
            backlog=_BACKLOG,
            ssl=self.cluster.ssl_context,
            ssl_handshake_timeout=_HANDSHAKE_TIMEOUT if has_tls else None,
            ssl_shutdown_timeout=_LAST_WORDS if has_tls else None,
        )
        self._servers.append(server)

    def _greeted(self, tls: ssl.SSLObject | ssl.SSLSocket, name: str | None, _context: ssl.SSLContext) -> None:
        """A client begins with TLS: keep the name it asks for, which the library tells only now."""
        if name is not None:
            _sni[tls] = name
        if self._ssl_context is not None and self._ssl_context is not self.cluster.ssl_context:
            tls.context = self._ssl_context  # its certificate was renewed

    def _moved(self, node_id: int) -> None:
        """A broker is elsewhere than those who came to its port were led."""
        for pair in self.proxy.pairs_of(self.brokers, node_id):
            pair.leave_unless(self.brokers.upstream[node_id])

    def _begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop_listening(self) -> None:
        """Take no new connections."""
        for task in self._tasks:
            task.cancel()
        await stop_listening(self._servers)
        for one in self._sockets:
            one.close()

    async def close(self) -> None:
        """End, once no connections are left."""
        if hasattr(self, "brokers"):
            await self.brokers.close()


class _Pair:
    """A client's connection and the one to the broker that belongs to it."""

    def __init__(self, served: _Served, node_id: int | None) -> None:
        self.served, self.node_id = served, node_id
        self.client, self.broker = _Client(self), _Broker(self)
        self.host = ""
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._proxy = served.proxy
        self._loop = asyncio.get_running_loop()
        self._link: Link | None = None
        self._login: ClientConnection | None = None
        self._opening: asyncio.Task[None] | None = None
        self._upstream = "", 0
        self._is_closing = False
        self._active = self._asked = self._loop.time()
        self._has_spoken = self._has_answered = False  # since somebody looked; to ask for the time costs more

    # ---------------------------------------------------------------------------------------------- beginning and end

    def begin(self) -> None:
        """The client is there: nothing is read before a broker is, too."""
        peer = self.client.transport.get_extra_info("peername") or ("", 0)
        self.host = str(peer[0])
        self.client.pause()
        if not self._proxy.admits(self):
            self.client.transport.abort()
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
                    ssl_shutdown_timeout=_LAST_WORDS if context else None,
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
        tls = self.client.transport.get_extra_info("ssl_object")
        peer = self.client.transport.get_extra_info("peername") or ("", 0)
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
            client_address=(str(peer[0]), int(peer[1])),
            broker_address=self._upstream,
            node_id=self.node_id,
            sni=_sni.get(tls) if tls is not None else None,
        )
        self.broker.ready.set_result(None)
        self._link.pump()

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
        """Bytes of the client, which come only once there is a link."""
        link = self._link
        if link is None or self._is_closing:
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

    def __init__(self, pair: _Pair) -> None:
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
        """Stop to read."""
        self.read_if(False)

    def close(self) -> None:
        """Hang up, once everything is written."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.close()
            # Who reads nothing keeps what is left from being written, and the socket from being closed.
            asyncio.get_running_loop().call_later(_LAST_WORDS, self.transport.abort)

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

    def __init__(self, pair: _Pair) -> None:
        super().__init__(pair)
        self.data_received = pair.client_data  # type: ignore[method-assign]  # a call less for each read

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has connected."""
        self.transport, self.is_connected = cast("asyncio.Transport", transport), True
        self.pair.begin()


class _Broker(_Side):
    """The broker's socket."""

    def __init__(self, pair: _Pair) -> None:
        super().__init__(pair)
        self.data_received = pair.broker_data  # type: ignore[method-assign]  # as above
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The broker has taken our connection."""
        self.transport, self.is_connected = cast("asyncio.Transport", transport), True
        self.pair.connected()
