"""kafkawire's own captures: pcapng, which every tool opens.

Whoever records hands over bytes, not packets. So packets are made up around them: bare IP, one TCP conversation for
each connection, with sequence numbers that fit. What the bytes do not show stands in comments.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from struct import pack
from typing import BinaryIO, Literal, Self

from kafkawire._version import __version__

__all__ = ["CaptureWriter", "Direction", "Endpoint"]

Direction = Literal["request", "response"]
Endpoint = tuple[str, int]
"""Address and port."""

_RAW_IP = 101  # link type
_STATISTICS, _DROPPED = 5, 5  # a block of what is known of the interface; the option that counts lost packets
_SEGMENT = 0xFFFF - 60  # bytes of data in an IP packet, with room for its headers
_FIN, _SYN, _ACK = 0x01, 0x02, 0x10
_WRAP = 1 << 32
_MOST_OF_FACT = 1000  # characters, each of which takes up to twelve bytes
_SPREAD = 2_654_435_761  # between the first sequence numbers of connections: a port that is used again is seen as such
_UNKNOWN = IPv4Address("0.0.0.0")  # noqa: S104 - nothing is bound


@dataclass(slots=True)
class _Talk:
    """A connection, the sequence number that either side is at, and its comment."""

    ends: tuple[tuple[bytes, int], ...]
    next: list[int]
    comment: str = ""
    is_told: bool = True
    """Whether the comment stands in the file."""


class CaptureWriter:
    """Writes what goes over connections into `path`, as it comes.

    With `rotate_bytes` a file that has grown as large is closed, and the next one is `path` with a number before its
    ending: `wire.pcapng`, `wire.1.pcapng`, `wire.2.pcapng`; `keep` says how many files stay. Of a connection nothing is
    kept but its addresses and positions. Not for use by several threads at a time. Raises `OSError`.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, rotate_bytes: int | None = None, keep: int | None = None
    ) -> None:
        self._path, self._rotate_bytes, self._keep = Path(path), rotate_bytes, keep
        self._number = 0
        self._talks: dict[object, _Talk] = {}
        self._opened = 0
        self._size = 0  # of the file
        self._file = self._open()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """The file that is written now."""
        return self._named(self._number)

    def open(
        self,
        connection: object,
        client: Endpoint,
        server: Endpoint,
        time: float,
        facts: Mapping[str, str] | None = None,
    ) -> None:
        """A connection begins: anything hashable that stands for it until `end`. Time in seconds since 1970.

        `facts` are what the bytes do not show: `principal`, `listener`, `software` ...
        """
        ends: tuple[tuple[bytes, int], ...] = (_address(client), _address(server))
        if len({len(address) for address, _ in ends}) > 1:
            ends = tuple((_as_ipv6(address), port) for address, port in ends)
        self._opened += 1
        if ends[0] == ends[1]:  # nothing is known of either, and yet they are two
            ends = ((ends[0][0], (ends[1][1] + self._opened) % 0xFFFF + 1), ends[1])
        start = self._opened * _SPREAD % _WRAP
        self._talks[connection] = talk = _Talk(ends, [start, start], _comment(facts or {}))
        self._begin(talk, time)

    def tell(self, connection: object, facts: Mapping[str, str]) -> None:
        """What has become known of a connection; it is in the comment of its next packet."""
        talk = self._talks[connection]
        talk.comment, talk.is_told = _comment(facts), False

    def write(self, connection: object, direction: Direction, time: float, data: bytes | memoryview) -> None:
        """Bytes that were sent on an open connection, requests by the client, responses by the server."""
        talk, side = self._talks[connection], 0 if direction == "request" else 1
        for start in range(0, len(data), _SEGMENT):
            part = bytes(data[start : start + _SEGMENT])
            self._packet(talk, side, _ACK, part, time, "" if talk.is_told else talk.comment)
            talk.is_told = True
            talk.next[side] = (talk.next[side] + len(part)) % _WRAP
        if self._rotate_bytes is not None and self._size >= self._rotate_bytes:
            self._rotate(time)

    def skip(self, connection: object, direction: Direction, size: int) -> None:
        """So many bytes were sent that are not written: what follows stands behind a gap."""
        talk, side = self._talks[connection], 0 if direction == "request" else 1
        talk.next[side] = (talk.next[side] + size) % _WRAP

    def end(self, connection: object, time: float) -> None:
        """A connection is closed."""
        talk = self._talks.pop(connection)
        self._packet(talk, 0, _FIN | _ACK, b"", time)
        talk.next[0] = (talk.next[0] + 1) % _WRAP
        self._packet(talk, 1, _FIN | _ACK, b"", time)

    def flush(self) -> None:
        """Have what was written reach the file."""
        self._file.flush()

    def close(self, *, dropped: int = 0) -> None:
        """Close the file; connections that are open end without a word. How many packets it lacks stands at its end."""
        if dropped:
            count = pack("<HHQ", _DROPPED, 8, dropped)
            self._write(_block(_STATISTICS, bytes(12) + count + _option(0, b"")))
        self._file.close()

    def abandon(self) -> None:
        """Let go of the file, whether or not what was written reaches it: its disk is full."""
        with suppress(OSError):
            self._file.close()

    # ------------------------------------------------------------------------------------------------------------ files

    def _open(self) -> BinaryIO:
        file = open(self.path, "wb")  # noqa: SIM115 - `close` closes it
        application = _option(4, f"kafkawire {__version__}".encode())
        head = _block(0x0A0D0D0A, pack("<IHHq", 0x1A2B3C4D, 1, 0, -1) + application + _option(0, b""))
        nanoseconds = _option(9, b"\x09")
        head += _block(1, pack("<HHI", _RAW_IP, 0, 0) + _option(2, b"kafkawire") + nanoseconds + _option(0, b""))
        self._size = file.write(head)
        return file

    def _write(self, block: bytes) -> None:
        self._size += len(block)
        self._file.write(block)

    def _rotate(self, time: float) -> None:
        """The next file, in which connections that are open begin where they are."""
        self._file.close()
        self._number += 1
        self._file = self._open()
        if self._keep is not None and self._number >= self._keep:
            self._named(self._number - self._keep).unlink(missing_ok=True)
        for talk in self._talks.values():
            self._begin(talk, time)

    def _named(self, number: int) -> Path:
        path = self._path
        return path.with_name(f"{path.stem}.{number}{path.suffix}") if number else path

    def _begin(self, talk: _Talk, time: float) -> None:
        self._packet(talk, 0, _SYN, b"", time, talk.comment, back=1)
        self._packet(talk, 1, _SYN | _ACK, b"", time, back=1)
        self._packet(talk, 0, _ACK, b"", time)
        talk.is_told = True

    def _packet(
        self, talk: _Talk, side: int, flags: int, data: bytes, time: float, comment: str = "", *, back: int = 0
    ) -> None:
        (source, source_port), (target, target_port) = talk.ends[side], talk.ends[1 - side]
        sequence, confirmed = (talk.next[side] - back) % _WRAP, talk.next[1 - side] if flags & _ACK else 0
        tcp = pack(">HHIIBBHHH", source_port, target_port, sequence, confirmed, 5 << 4, flags, 0xFFFF, 0, 0)
        tcp = _with_checksum(tcp + data, source + target + _pseudo(source, len(tcp) + len(data)), 16)
        packet = _ip_header(source, target, len(tcp)) + tcp
        time_ns = round(time * 1_000_000) * 1_000
        head = pack("<IIIII", 0, time_ns >> 32, time_ns & 0xFFFFFFFF, len(packet), len(packet))
        options = _option(1, comment.encode()) + _option(0, b"") if comment else b""
        self._write(_block(6, head + packet + bytes(-len(packet) % 4) + options))


