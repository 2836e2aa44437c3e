"""Connections that never leave the process: what the tests of clients and brokers run over.

A `MemoryNetwork` knows who listens where. `dial` has the shape that `kafkawire.transport.aio.connect` takes, and both
ends are ordinary `asyncio.Protocol`s, so neither side can tell. Bytes are delivered by the event loop, one call per
write and in order, so no socket, port or clock takes part.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

__all__ = ["MemoryNetwork", "MemoryTransport"]

ProtocolFactory = Callable[[], asyncio.Protocol]


class MemoryTransport(asyncio.Transport):
    """One end of a pair. What is written here arrives at the other end's protocol on a later turn of the loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, name: str) -> None:
        super().__init__({"peername": name})
        self.protocol: asyncio.Protocol | None = None
        self.other: MemoryTransport | None = None
        self._loop = loop
        self._closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Deliver `data` to the other end; after a close it goes nowhere, as with a socket."""
        if not self._closed and self.other is not None:
            self._loop.call_soon(self.other.deliver, bytes(data))

    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview]) -> None:
        """Deliver the parts as one piece."""
        self.write(b"".join(list_of_data))

    def deliver(self, data: bytes) -> None:
        """Hand over what the other end wrote."""
        if not self._closed and self.protocol is not None:
            self.protocol.data_received(data)

    def is_closing(self) -> bool:
        """Whether this end is closed."""
        return self._closed

    def close(self) -> None:
        """Close this end: the other sees the end of the stream after everything written before."""
        self._close(None)

    def abort(self) -> None:
        """Break the connection: both ends see it lost."""
        self._close(ConnectionResetError("connection reset"))

    def get_write_buffer_size(self) -> int:
        """Nothing is ever held back."""
        return 0

    def pause_reading(self) -> None:
        """Accepted and without effect: the loop is the only buffer."""

    def resume_reading(self) -> None:
        """Accepted and without effect."""

    def _close(self, reason: Exception | None) -> None:
        if self._closed:
            return
        self._closed = True
        self._loop.call_soon(self._lost, reason)
        if self.other is not None:
            self._loop.call_soon(self.other.peer_closed, reason)

    def peer_closed(self, reason: Exception | None) -> None:
        """The other end is closed; there is no half-open state."""
        if self._closed or self.protocol is None:
            return
        self._closed = True
        if reason is None:
            self.protocol.eof_received()
        self._lost(reason)

    def _lost(self, reason: Exception | None) -> None:
        if self.protocol is not None:
            self.protocol.connection_lost(reason)


class MemoryNetwork:
    """Who listens at which (host, port). Connecting elsewhere is refused."""

    def __init__(self) -> None:
        self.listeners: dict[tuple[str, int], ProtocolFactory] = {}
        self.open: list[MemoryTransport] = []

    def listen(self, host: str, port: int, factory: ProtocolFactory) -> None:
        """Serve connections to the address with a new protocol each."""
        self.listeners[host, port] = factory

    def stop(self, host: str, port: int) -> None:
        """Refuse the address from now on and break the connections it has."""
        del self.listeners[host, port]
        for transport in self.open:
            if transport.get_extra_info("peername") == f"{host}:{port}":
                transport.abort()

    async def dial(self, factory: ProtocolFactory, host: str, port: int) -> None:
        """Connect a protocol to the address, as `dial_tcp` does over a socket."""
        listener = self.listeners.get((host, port))
        if listener is None:
            raise ConnectionRefusedError(f"nobody listens at {host}:{port}")
        loop = asyncio.get_running_loop()
        near, far = MemoryTransport(loop, f"{host}:{port}"), MemoryTransport(loop, "client")
        near.other, far.other = far, near
        near.protocol, far.protocol = factory(), listener()
        self.open.append(near)
        far.protocol.connection_made(far)
        near.protocol.connection_made(near)
