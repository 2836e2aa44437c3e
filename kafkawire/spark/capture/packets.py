"""Capture files to packets: pcap and pcapng, of either byte order. https://www.tcpdump.org/manpages/pcap-savefile.5.html"""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct, unpack_from
from typing import BinaryIO, Literal, NamedTuple

from kafkawire.errors import DecodeError

__all__ = ["Packet", "read_packets"]

_PCAP = {0xA1B2C3D4: 1000, 0xA1B23C4D: 1}  # magic -> nanoseconds in a unit of the second time field
_SECTION, _INTERFACE, _OLD_PACKET, _SIMPLE, _ENHANCED = 0x0A0D0D0A, 1, 2, 3, 6
_BYTE_ORDER = 0x1A2B3C4D
_TIME_RESOLUTION = 9  # option of an interface
_LARGEST = 64 * 1024 * 1024  # bytes of a packet or block; more is damage
_SECOND = 1_000_000_000
_LATEST = 2**63 * 1000  # ns; a time of Spark is an int64 of microseconds

Order = Literal["<", ">"]


class Packet(NamedTuple):
    """What was recorded of a packet; `data` may be shorter than the packet was. Time in nanoseconds."""

    time: int
    link_type: int
    data: bytes
    size: int
    """Of the packet on the wire."""


def read_packets(file: BinaryIO) -> Iterator[Packet]:
    """The packets of a capture. A file that ends within one gives what is there of it.

    Raises `DecodeError` for a file that is none of these, or is damaged.
    """
    start = file.read(4)
    if len(start) < 4:
        raise DecodeError("the file is too short for a capture")
    if unpack_from(">I", start)[0] == _SECTION:
        yield from _Blocks(file).packets()
        return
    orders: tuple[Order, Order] = ("<", ">")
    for order in orders:
        unit = _PCAP.get(unpack_from(order + "I", start)[0])
        if unit is not None:
            yield from _pcap(file, order, unit)
            return
    raise DecodeError(f"not a capture: it begins with {start.hex()}, and not as pcap or pcapng do")


def _pcap(file: BinaryIO, order: Order, unit: int) -> Iterator[Packet]:
    head = file.read(20)
    if len(head) < 20:
        return
    link_type = unpack_from(order + "I", head, 16)[0] & 0x0FFFFFFF
    record = Struct(order + "IIII")
    while len(head := file.read(record.size)) == record.size:
        seconds, fraction, kept, size = record.unpack(head)
        if kept > _LARGEST:
            raise DecodeError(f"a packet of {kept} bytes: the capture is damaged")
        yield Packet(seconds * _SECOND + fraction * unit, link_type, file.read(kept), size)


class _Blocks:
    """A pcapng file: sections of one byte order each, with interfaces of their own."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._order: Order = "<"
        self._interfaces: list[tuple[int, int]] = []  # link type, units of time in a second

    def packets(self) -> Iterator[Packet]:
        kind: int | None = _SECTION
        while kind is not None:
            body = self._section() if kind == _SECTION else self._body()
            if kind == _INTERFACE:
                self._interfaces.append(self._interface(body))
            elif kind in (_ENHANCED, _OLD_PACKET) and len(body) >= 20:
                yield self._packet(kind, body)
            elif kind == _SIMPLE and len(body) >= 4:
                (size,) = unpack_from(self._order + "I", body)
                yield Packet(0, self._known(0)[0], body[4 : 4 + size], size)
            head = self._file.read(4)
            kind = unpack_from(self._order + "I", head)[0] if len(head) == 4 else None

    def _section(self) -> bytes:
        head = self._file.read(8)
        if len(head) < 8:
            return b""
        self._order = "<" if unpack_from("<I", head, 4)[0] == _BYTE_ORDER else ">"
        self._interfaces = []
        return self._rest(unpack_from(self._order + "I", head)[0], 12)

    def _body(self) -> bytes:
        head = self._file.read(4)
        return self._rest(unpack_from(self._order + "I", head)[0], 8) if len(head) == 4 else b""

    def _rest(self, size: int, read: int) -> bytes:
        """The rest of a block of which `read` bytes are read, without the size that is repeated at its end."""
        if not read + 4 <= size <= _LARGEST:
            raise DecodeError(f"a block of {size} bytes: the capture is damaged")
        left = size + -size % 4 - read
        return self._file.read(left)[: left - 4]

    def _interface(self, body: bytes) -> tuple[int, int]:
        if len(body) < 8:
            raise DecodeError("an interface without a link type: the capture is damaged")
        (link_type,) = unpack_from(self._order + "H", body)
        units, pos = 1_000_000, 8
        while pos + 4 <= len(body):
            code, size = unpack_from(self._order + "HH", body, pos)
            if code == _TIME_RESOLUTION and pos + 4 < len(body):
                power = body[pos + 4]
                units = 1 << (power & 0x7F) if power & 0x80 else 10 ** min(power, 18)
            pos += 4 + size + -size % 4
        return link_type, units

    def _packet(self, kind: int, body: bytes) -> Packet:
        number, high, low, kept, size = unpack_from(self._order + ("I" if kind == _ENHANCED else "H2x") + "IIII", body)
        link_type, units = self._known(number)
        time = (high << 32 | low) * _SECOND // units
        if time >= _LATEST:
            raise DecodeError(f"a packet {time // _SECOND} seconds after 1970: the capture is damaged")
        return Packet(time, link_type, body[20 : 20 + kept], size)

    def _known(self, number: int) -> tuple[int, int]:
        if number >= len(self._interfaces):
            raise DecodeError(f"a packet of interface {number}, of which there are {len(self._interfaces)}")
        return self._interfaces[number]
