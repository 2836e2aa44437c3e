"""Open connections by address, one at a time being opened for each."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from kafkawire.client.connection import Connection
from kafkawire.client.errors import ClientClosed
from kafkawire.client.options import ClientOptions
from kafkawire.client.runtime import Runtime
from kafkawire.client.security import security_of
from kafkawire.transport.errors import ConnectFailed

__all__ = ["ConnectionPool"]

Key = tuple[str, int, str]


class ConnectionPool:
    """Connections keyed by host, port and purpose.

    Brokers answer a connection's requests in order, so whatever must not wait behind a fetch that waits for data (the
    heartbeat of a group) names a purpose of its own.
    """

    def __init__(self, options: ClientOptions, runtime: Runtime) -> None:
        self._options = options
        self._runtime = runtime
        self._security = security_of(options)
        self._connections: dict[Key, Connection] = {}
        self._locks: dict[Key, AbstractAsyncContextManager[object]] = {}
        self._closed = False

    async def get(self, host: str, port: int, purpose: str = "") -> Connection:
        """The open connection for the key, or a new one. Raises `ConnectFailed`."""
        key = (host, port, purpose)
        found = self._usable(key)
        if found is not None:
            return found
        if key not in self._locks:
            self._locks[key] = self._runtime.lock()
        async with self._locks[key]:
            return self._usable(key) or await self._open(key)

    def opened(self) -> list[Connection]:
        """The connections of no special purpose that are open now."""
        return [conn for key, conn in self._connections.items() if not key[2] and self._usable(key)]

    def close(self) -> None:
        """Close all connections; no more are opened."""
        self._closed = True
        for connection in self._connections.values():
            connection.close()
        self._connections.clear()

    def _usable(self, key: Key) -> Connection | None:
        connection = self._connections.get(key)
        if connection is None or connection.closed:
            return None
        # A broker closes idle connections too, and a request may cross that: rather be the first to do it.
        if self._runtime.now() - connection.last_used > self._options.connections_max_idle_ms / 1000:
            connection.close()
            return None
        return connection

    async def _open(self, key: Key) -> Connection:
        if self._closed:
            raise ClientClosed("the client is closed")
        timeout = self._options.socket_connection_setup_timeout_ms / 1000
        connection = await self._runtime.connect(key[0], key[1], self._options.client_id, timeout, self._security)
        if self._closed:  # closed while we waited
            connection.close()
            raise ConnectFailed(f"{connection.peer}: the client was closed")
        self._connections[key] = connection
        return connection
