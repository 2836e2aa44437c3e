"""A virtual cluster: what clients take for a cluster, and where its brokers really are.

A port stands for each broker, or a host name at the one port. Which one follows from the broker's number alone, so that
a client finds it again after the proxy was started anew. Where a broker is upstream is learned from the responses that
pass. Before that its port or name leads to a bootstrap broker, which can tell; such a connection is provisional, and
closed once the proxy knows better.
"""

from __future__ import annotations

import asyncio
import random
import ssl
import time
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from ipaddress import ip_network
from itertools import cycle
from typing import TYPE_CHECKING, Any
from uuid import UUID

from kafkawire.client.connection import exchange
from kafkawire.client.errors import InvalidOption
from kafkawire.client.options import ClientOptions, bootstrap_addresses, make_options
from kafkawire.client.pool import ConnectionPool
from kafkawire.client.runtime import AioRuntime
from kafkawire.client.security import security_of
from kafkawire.errors import KafkaWireError
from kafkawire.message import Request, Response
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL, MetadataRequest, MetadataResponse
from kafkawire.proxy.addresses import Address, rewrite_addresses
from kafkawire.proxy.arrivals import Network
from kafkawire.proxy.broker_hosts import BrokerHosts
from kafkawire.proxy.context import ANONYMOUS
from kafkawire.rate_limited_log import RateLimitedLogger
from kafkawire.transport.errors import ConnectFailed

if TYPE_CHECKING:
    from kafkawire.protocol.sasl.mechanism import Mechanism
    from kafkawire.protocol.sasl.server_mechanism import ServerMechanism
    from kafkawire.proxy.filters import Filter

__all__ = ["Brokers", "VirtualCluster"]

_LOG = RateLimitedLogger("kafkawire.proxy.clusters")
_MOST_PORT = 65_535


