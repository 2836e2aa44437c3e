"""Packets to streams: the bytes of each direction of each TCP connection, in order, with what is missing said.

Bytes are handed on as soon as they are in order. Those behind a hole wait until the hole is filled; until whoever they
were sent to has confirmed them, which says that the capture lacks them; or until too many wait. What came first counts.

Checksums are not looked at: cards fill them in after the capture. Fragments of IP packets are left out.
"""

from __future__ import annotations

import json
from bisect import insort
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import ip_address
from itertools import islice
from struct import Struct, unpack_from
from typing import Protocol

from kafkawire.capture.packets import Packet
from kafkawire.limits import MIB

__all__ = ["CaptureLimits", "Connection", "Listener", "Side", "Streams"]

_IPV4, _IPV6, _VLAN = 0x0800, 0x86DD, (0x8100, 0x88A8, 0x9100)
_TCP = 6
_EXTENSIONS = (0, 43, 60)  # of IPv6: what may stand before TCP
_FIN, _SYN, _RST, _ACK = 0x01, 0x02, 0x04, 0x10
_FIN_RST = _FIN | _RST
_ETHERNET = 1
_WRAP = 1 << 32
_HALF = 1 << 31
# Link type -> where the type of the packet stands, and where it begins. https://www.tcpdump.org/linktypes.html
_ETHERTYPE_AT = {1: (12, 14), 113: (14, 16), 276: (0, 20)}
_FAMILY_BEFORE = {0: 4, 108: 4}
_BARE_IP = (12, 14, 101, 228, 229)
_PATIENCE = 64  # segments of a connection: so many may come between bytes and their confirmation
_TAIL = 256  # packets: so many may come after those that close a connection
_MOST_HELD = 4096  # segments behind a hole

_ETHER = Struct(">H").unpack_from
_IP = Struct(">BxHxxHxB").unpack_from
_HEADERS = Struct(">BxHxxHxBxx12xIIBB").unpack_from  # those of IPv4 without options, and TCP
_TCP_HEADER = Struct(">4xIIBB").unpack_from


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureLimits:
    """What a capture may cost at most, whatever is in it. What goes past is given up, and said in a note."""

    max_connections: int = 10_000
    """TCP connections that are followed at a time; of more, those without traffic for the longest are forgotten."""
    max_held: int = 16 * MIB
    """Bytes of one direction of a connection that wait for bytes before them."""
    max_held_together: int = 512 * MIB
    """Bytes that wait in all connections, for what is before them, for the rest of their frame or for a response."""
    max_notes: int = 1_000
    """Notes that are kept."""


class Listener(Protocol):
    """What becomes of a connection."""

    def data(self, side: Side, data: bytes, time: int) -> None:
        """Bytes that follow those before. Time in ns: when all up to them were there."""

    def gap(self, side: Side, size: int) -> None:
        """So many bytes are not in the capture."""

    def closed(self) -> None:
        """Nothing follows."""


@dataclass(slots=True, eq=False)
class Side:
    """One direction of a connection. Positions count from the beginning of the stream, or of what is there of it."""

    address: tuple[bytes, int]
    first: int | None = None
    """The sequence number of its first byte; known when the start was captured."""
    has_start: bool = False
    position: int = 0
    """Up to here all was handed on."""
    time: int = 0
    """Of the last packet that brought bytes."""
    held: list[tuple[int, int, int, bytes]] = field(default_factory=list)
    """Bytes behind a hole: position, number, time, data."""
    held_bytes: int = 0
    is_finished: bool = False
    deliver: Callable[[bytes, int], None] | None = None
    """What takes bytes in order, if it is not the listener of the connection."""
    waited: int = 0
    """Segments since a hole was seen."""

    def __str__(self) -> str:
        host = ip_address(self.address[0])
        host = getattr(host, "ipv4_mapped", None) or host
        return f"[{host}]:{self.address[1]}" if host.version == 6 else f"{host}:{self.address[1]}"

    def start(self, sequence: int) -> None:
        """Its SYN was seen."""
        self.first, self.has_start = (sequence + 1) % _WRAP, True

    def offset(self, sequence: int) -> int:
        """The position of a sequence number, which wraps: the nearest one."""
        return self.position + (sequence - (self.first or 0) - self.position + _HALF) % _WRAP - _HALF


@dataclass(slots=True, eq=False)
class Connection:
    """A TCP connection: who talks with whom, and what is known of them."""

    number: int
    """In the order of first packets, from 1."""
    client: Side
    """Who opened it; where that was not captured, who sends requests."""
    server: Side
    is_opener_known: bool = False
    software_name: str | None = None
    """Of the client, by its ApiVersions request (KIP-511)."""
    software_version: str | None = None
    mechanism: str | None = None
    """Of SASL."""
    principal: str | None = None
    """Who logged in, as far as that can be seen."""
    facts: dict[str, str] = field(default_factory=dict)
    """What a capture that kafkawire wrote says of it."""
    last: int = 0
    """The number of its last packet."""
    is_closed: bool = False
    listener: Listener | None = None

    def tell(self, comment: str) -> None:
        """What the comment of a packet says of it, if kafkawire wrote it."""
        try:
            said = json.loads(comment)["kafkawire"]
            self.facts = {str(name): str(value) for name, value in said.items()}
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return  # somebody else's
        self.principal = self.facts.get("principal", self.principal)

    def swap(self) -> None:
        """Client and server the other way round."""
        self.client, self.server = self.server, self.client


