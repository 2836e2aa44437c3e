"""Connections of load balancers, from when they are accepted until their PROXY header is read.

Only those in `senders` send a header, and have to; connections of all others go on at once. Not one byte behind the
header is read here, since TLS may begin there: so the socket goes on, and what read the header is done with.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Collection
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import cast

from kafkawire.errors import RemoteProtocolError
from kafkawire.proxy.proxy_header import client_of, missing
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["Arrivals", "Network"]

_LOG = RateLimitedLogger("kafkawire.proxy.connections")
_PATIENCE = 10.0  # seconds in which the header has to be there
Network = IPv4Network | IPv6Network
HandOver = Callable[[socket.socket, tuple[str, int] | None], None]


class Arrivals:
    """Reads headers of at most `most` connections at a time.

    `hand_over` gets the socket of each and the client's address, or None if that is the socket's peer.
    """

    def __init__(self, senders: Collection[Network], most: int, hand_over: HandOver) -> None:
        self._senders, self._most, self._hand_over = senders, most, hand_over
        self._waiting: set[_Arrival] = set()
        self._is_closed = False

    def arrival(self) -> asyncio.BufferedProtocol:
        """The protocol of a connection that is accepted."""
        return _Arrival(self)

    def close(self) -> None:
        """Hang up on those that have not sent their header, and take no others."""
        self._is_closed = True
        for one in list(self._waiting):
            one.transport.abort()

    def begin(self, arrival: _Arrival) -> None:
        """A connection is there."""
        peer = arrival.peer
        if self._is_closed or len(self._waiting) >= self._most:
            arrival.transport.abort()
        elif any(ip_address(peer) in network for network in self._senders):
            self._waiting.add(arrival)
        else:
            self.go_on(arrival, None)

    def go_on(self, arrival: _Arrival, client: tuple[str, int] | None) -> None:
        """The connection is the client's from here on."""
        self.forget(arrival)
        found = arrival.transport.get_extra_info("socket").dup()
        found.setblocking(False)
        arrival.transport.abort()  # it closes its own number of the socket, and the connection stays
        self._hand_over(found, client)

    def forget(self, arrival: _Arrival) -> None:
        """It is gone, or goes on."""
        self._waiting.discard(arrival)


class _Arrival(asyncio.BufferedProtocol):
    """Reads the bytes of a header and no more: the transport reads as many as it is given room for."""

    def __init__(self, arrivals: Arrivals) -> None:
        self.transport: asyncio.Transport
        self.peer = ""
        self._arrivals = arrivals
        self._header = b""
        self._room = bytearray(missing(b""))
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A connection was accepted."""
        self.transport = cast("asyncio.Transport", transport)
        self.peer = str(transport.get_extra_info("peername")[0])
        self._timer = asyncio.get_running_loop().call_later(_PATIENCE, self._refuse, "it has sent no PROXY header")
        self._arrivals.begin(self)

    def get_buffer(self, _sizehint: int) -> bytearray:
        """Room for what is missing."""
        return self._room

    def buffer_updated(self, nbytes: int) -> None:
        """A part of the header."""
        self._header += self._room[:nbytes]
        try:
            left = missing(self._header)
            if not left:
                self._arrivals.go_on(self, client_of(self._header))
            self._room = bytearray(left or 1)
        except RemoteProtocolError as exc:
            self._refuse(str(exc))

    def connection_lost(self, _exc: Exception | None) -> None:
        """It is gone, or has gone on."""
        if self._timer is not None:
            self._timer.cancel()
        self._arrivals.forget(self)

    def _refuse(self, why: str) -> None:
        _LOG.warning("turning away a connection of %s: %s", self.peer, why)
        self.transport.abort()