class VirtualCluster:
    """What the proxy is told of a cluster.

    `upstream`: bootstrap servers of the real one, "a:9092,b:9092". `listen`: HOST:PORT where clients begin; port 0
    takes a free one. `broker_ports` are those that stand for brokers, the first one for the broker `first_broker`; by
    default the 100 behind the one of `listen`, or free ones where that is 0. `advertised_host` is the name that clients
    are told (default: the host of `listen`). `filters` come behind those of the proxy.

    `ssl_context` has clients speak TLS. With `sasl_mechanisms` (name -> what makes one for each authentication) they
    prove to the proxy who they are. Further keywords are options of `kafkawire.client.options.ClientOptions` and say
    how the proxy connects: `security_protocol`, `sasl_mechanism` ..., and `upstream_ssl_context` for `ssl_context`.
    Where neither side has SASL here, the tokens of clients pass to the broker. Raises `InvalidOption`.

    With `broker_hosts`, "broker-{id}.kafka.example.com" say, brokers have names in place of ports: all clients come to
    the port of `listen`, and who asks for such a name within TLS is led to that broker.

    Who a client with a certificate is, is what `principal_mapping_rules` (Kafka's `ssl.principal.mapping.rules`) make
    of its name. Connections from the networks `proxy_protocol_from`, "10.0.0.0/8" say, have to begin with the header of
    the PROXY protocol, version 1 or 2, which says who the client is.
    """

    def __init__(
        self,
        upstream: str | Sequence[str],
        *,
        listen: str = "127.0.0.1:0",
        name: str = "default",
        broker_ports: range | None = None,
        first_broker: int = 0,
        advertised_host: str | None = None,
        ssl_context: ssl.SSLContext | None = None,
        upstream_ssl_context: ssl.SSLContext | None = None,
        sasl_mechanisms: Mapping[str, Callable[[], ServerMechanism]] | None = None,
        broker_hosts: str | None = None,
        principal_mapping_rules: str = "DEFAULT",
        proxy_protocol_from: Iterable[str] = (),
        filters: Iterable[Filter] = (),
        **options: object,
    ) -> None:
        self.name = name
        self.upstream = bootstrap_addresses(upstream)
        self.host, self.port = _listen_address(listen)
        self.broker_ports = broker_ports
        if broker_ports is None and self.port:
            self.broker_ports = range(self.port + 1, min(self.port + 101, _MOST_PORT + 1))
        if self.broker_ports is not None and self.port in self.broker_ports:
            raise InvalidOption(f"port {self.port} is that of clients which begin, and among those of brokers")
        self.first_broker = first_broker
        self.advertised_host = advertised_host or self.host
        self.ssl_context = ssl_context
        self.sasl_mechanisms = dict(sasl_mechanisms or {})
        self.filters = tuple(filters)
        self.asked_for_ports = broker_ports is not None
        if upstream_ssl_context is not None:
            options["ssl_context"] = upstream_ssl_context
        self.broker_hosts = None if broker_hosts is None else BrokerHosts(broker_hosts)
        self.principal_mapping_rules = principal_mapping_rules
        self.proxy_protocol_from = [_network(text) for text in proxy_protocol_from]
        self._check_names()
        self.options = make_options(ClientOptions, options)
        self.security = security_of(self.options)

    def _check_names(self) -> None:
        """Whether brokers and clients can be known by name."""
        if self.broker_hosts is not None and self.ssl_context is None:
            raise InvalidOption("broker_hosts: clients say which one they want within TLS alone, and there is none")
        if self.broker_hosts is not None and self.asked_for_ports:
            raise InvalidOption("broker_hosts: brokers have either names or broker_ports")
        if self.principal_mapping_rules != "DEFAULT":
            from kafkawire.proxy.principals import check_rules

            check_rules(self.principal_mapping_rules)

    def principal_of(self, transport: asyncio.BaseTransport) -> str:
        """Who a client is by its certificate. Raises `RemoteProtocolError` if no rule fits that."""
        if self.ssl_context is None or self.ssl_context.verify_mode == ssl.CERT_NONE or self.sasl_mechanisms:
            return ANONYMOUS
        from kafkawire.proxy.principals import principal_of_certificate

        return principal_of_certificate(transport, self.principal_mapping_rules)

    @property
    def logs_in(self) -> bool:
        """Whether the proxy proves to brokers who it is."""
        return self.options.security_protocol.startswith("SASL")

    @property
    def terminates_sasl(self) -> bool:
        """Whether the tokens of clients end here."""
        return bool(self.sasl_mechanisms) or self.logs_in


def _listen_address(text: str) -> Address:
    host, colon, port = text.rpartition(":")
    if not colon or not host.strip("[]") or not port.isascii() or not port.isdigit():
        raise InvalidOption(f"listen: {text!r} is not HOST:PORT")
    if len(port) > 5 or int(port) > _MOST_PORT:
        raise InvalidOption(f"listen: {text!r}: ports are 1 to {_MOST_PORT}, or 0 for a free one")
    return host.strip("[]"), int(port)


def _network(text: str) -> Network:
    try:
        return ip_network(text.strip())
    except ValueError as exc:
        raise InvalidOption(f"proxy_protocol_from: {exc}") from exc