class Streams:
    """Takes packets, and hands the bytes of each connection to its listener. A port used anew is a new connection."""

    def __init__(
        self, listen: Callable[[Connection], Listener], limits: CaptureLimits, note: Callable[[str], None]
    ) -> None:
        self._listen, self._limits, self._note = listen, limits, note
        self._flows: dict[bytes, tuple[Connection, Side, Side]] = {}  # by both addresses: who sends, and to whom
        self._count = self._packets = 0
        self._closing: list[tuple[int, Connection]] = []
        self.held = 0
        """Bytes behind holes."""

    def add(self, packet: Packet) -> None:  # noqa: C901 - every packet passes here, and calls cost as much as the rest
        """A packet; what is no TCP, or of which too little was recorded, does not matter."""
        time, link_type, data, size, comment = packet
        start = 14 if link_type == _ETHERNET and data[12:14] == b"\x08\0" else _ip_start(link_type, data)
        if start is None or len(data) < start + 34:
            return
        first, total, fragment, protocol, sequence, confirmed, offset, flags = _HEADERS(data, start)
        if first == 0x45 and protocol == _TCP and not fragment & 0x3FFF:
            tcp, end = start + 20, start + total if total else size  # 0: the card was to cut it
            key = data[start + 12 : start + 24]
        else:
            found = _tcp_start(data, start, size)
            if found is None:
                return
            tcp, end, key = found
            sequence, confirmed, offset, flags = _TCP_HEADER(data, tcp)
        payload = tcp + (offset >> 4) * 4
        if payload < tcp + 20 or payload > end:
            return
        self._packets += 1
        flow = self._flows.get(key)
        if flow is None or flags & _SYN:
            flow = self._opened(key, sequence, flags)
            if flags & _SYN:
                sequence = (sequence + 1) % _WRAP
        connection, side, peer = flow
        connection.last = self._packets
        if comment:
            connection.tell(comment)
        if payload < end and not connection.is_closed:
            self._take(connection, side, sequence, data[payload:end], end - payload, time)
        if peer.held and flags & _ACK:
            self._confirm(connection, peer, confirmed)
        if flags & _FIN_RST:
            self._finish(connection, side, peer, flags)
        if self._closing and self._closing[0][0] + _TAIL < self._packets:
            self._close(self._closing.pop(0)[1])

    def _finish(self, connection: Connection, side: Side, peer: Side, flags: int) -> None:
        """One side sends no more. What comes before it may still be on its way."""
        side.is_finished = True
        if flags & _RST or peer.is_finished:
            self._closing.append((self._packets, connection))

    def end(self) -> None:
        """No more packets: what waits for bytes before it goes on without them."""
        for connection in sorted({id(found[0]): found[0] for found in self._flows.values()}.values(), key=_number):
            self._close(connection)
        self._flows.clear()

    # ------------------------------------------------------------------------------------------------------ connections

    def _opened(self, key: bytes, sequence: int, flags: int) -> tuple[Connection, Side, Side]:
        half = (len(key) - 4) // 2
        source, target = key[:half], key[half:-4]
        ports = unpack_from(">HH", key, len(key) - 4)
        found = self._flows.get(key)
        opens = flags & (_SYN | _ACK) == _SYN
        if found is not None and opens and found[1].first not in (None, (sequence + 1) % _WRAP):
            self._close(found[0])
            found = None
        if found is None:
            found = self._new(Side((source, ports[0])), Side((target, ports[1])), key, half)
        if flags & _SYN:
            connection, side, _ = found
            if side.first is None:
                side.start(sequence)
            if flags & _ACK and side is connection.client and not connection.is_opener_known:
                connection.swap()  # the first packet that was seen is a response
            connection.is_opener_known = True
        return found

    def _new(self, side: Side, peer: Side, key: bytes, half: int) -> tuple[Connection, Side, Side]:
        if len(self._flows) >= 2 * self._limits.max_connections:
            self._forget()
        self._count += 1
        connection = Connection(self._count, side, peer)
        connection.listener = self._listen(connection)
        self._flows[key] = connection, side, peer
        self._flows[key[half:-4] + key[:half] + key[-2:] + key[-4:-2]] = connection, peer, side
        return self._flows[key]

    def _forget(self) -> None:
        """Make room: the eighth of the connections that was silent for the longest."""
        oldest = sorted({id(found[0]): found[0] for found in self._flows.values()}.values(), key=lambda each: each.last)
        gone = oldest[: len(oldest) // 8 + 1]
        for connection in gone:
            self._close(connection)
        numbers = {connection.number for connection in gone}
        self._flows = {key: found for key, found in self._flows.items() if found[0].number not in numbers}
        self._note(f"more than {self._limits.max_connections} connections: {len(gone)} silent ones were given up")

    def _close(self, connection: Connection) -> None:
        if connection.is_closed:
            return
        for side in (connection.client, connection.server):
            while side.held:
                self._skip(connection, side)
        connection.is_closed = True
        assert connection.listener is not None
        connection.listener.closed()

    # ------------------------------------------------------------------------------------------------------------ bytes

    def _take(self, connection: Connection, side: Side, sequence: int, data: bytes, size: int, time: int) -> None:
        """Bytes that were sent. They may come again, and in any order."""
        position = side.position
        if side.first is None:
            side.first = sequence
        offset = position + (sequence - side.first - position + _HALF) % _WRAP - _HALF
        if offset > position:
            if data:
                self._hold(connection, side, (offset, self._packets, time, data))
            return
        if offset < position:
            data = data[position - offset :]
            if offset + size <= position:
                return
        self._hand_on(connection, side, data, time)
        if offset + size > side.position:  # the capture keeps less of a packet than it had
            self._lose(connection, side, offset + size)
        if side.held:
            self._drain(connection, side)

    def _hand_on(self, connection: Connection, side: Side, data: bytes, time: int) -> None:
        if time > side.time:
            side.time = time
        if not data:
            return
        side.position += len(data)
        if side.deliver is not None:
            side.deliver(data, side.time)
        else:
            connection.listener.data(side, data, side.time)  # type: ignore[union-attr]  # set where it is made

    def _hold(self, connection: Connection, side: Side, piece: tuple[int, int, int, bytes]) -> None:
        insort(side.held, piece)
        size = len(piece[3])
        side.held_bytes += size
        self.held += size
        limits = self._limits
        if side.held_bytes > limits.max_held or len(side.held) > _MOST_HELD or self.held > limits.max_held_together:
            self._skip(connection, side)

    def _confirm(self, connection: Connection, side: Side, confirmed: int) -> None:
        """Bytes up to there have arrived. After a while it is clear that the capture lacks those in the hole."""
        side.waited += 1
        if side.waited > _PATIENCE and side.offset(confirmed) >= side.held[0][0]:
            self._skip(connection, side)

    def _skip(self, connection: Connection, side: Side) -> None:
        """Go on behind the hole."""
        self._lose(connection, side, side.held[0][0])
        self._drain(connection, side)

    def _lose(self, connection: Connection, side: Side, position: int) -> None:
        size = position - side.position
        side.position = position
        assert connection.listener is not None
        connection.listener.gap(side, size)

    def _drain(self, connection: Connection, side: Side) -> None:
        """Hand on what has no hole before it any more."""
        done = 0
        for offset, _, time, data in side.held:
            if offset > side.position:
                break
            done += 1
            side.held_bytes -= len(data)
            self.held -= len(data)
            self._hand_on(connection, side, data[side.position - offset :], time)
        if done:
            side.held, side.waited = list(islice(side.held, done, None)), 0


def _number(connection: Connection) -> int:
    return connection.number


# ------------------------------------------------------------------------------------------------------------- headers


def _ip_start(kind: int, data: bytes) -> int | None:
    """Where the IP packet begins, by the link type."""
    if kind in _BARE_IP:
        return 0
    if kind in _FAMILY_BEFORE:
        return _FAMILY_BEFORE[kind]
    if kind not in _ETHERTYPE_AT:
        return None
    at, start = _ETHERTYPE_AT[kind]
    while len(data) >= start:
        (ether,) = _ETHER(data, at)
        if ether in (_IPV4, _IPV6):
            return start
        if ether not in _VLAN:
            return None
        at, start = start + 2, start + 4
    return None


def _tcp_start(data: bytes, start: int, size: int) -> tuple[int, int, bytes] | None:
    """Where TCP begins and the packet ends, and addresses and ports; None if there is no TCP, or too little of it."""
    version = data[start] >> 4
    found = _ipv4(data, start, size) if version == 4 else _ipv6(data, start) if version == 6 else None
    if found is None or len(data) < found[0] + 14:
        return None
    tcp, end, addresses = found
    return tcp, end, addresses + data[tcp : tcp + 4]


def _ipv4(data: bytes, start: int, size: int) -> tuple[int, int, bytes] | None:
    first, total, fragment, protocol = _IP(data, start)
    if protocol != _TCP or fragment & 0x3FFF or first < 0x45:
        return None
    return start + (first & 0x0F) * 4, start + total if total else size, data[start + 12 : start + 20]


def _ipv6(data: bytes, start: int) -> tuple[int, int, bytes] | None:
    """Where TCP begins and the packet ends, and both addresses."""
    if len(data) < start + 40:
        return None
    length, kind = unpack_from(">HB", data, start + 4)
    pos = start + 40
    while kind in _EXTENSIONS and len(data) >= pos + 2:
        kind, pos = data[pos], pos + (data[pos + 1] + 1) * 8
    return (pos, start + 40 + length, data[start + 8 : start + 40]) if kind == _TCP else None
