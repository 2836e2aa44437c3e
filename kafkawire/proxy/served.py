"""A virtual cluster while the proxy runs: its chain of filters, its brokers, and the ports where clients come."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from kafkawire.proxy.addresses import AddressFilter
from kafkawire.proxy.arrivals import Arrivals
from kafkawire.proxy.chain import Chain
from kafkawire.proxy.cluster import Brokers, VirtualCluster
from kafkawire.proxy.filters import Filter
from kafkawire.proxy.pair import LAST_WORDS, Pair, greeted
from kafkawire.proxy.sasl import SaslFilter
from kafkawire.rate_limited_log import RateLimitedLogger
from kafkawire.transport.listening import port_error, stop_listening

if TYPE_CHECKING:
    from kafkawire.proxy.server import Proxy

__all__ = ["ServedCluster"]

_CONNECTIONS = RateLimitedLogger("kafkawire.proxy.connections")
_BACKLOG = 512
_HANDSHAKE_TIMEOUT = 10.0  # seconds for TLS with a client


class ServedCluster:
    """A virtual cluster while the proxy runs: its chain, its brokers, its ports."""

    def __init__(self, proxy: Proxy, cluster: VirtualCluster) -> None:
        self.proxy, self.cluster = proxy, cluster
        self.chain: Chain
        self.brokers: Brokers
        self._port = cluster.port
        self._sockets: list[socket.socket] = []
        self._servers: list[asyncio.Server] = []
        self._arrivals: list[Arrivals] = []
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
        self._port = self.brokers.port = self._listen(None, self.cluster.port)
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
        self._begin(self._serve(found, partial(Pair, self, node_id)))
        return cast("int", found.getsockname()[1])

    async def _serve(self, listening: socket.socket, make: Callable[..., Pair]) -> None:
        loop, senders = asyncio.get_running_loop(), self.cluster.proxy_protocol_from
        if senders:
            arrivals = Arrivals(senders, self.proxy.max_connections, partial(self._go_on, make))
            self._arrivals.append(arrivals)
            server = await loop.create_server(arrivals.arrival, sock=listening, backlog=_BACKLOG)
        else:
            server = await loop.create_server(
                lambda: make().client, sock=listening, backlog=_BACKLOG, **self._tls_options()
            )
        self._servers.append(server)

    def _tls_options(self) -> dict[str, Any]:
        if self.cluster.ssl_context is None:
            return {}
        timeouts = {"ssl_handshake_timeout": _HANDSHAKE_TIMEOUT, "ssl_shutdown_timeout": LAST_WORDS}
        return {"ssl": self.cluster.ssl_context, **timeouts}

    def _go_on(self, make: Callable[..., Pair], found: socket.socket, address: tuple[str, int] | None) -> None:
        """A connection has said whose it is."""
        task = self._begin(self._connect(make, found, address))
        task.add_done_callback(lambda task: found.close() if task.cancelled() else None)

    async def _connect(self, make: Callable[..., Pair], found: socket.socket, address: tuple[str, int] | None) -> None:
        pair = make(client_address=address)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: pair.client, found, **self._tls_options())
        except OSError as exc:  # of TLS, too; the socket is closed
            _CONNECTIONS.info("%s: a client did not get through its TLS handshake: %s", self.cluster.name, exc)

    def _greeted(self, tls: ssl.SSLObject | ssl.SSLSocket, name: str | None, _context: ssl.SSLContext) -> None:
        """A client begins with TLS: keep the name it asks for, which the library tells only now."""
        if name is not None:
            greeted(tls, name)
        if self._ssl_context is not None and self._ssl_context is not self.cluster.ssl_context:
            tls.context = self._ssl_context  # its certificate was renewed

    def _moved(self, node_id: int) -> None:
        """A broker is elsewhere than those who came to its port were led."""
        for pair in self.proxy.pairs_of(self.brokers, node_id):
            pair.leave_unless(self.brokers.upstream[node_id])

    def _begin(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def stop_listening(self) -> None:
        """Take no new connections."""
        for arrivals in self._arrivals:
            arrivals.close()
        for task in self._tasks:
            task.cancel()
        await stop_listening(self._servers)
        for one in self._sockets:
            one.close()

    async def close(self) -> None:
        """End, once no connections are left."""
        if hasattr(self, "brokers"):
            await self.brokers.close()
