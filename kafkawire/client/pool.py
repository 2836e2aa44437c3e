"""Open connections by address, one at a time being opened for each."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager

from kafkawire.client.addresses import Endpoint
from kafkawire.client.connection import Connection
from kafkawire.client.errors import ClientClosed
from kafkawire.client.metrics import ClientMetrics, Number
from kafkawire.client.options import ClientOptions
from kafkawire.client.retry import within
from kafkawire.client.runtime import Runtime
from kafkawire.client.security import security_of
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed
from kafkawire.transport.errors import ConnectFailed
from kafkawire.transport.traffic import Traffic

__all__ = ["ConnectionPool"]

log = logging.getLogger("kafkawire.client.network")
auth_log = logging.getLogger("kafkawire.client.auth")

Key = tuple[str, int, str]
_MOST_ENDPOINTS = 10_000


class _Gate:
    """Lets one at a time open a connection; `users` have it open or wait for that."""

    __slots__ = ("lock", "users")

    def __init__(self, lock: AbstractAsyncContextManager[object]) -> None:
        self.lock = lock
        self.users = 0


class ConnectionPool:
    """Connections keyed by host, port and purpose.

    Brokers answer a connection's requests in order, so whatever must not wait behind a fetch that waits for data (the
    heartbeat of a group) names a purpose of its own.
    """

    def __init__(self, options: ClientOptions, runtime: Runtime, metrics: ClientMetrics | None = None) -> None:
        self._options = options
        self._runtime = runtime
        self._security = security_of(options)
        self._metrics = metrics or ClientMetrics(runtime.now)
        self._traffic = Traffic()
        self._connections: dict[Key, Connection] = {}
        self._endpoints: dict[tuple[str, int], Endpoint] = {}
        self._gates: dict[Key, _Gate] = {}
        self._closed = False

    async def get(self, host: str, port: int, purpose: str = "") -> Connection:
        """The open connection for the key, or a new one. Raises `ConnectFailed`."""
        key = (host, port, purpose)
        found = self._usable(key)
        if found is not None:
            return found
        gate = self._gates.get(key)
        if gate is None:
            gate = self._gates[key] = _Gate(self._runtime.lock())
        gate.users += 1
        try:
            async with gate.lock:
                return self._usable(key) or await self._open(key)
        finally:
            gate.users -= 1
            if not gate.users:
                self._gates.pop(key, None)

    @property
    def is_open(self) -> bool:
        """Whether it holds a connection."""
        return any(not connection.closed for connection in self._connections.values())

    def opened_to(self, host: str, port: int) -> Connection | None:
        """The connection of no special purpose to an address, if it is open."""
        return self._usable((host, port, ""))

    def opened(self) -> list[Connection]:
        """The connections of no special purpose that are open now."""
        return [conn for key, conn in self._connections.items() if not key[2] and self._usable(key)]

    def failed_at(self, host: str, port: int) -> float:
        """When something last went wrong at an address: who has not failed for longest is the best to try."""
        endpoint = self._endpoints.get((host, port))
        return float("-inf") if endpoint is None else endpoint.failed_at

    def blame(self, connection: Connection, problem: str) -> None:
        """What has been said on a connection is no use: others are tried before its broker is asked again."""
        for key, one in self._connections.items():
            if one is connection:
                self._endpoint(key[:2]).failed(problem)

    def sweep(self) -> None:
        """Close what has been idle for long, and forget what is closed."""
        for key in [key for key in self._connections if self._usable(key) is None]:
            del self._connections[key]

    def drop(self) -> None:
        """Close all connections; others may be opened. What is known of addresses is forgotten."""
        for connection in self._connections.values():
            connection.close()
        self._connections.clear()
        self._endpoints.clear()

    def close(self) -> None:
        """Close all connections; no more are opened."""
        self._closed = True
        self.drop()

    def counted(self) -> Iterator[tuple[str, Number]]:
        """Metrics of connections."""
        opened = [conn for conn in list(self._connections.values()) if not conn.closed]
        created = self._metrics.totals.get("connection_creation_total", 0)
        yield "connection_count", len(opened)
        yield "connection_creation_total", created
        yield "connection_close_total", created - len(opened)
        for name in ("connection_failure_total", "failed_authentication_total"):
            yield name, self._metrics.totals.get(name, 0)
        yield "incoming_byte_total", self._traffic.received
        yield "outgoing_byte_total", self._traffic.sent
        yield "requests_in_flight", sum(conn.in_flight for conn in opened)

    def _usable(self, key: Key) -> Connection | None:
        connection = self._connections.get(key)
        if connection is None or connection.closed:
            return None
        # A broker closes idle connections too, and a request may cross that: rather be the first to do it.
        idle = self._runtime.now() - connection.last_used
        if idle > self._options.connections_max_idle_ms / 1000 and not connection.in_flight:
            log.debug("%s: closed after %.0f s without use", connection.peer, idle)
            connection.close()
            return None
        return connection

    async def _open(self, key: Key) -> Connection:
        """A new connection. An address that has just failed is not tried anew: the last error says it all."""
        if self._closed:
            raise ClientClosed("the client is closed")
        self.sweep()
        endpoint = self._endpoint(key[:2])
        if endpoint.rests:
            raise ConnectFailed(endpoint.problem)
        try:
            connection = await self._try_all(endpoint, *key[:2])
        except ConnectFailed as exc:
            endpoint.failed(str(exc))
            self._metrics.count("connection_failure_total")
            log.info("no connection: %s", exc)
            raise
        except AuthenticationFailed as exc:
            self._metrics.count("failed_authentication_total")
            auth_log.info("%s:%d: %s", *key[:2], exc)
            raise
        if self._closed:  # closed while we waited
            connection.close()
            raise ConnectFailed(f"{connection.peer}: the client was closed")
        self._metrics.count("connection_creation_total")
        connection.count_in(self._metrics, self._traffic)
        self._connections[key] = connection
        log.debug("%s: connected%s", connection.peer, f" for {key[2]}" if key[2] else "")
        return connection

    async def _try_all(self, endpoint: Endpoint, host: str, port: int) -> Connection:
        """The first of the host's addresses that lets us connect. Raises `ConnectFailed` of all."""
        timeout = endpoint.setup_timeout()
        problems: dict[str, None] = {}
        for ip in endpoint.in_order(await self._runtime.resolve(host, port, within(timeout))):
            try:
                connection = await self._runtime.connect(
                    host,
                    port,
                    self._options.client_id,
                    within(timeout),
                    self._security,
                    ip,
                    recorder=self._options.recorder,
                )
            except ConnectFailed as exc:
                problems[str(exc)] = None
                continue
            endpoint.succeeded(ip)
            return connection
        raise ConnectFailed("; ".join(problems) or f"{host}:{port}: the name has no address")

    def _endpoint(self, address: tuple[str, int]) -> Endpoint:
        found = self._endpoints.get(address)
        if found is None:
            if len(self._endpoints) >= _MOST_ENDPOINTS:  # no cluster has so many: somebody invents addresses
                self._endpoints.clear()
            found = self._endpoints[address] = Endpoint(self._options, self._runtime.now, self._runtime.chance)
        return found
