"""Packets to streams: the bytes of each direction of each TCP connection, in order, with what is missing left out.

Checksums are not looked at: cards fill them in after the capture. Fragments of IP packets are left out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from ipaddress import ip_address
from struct import unpack_from
from typing import NamedTuple

from kafkawire.spark.capture.packets import Packet

__all__ = ["Connection", "Run", "Side", "connections"]

_IPV4, _IPV6, _VLAN = 0x0800, 0x86DD, (0x8100, 0x88A8, 0x9100)
_TCP = 6
_EXTENSIONS = (0, 43, 60)  # of IPv6: what may stand before TCP
_SYN, _ACK = 0x02, 0x10
_WRAP = 1 << 32
# Link type -> where the type of the packet stands, and where it begins. https://www.tcpdump.org/linktypes.html
_ETHERTYPE_AT = {1: (12, 14), 113: (14, 16), 276: (0, 20)}
_FAMILY_BEFORE = {0: 4, 108: 4}
_BARE_IP = (12, 14, 101, 228, 229)


Address = tuple[bytes, int]


class Segment(NamedTuple):
    """The TCP part of a packet. `size`: bytes of payload that were sent; `data` may be fewer."""

    source: Address
    target: Address
    sequence: int
    flags: int
    data: bytes
    size: int


@dataclass(slots=True)
class Run:
    """Bytes without a gap. `start` counts from the beginning of the stream, or of what is there of it."""

    start: int
    data: bytes
    marks: list[tuple[int, int]]
    """Where each packet begins in the stream, and when all up to its end was there, in ns; both ascend."""

    @property
    def end(self) -> int:
        """The position after it."""
        return self.start + len(self.data)

    def time(self, position: int) -> int:
        """When the byte before `position` was there."""
        return self.marks[max(0, bisect_right(self.marks, position - 1, key=lambda mark: mark[0]) - 1)][1]


@dataclass(slots=True)
class Side:
    """One direction of a connection."""

    address: Address
    first: int | None = None
    """The sequence number of its first byte; known when the start was captured."""
    has_start: bool = False
    _latest: int = 0
    _pieces: list[tuple[int, int, bytes]] = field(default_factory=list)

    def __str__(self) -> str:
        host = ip_address(self.address[0])
        return f"[{host}]:{self.address[1]}" if host.version == 6 else f"{host}:{self.address[1]}"

    def start(self, sequence: int) -> None:
        """Its SYN was seen."""
        self.first, self.has_start, self._latest = (sequence + 1) % _WRAP, True, 0

    def add(self, segment: Segment, time: int) -> None:
        """Bytes that were sent. They may come again, and in any order."""
        if not segment.size:
            return
        if self.first is None:
            self.first = segment.sequence
        far = (segment.sequence - self.first - self._latest) % _WRAP
        offset = self._latest + (far - _WRAP if far >= _WRAP // 2 else far)
        self._latest = max(self._latest, offset)
        if segment.data:
            self._pieces.append((offset, time, segment.data))

    @property
    def size(self) -> int:
        """Bytes that were captured, with those that came twice."""
        return sum(len(data) for _, _, data in self._pieces)

    def runs(self) -> Iterator[Run]:
        """The stream. What came first counts."""
        parts: list[bytes] = []
        marks: list[tuple[int, int]] = []
        position = latest = None
        for offset, time, data in sorted(self._pieces, key=lambda piece: piece[0]):
            if position is not None and offset > position:
                yield Run(marks[0][0], b"".join(parts), marks)
                parts, marks, latest = [], [], None
            elif position is not None and offset < position:
                data, offset = data[position - offset :], position
            if data:
                latest = time if latest is None else max(latest, time)
                parts.append(data)
                marks.append((offset, latest))
                position = offset + len(data)
        if marks:
            yield Run(marks[0][0], b"".join(parts), marks)


@dataclass(slots=True)
class Connection:
    """Both directions; `a` is the one that opened it, if that was seen."""

    number: int
    a: Side
    b: Side
    is_opener_known: bool = False


def connections(packets: Iterable[Packet]) -> list[Connection]:
    """All TCP connections, in the order of their first packets. A port that is used anew makes a new one."""
    found: list[Connection] = []
    current: dict[tuple[Address, Address], Connection] = {}
    for packet in packets:
        segment = _segment(packet)
        if segment is None:
            continue
        key = (segment.source, segment.target)
        opens = segment.flags & (_SYN | _ACK) == _SYN
        known = current.get(key)
        if known is None or (opens and known.a.first not in (None, (segment.sequence + 1) % _WRAP)):
            known = Connection(len(found) + 1, Side(segment.source), Side(segment.target))
            found.append(known)
            current[key] = current[key[::-1]] = known
        _take(known, segment, packet.time)
    return found


def _take(known: Connection, segment: Segment, time: int) -> None:
    side = known.a if segment.source == known.a.address else known.b
    if segment.flags & _SYN:
        if side.first is None:
            side.start(segment.sequence)
        if segment.flags & _ACK and side is known.a:  # the first packet that was seen is an answer
            known.a, known.b = known.b, known.a
        known.is_opener_known = True
        segment = segment._replace(sequence=(segment.sequence + 1) % _WRAP)
    side.add(segment, time)


# ------------------------------------------------------------------------------------------------------------- headers


def _segment(packet: Packet) -> Segment | None:
    """The TCP segment in a packet; None for anything else, and where too little of it was recorded."""
    data = packet.data
    start = _ip_start(packet)
    if start is None or len(data) < start + 20:
        return None
    if data[start] >> 4 == 4:
        return _ipv4(data, start, packet.size)
    return _ipv6(data, start) if data[start] >> 4 == 6 and len(data) >= start + 40 else None


def _ip_start(packet: Packet) -> int | None:
    data, kind = packet.data, packet.link_type
    if kind in _BARE_IP:
        return 0
    if kind in _FAMILY_BEFORE:
        return _FAMILY_BEFORE[kind]
    if kind not in _ETHERTYPE_AT:
        return None
    at, start = _ETHERTYPE_AT[kind]
    while len(data) >= start:
        (ether,) = unpack_from(">H", data, at)
        if ether in (_IPV4, _IPV6):
            return start
        if ether not in _VLAN:
            return None
        at, start = start + 2, start + 4
    return None


def _ipv4(data: bytes, start: int, size: int) -> Segment | None:
    head = (data[start] & 0x0F) * 4
    total, _, fragment = unpack_from(">HHH", data, start + 2)
    if data[start + 9] != _TCP or fragment & 0x3FFF or head < 20:
        return None
    end = start + total if total else size  # 0: the card was to cut it
    return _tcp(data, start + head, end, data[start + 12 : start + 16], data[start + 16 : start + 20])


def _ipv6(data: bytes, start: int) -> Segment | None:
    length, kind = unpack_from(">HB", data, start + 4)
    pos = start + 40
    while kind in _EXTENSIONS and len(data) >= pos + 2:
        kind, pos = data[pos], pos + (data[pos + 1] + 1) * 8
    if kind != _TCP:
        return None
    return _tcp(data, pos, start + 40 + length, data[start + 8 : start + 24], data[start + 24 : start + 40])


def _tcp(data: bytes, start: int, end: int, source: bytes, target: bytes) -> Segment | None:
    if len(data) < start + 14:
        return None
    source_port, target_port, sequence = unpack_from(">HHI", data, start)
    payload = start + (data[start + 12] >> 4) * 4
    if payload < start + 20 or payload > end:
        return None
    sent = data[payload:end]
    return Segment((source, source_port), (target, target_port), sequence, data[start + 13], sent, end - payload)