class Brokers:
    """The brokers of a virtual cluster while a proxy runs, and what its filters share.

    `listen` opens the port of a broker, which is 0 for any that is free, and returns it; `moved` is told of one that is
    not where it was taken to be.
    """

    def __init__(
        self,
        cluster: VirtualCluster,
        *,
        listen: Callable[[int, int], int],
        moved: Callable[[int], None],
        messages: MessageSet = PROTOCOL,
    ) -> None:
        self.cluster = cluster
        self.name = cluster.name
        self.random = random.Random()  # noqa: S311 - for filters that play with chance; no secret comes of it
        self.shared: MutableMapping[Any, Any] = {}
        self.topic_names: MutableMapping[UUID, str] = {}
        self.upstream: dict[int, Address] = {}
        """Where brokers are, as far as that is known."""
        self.ports: dict[int, int] = {}
        """The port that stands for a broker."""
        self.port = cluster.port
        """The port where clients begin."""
        self._listen, self._moved = listen, moved
        self._bootstrap = cycle(cluster.upstream)
        self._runtime = AioRuntime(messages=messages)
        self._pool = ConnectionPool(cluster.options, self._runtime)

    def told(self, node_id: int, host: str, port: int) -> Address | None:
        """A response says where a broker is: remember that, and say what clients are told in its place."""
        here = self._place_of(node_id)
        if here is None:
            _LOG.error("%s: there is no port for broker %d; clients are not told of it", self.name, node_id)
            return None
        if self.upstream.get(node_id) != (host, port):
            self.upstream[node_id] = host, port
            _LOG.info("%s: broker %d is at %s:%d", self.name, node_id, host, port)
            self._moved(node_id)
        return here

    def _place_of(self, node_id: int) -> Address | None:
        if self.cluster.broker_hosts is not None:
            host = self.cluster.broker_hosts.host_of(node_id)
            return None if host is None else (host, self.port)
        port = self._port_of(node_id)
        return None if port is None else (self.cluster.advertised_host, port)

    def _port_of(self, node_id: int) -> int | None:
        if node_id in self.ports:
            return self.ports[node_id]
        ports = self.cluster.broker_ports
        if ports is None:
            wanted = 0
        elif 0 <= node_id - self.cluster.first_broker < len(ports):
            wanted = ports[node_id - self.cluster.first_broker]
        else:
            return None
        try:
            self.ports[node_id] = self._listen(node_id, wanted)
        except OSError as exc:
            _LOG.error("%s: no port for broker %d: %s", self.name, node_id, exc)
            return None
        return self.ports[node_id]

    def open_ports(self) -> None:
        """Open the ports of all brokers that there may be, if they were asked for. Raises `OSError`."""
        if self.cluster.broker_ports is not None and self.cluster.asked_for_ports:
            for node_id, port in enumerate(self.cluster.broker_ports, self.cluster.first_broker):
                self.ports[node_id] = self._listen(node_id, port)

    async def learn(self) -> None:
        """Ask where the brokers are, so that clients which know their ports find them open, if the proxy may ask."""
        for host, port in self.cluster.upstream:
            try:
                connection = await self._pool.get(host, port)
                response = await exchange(connection, MetadataRequest(topics=[]), self._timeout)
            except KafkaWireError as exc:  # clients will ask, and the proxy learns of it then
                _LOG.info("%s: %s:%d does not tell where brokers are: %s", self.name, host, port, exc)
                continue
            assert isinstance(response, MetadataResponse)
            rewrite_addresses(response, self.told)
            return

    @property
    def _timeout(self) -> float:
        return self.cluster.options.request_timeout_ms / 1000

    def address_of(self, node_id: int | None) -> Address:
        """Where the connection of a client leads: to the broker it asks for, or to the next bootstrap server."""
        known = None if node_id is None else self.upstream.get(node_id)
        return known or next(self._bootstrap)

    async def mechanism(self, host: str) -> Mechanism | None:
        """What the proxy logs in with, if it does. Raises `AuthenticationFailed`."""
        return await self.cluster.security.mechanism(_call, host)

    # ------------------------------------------------------------------------------------------- what filters may use

    def now(self) -> float:
        """Seconds on a clock that never goes back."""
        return asyncio.get_running_loop().time()

    def time_ms(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    async def sleep(self, seconds: float) -> None:
        """Let time pass."""
        await asyncio.sleep(seconds)

    async def ask_broker(self, node_id: int, request: Request, version: int | None) -> Response:
        """Ask a broker over a connection of the proxy's own. Raises `KafkaWireError`."""
        address = self.upstream.get(node_id)
        if address is None:
            raise ConnectFailed(f"{self.name}: where broker {node_id} is has not been seen yet")
        connection = await self._pool.get(*address)
        if version is not None:
            return await connection.request(request, version, self._timeout)
        return await exchange(connection, request, self._timeout)

    async def close(self) -> None:
        """Close the proxy's own connections."""
        self._pool.close()
        await self._runtime.wait_closed()


async def _call(function: Callable[[], Any]) -> Any:
    """Call what may block in a thread, and await what it gives if that can be."""
    found = await asyncio.to_thread(function)
    return await found if hasattr(found, "__await__") else found