def _block(kind: int, body: bytes) -> bytes:
    size = pack("<I", len(body) + 12)
    return pack("<I", kind) + size + body + size


def _option(code: int, value: bytes) -> bytes:
    return pack("<HH", code, len(value)) + value + bytes(-len(value) % 4)


def _comment(facts: Mapping[str, str]) -> str:
    """Bounded, since an option of a block is: what clients call themselves may be as long as they like."""
    return json.dumps({"kafkawire": {name: fact[:_MOST_OF_FACT] for name, fact in facts.items()}}) if facts else ""


def _address(end: Endpoint) -> tuple[bytes, int]:
    """A name that is no address, as of a Unix socket, counts as 0.0.0.0."""
    host, port = end
    found: IPv4Address | IPv6Address
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        found = _UNKNOWN
    return found.packed, port


def _as_ipv6(address: bytes) -> bytes:
    """An IPv4 address as one of IPv6, for where the other end has one of these."""
    return address if len(address) == 16 else bytes(10) + b"\xff\xff" + address


def _ip_header(source: bytes, target: bytes, size: int) -> bytes:
    if len(source) == 16:
        return pack(">IHBB", 6 << 28, size, 6, 64) + source + target
    head = pack(">BBHHHBBH", 0x45, 0, 20 + size, 0, 0x4000, 64, 6, 0) + source + target
    return _with_checksum(head, b"", 10)


def _pseudo(source: bytes, size: int) -> bytes:
    return pack(">IHBB", size, 0, 0, 6) if len(source) == 16 else pack(">BBH", 0, 6, size)


def _with_checksum(data: bytes, before: bytes, at: int) -> bytes:
    """The checksum of the internet protocols (RFC 1071), of what stands `before` as well: a sum modulo 65,535."""
    total = int.from_bytes(before + data + bytes(len(data) % 2), "big") % 0xFFFF
    return data[:at] + pack(">H", 0xFFFF - total) + data[at + 2 :]
