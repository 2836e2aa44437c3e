"""Capture files to packets: pcap and pcapng, of either byte order, also gzip'd.

https://www.tcpdump.org/manpages/pcap-savefile.5.html, https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcapng/
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from struct import Struct, pack, unpack_from
from typing import Literal, NamedTuple, NoReturn, Protocol

from kafkawire.errors import DecodeError

__all__ = ["Packet", "read_packets"]

_PCAP = {0xA1B2C3D4: 1000, 0xA1B23C4D: 1}  # magic -> nanoseconds in a unit of the second time field
_SECTION, _INTERFACE, _OLD_PACKET, _SIMPLE, _STATISTICS, _ENHANCED = 0x0A0D0D0A, 1, 2, 3, 5, 6
_BYTE_ORDER = 0x1A2B3C4D
_COMMENT, _TIME_RESOLUTION = 1, 9  # options, the second of an interface
_DROPPED = (5, 7)  # options of statistics: packets that the interface dropped, and the system
_LARGEST = 64 * 1024 * 1024  # bytes of a packet or block; more is damage
_LIKELY = 1 << 20  # bytes of a packet, where damage is to be told from packets
_SECOND = 1_000_000_000
_DAY = 86_400
_LATEST = 2**63 * 1000  # ns; a time of Spark is an int64 of microseconds
_CHUNK = 1 << 18
_MOST_TRIED = 200_000  # places at which packets are looked for behind damage
_new = tuple.__new__  # a named tuple in a third of the time
_GZIP = b"\x1f\x8b"
_MOST_EXPANDED = 8 * 1024 * 1024, 200  # bytes, and times the bytes read, that a gzip'd file may expand to

Order = Literal["<", ">"]
OnDamage = Callable[[str], None]


class Source(Protocol):
    """What can be read: an open file, also one that cannot seek."""

    def read(self, size: int, /) -> bytes:
        """So many bytes, or what is left."""


class Packet(NamedTuple):
    """What was recorded of a packet; `data` may be shorter than the packet was. Time in nanoseconds."""

    time: int
    link_type: int
    data: bytes
    size: int
    """Of the packet on the wire."""
    comment: str = ""


def _raise(text: str) -> NoReturn:
    raise DecodeError(text)


def _ignore(text: str) -> None:
    """That a file is cut is no damage."""


def read_packets(file: Source, on_damage: OnDamage = _raise, on_cut: OnDamage = _ignore) -> Iterator[Packet]:
    """The packets of a capture. A file that ends within one gives what is there of it, and `on_cut` is told;
    so it is if the file says that packets were dropped when it was recorded.

    Raises `DecodeError` for a file that is none of these. Damage raises it as well, unless `on_damage` takes note of
    it: then what follows is read from where packets are seen again.
    """
    window = _Window(file, on_damage)
    yield from _packets(window)
    if window.is_cut:
        on_cut(f"the capture is cut: it ends within a packet, at byte {window.position}")
    if window.dropped:
        on_cut(f"{window.dropped} packets are not in the capture: the machine that recorded it dropped them")


def _packets(window: _Window) -> Iterator[Packet]:
    if not window.has(4):
        raise DecodeError("the file is too short for a capture")
    start = window.peek(4)
    if unpack_from(">I", start)[0] == _SECTION:
        yield from _Blocks(window).packets()
        return
    orders: tuple[Order, Order] = ("<", ">")
    for order in orders:
        unit = _PCAP.get(unpack_from(order + "I", start)[0])
        if unit is not None:
            yield from _Records(window, order, unit).packets()
            return
    raise DecodeError(f"not a capture: it begins with {start.hex()}, and not as pcap or pcapng do")


class _Window:
    """The part of a file that is looked at. `data[pos:]` has not been taken yet."""

    def __init__(self, file: Source, on_damage: OnDamage) -> None:
        self.data, self.pos, self.on_damage = b"", 0, on_damage
        self.is_cut = False  # whether the file ends within something
        self.dropped = 0  # packets that were never in the file, as it says itself
        self._passed = 0  # bytes of the file before `data`
        self._tried = 0  # places that seemed sound and were not
        self._file: Source = file
        if self.has(2) and self.peek(2) == _GZIP:
            self._file = _Unzipped(file, self.data, on_damage)
            self.data = b""

    def has(self, size: int) -> bool:
        """Whether so many bytes are there; they are read if need be."""
        while len(self.data) - self.pos < size:
            more = self._file.read(max(_CHUNK, size - (len(self.data) - self.pos)))
            if not more:
                return False
            self._passed += self.pos
            self.data, self.pos = self.data[self.pos :] + more, 0
        return True

    def peek(self, size: int) -> bytes:
        """The next bytes, as many as are there."""
        return self.data[self.pos : self.pos + size]

    def take(self, size: int) -> bytes:
        """The next bytes, as many as are there, which are then behind us."""
        self.has(size)
        taken = self.data[self.pos : self.pos + size]
        self.pos += len(taken)
        return taken

    @property
    def position(self) -> int:
        """In the file, after it was expanded."""
        return self._passed + self.pos

    def damage(self, what: str, is_sound: Callable[[], bool], mark: bytes, before: int) -> bool:
        """Note damage, and go to where it is sound again: `mark` stands there, with so many bytes before it."""
        start = self.position
        self.on_damage(f"{what}: the capture is damaged at byte {start}")
        end = self.find(is_sound, mark, before)
        self.on_damage(f"{end - start} bytes were skipped" if end >= 0 else "nothing more was found behind it")
        return end >= 0

    def find(self, is_sound: Callable[[], bool], mark: bytes, before: int) -> int:
        """Go to where something stands that is sound; its position in the file, or -1."""
        self.pos += 1
        while True:
            found = self.data.find(mark, self.pos + before)
            if found >= 0:
                self.pos = found - before
                if is_sound():
                    return self.position
                self.pos += 1
                self._tried += 1
                if self._tried > _MOST_TRIED:
                    self.data = b""
                    self._file = _Nothing()
                    return -1
                continue
            self.pos = max(self.pos, len(self.data) - before - len(mark) + 1)
            if not self.has(len(self.data) - self.pos + 1):
                return -1


class _Unzipped:
    """A gzip'd file, expanded as it is read. Damage ends it."""

    def __init__(self, file: Source, start: bytes, on_damage: OnDamage) -> None:
        self._file, self._rest, self._on_damage = file, start, on_damage
        self._stream = zlib.decompressobj(wbits=31)
        self._read, self._made = len(start), 0

    def read(self, size: int, /) -> bytes:
        while True:
            if not self._rest:
                self._rest = self._file.read(_CHUNK)
                self._read += len(self._rest)
            if not self._rest:
                return b""
            made = self._expand(size)
            if made:
                return made

    def _expand(self, size: int) -> bytes:
        if self._stream.eof:
            self._stream = zlib.decompressobj(wbits=31)
        try:
            made = self._stream.decompress(self._rest, size)
        except zlib.error as exc:
            return self._end(f"gzip: {exc}")
        self._rest = self._stream.unconsumed_tail or self._stream.unused_data
        self._made += len(made)
        floor, times = _MOST_EXPANDED
        if self._made > floor + times * self._read:
            return self._end(f"{self._read} bytes of gzip expand to more than {times} times as much")
        return made

    def _end(self, what: str) -> bytes:
        self._rest, self._file = b"", _Nothing()
        self._on_damage(f"{what}: the capture is damaged")
        return b""


class _Nothing:
    def read(self, size: int, /) -> bytes:
        return b"" * size


class _Records:
    """A pcap file: packets one after the other, each with a header of 16 bytes."""

    def __init__(self, window: _Window, order: Order, unit: int) -> None:
        self._window, self._order, self._unit = window, order, unit
        self._header = Struct(order + "IIII")
        self._latest = 0  # seconds, of the last packet

    def packets(self) -> Iterator[Packet]:
        window, unit, unpack = self._window, self._unit, self._header.unpack_from
        head = window.take(24)
        if len(head) < 24:
            window.is_cut = True
            return
        link_type = unpack_from(self._order + "I", head, 20)[0] & 0x0FFFFFFF
        fractions = _SECOND // unit
        if window.has(4):
            (self._latest,) = unpack_from(self._order + "I", window.data, window.pos)
        latest = self._latest
        data, pos, end = (
            window.data,
            window.pos,
            len(window.data),
        )  # of the window: a look at it costs as much as a packet
        while True:
            if end - pos < 16:
                window.pos = pos
                if not window.has(16):
                    window.is_cut |= len(window.data) > window.pos
                    return
                data, pos, end = window.data, window.pos, len(window.data)
            seconds, fraction, kept, size = unpack(data, pos)
            stop = pos + 16 + kept
            if stop > end or not 0 < kept <= size or kept > _LIKELY or fraction >= fractions or seconds != latest:
                window.pos, self._latest = pos, latest
                if not self._is_packet(seconds, fraction, kept, size):
                    if not self._go_on(f"a packet of {kept} bytes"):
                        return
                    data, pos, end = window.data, window.pos, len(window.data)
                    continue
                window.is_cut = not window.has(16 + kept)
                data, pos, end, latest = window.data, window.pos, len(window.data), seconds
                stop = min(pos + 16 + kept, end)
            yield _new(Packet, (seconds * _SECOND + fraction * unit, link_type, data[pos + 16 : stop], size, ""))
            pos = stop

    def _is_packet(self, seconds: int, fraction: int, kept: int, size: int) -> bool:
        """Whether these fields make sense, or, if they are odd, another packet follows."""
        is_odd = not 0 < kept <= min(size, _LIKELY) or fraction * self._unit >= _SECOND
        if not is_odd and abs(seconds - self._latest) <= _DAY:
            return True
        return kept <= _LARGEST and self._is_followed(seconds, 16 + kept)

    def _go_on(self, what: str) -> bool:
        seconds = pack(self._order + "I", self._latest)
        mark, before = (seconds[2:], 2) if self._order == "<" else (seconds[:2], 0)
        return self._window.damage(what, self._is_sound, mark, before)

    def _is_sound(self) -> bool:
        """Whether a packet stands here, and another one, or the end, after it."""
        window = self._window
        if not window.has(16) or not self._is_header(self._latest, 0):
            return False
        kept: int = self._header.unpack_from(window.data, window.pos)[2]
        return window.has(16 + kept) and self._is_followed(self._latest, 16 + kept)

    def _is_followed(self, seconds: int, after: int) -> bool:
        """Whether a packet of about that time, or the end of the file, comes so many bytes from here."""
        has = self._window.has
        return self._is_header(seconds, after) if has(after + 16) else has(after)

    def _is_header(self, near: int, after: int) -> bool:
        seconds, fraction, kept, size = self._header.unpack_from(self._window.data, self._window.pos + after)
        is_near = abs(seconds - near) <= _DAY and fraction * self._unit < _SECOND
        return bool(is_near and 0 < kept <= min(size, _LIKELY))


class _Blocks:
    """A pcapng file: sections of one byte order each, with interfaces of their own."""

    def __init__(self, window: _Window) -> None:
        self._window = window
        self._order: Order = "<"
        self._interfaces: list[tuple[int, int]] = []  # link type, units of time in a second
        self._dropped: dict[int, int] = {}  # packets, by the number of the interface
        self._heads, self._plain = _heads("<"), Struct("<IIIIIII")

    def packets(self) -> Iterator[Packet]:
        window = self._window
        while window.has(12):
            yield from self._plain_packets()
            if not window.has(12):
                break
            kind, size = unpack_from(self._order + "II", window.data, window.pos)
            if kind == _SECTION:
                size = self._section()
            if 12 <= size <= _LARGEST and self._is_whole(size):
                start = window.pos
                window.is_cut = start + size > len(window.data)
                window.pos = min(start + size, len(window.data))
                packet = self._block(kind, window.data[start + 8 : start + size - 4])
                if packet is not None:
                    yield packet
            elif not self._go_on(f"a block of {size} bytes"):
                return
        window.is_cut |= window.has(1)

    def _plain_packets(self) -> Iterator[Packet]:
        """The packets from here on, up to the first block that is anything else, or not whole in the window."""
        window, interfaces, unpack = self._window, self._interfaces, self._plain.unpack_from
        data, pos, end, known = window.data, window.pos, len(window.data), len(self._interfaces)
        while end - pos >= 32:
            kind, size, number, high, low, kept, length = unpack(data, pos)
            stop, after = pos + size, pos + 28 + kept
            # An end that is the size, and no options between.
            if kind != _ENHANCED or stop > end or number >= known or not 4 <= stop - after <= 7 or size & 3:
                break
            link_type, units = interfaces[number]
            time = (high << 32 | low) * _SECOND // units
            if time >= _LATEST or data[stop - 4 : stop] != data[pos + 4 : pos + 8]:
                break
            yield _new(Packet, (time, link_type, data[pos + 28 : after], length, ""))
            pos = stop
        window.pos = pos

    def _is_whole(self, size: int) -> bool:
        """Whether a block ends with its size, or the file ends within it."""
        window = self._window
        if window.has(size):
            return bool(unpack_from(self._order + "I", window.data, window.pos + size - 4)[0] == size)
        kept = window.pos
        is_last = window.find(self._is_sound, pack(self._order + "I", _ENHANCED), 0) < 0
        window.pos = kept
        return is_last

    def _section(self) -> int:
        """A section begins: its byte order, and the size of its first block."""
        window = self._window
        self._order = "<" if unpack_from("<I", window.data, window.pos + 8)[0] == _BYTE_ORDER else ">"
        self._interfaces, self._dropped = [], {}
        self._heads, self._plain = _heads(self._order), Struct(self._order + "IIIIIII")
        size: int = unpack_from(self._order + "I", window.data, window.pos + 4)[0]
        return size

    def _block(self, kind: int, body: bytes) -> Packet | None:
        if kind in (_ENHANCED, _OLD_PACKET) and len(body) >= 20:
            return self._packet(kind, body)
        if kind == _INTERFACE:
            self._interface(body)
        elif kind == _STATISTICS and len(body) >= 12:
            self._statistics(body)
        elif kind == _SIMPLE and len(body) >= 4 and self._is_known(0):
            (size,) = unpack_from(self._order + "I", body)
            return Packet(0, self._interfaces[0][0], body[4 : 4 + size], size)
        return None

    def _interface(self, body: bytes) -> None:
        if len(body) < 8:
            self._window.on_damage("an interface without a link type: the capture is damaged")
            return
        units = 1_000_000
        for code, value in _options(self._order, body[8:]):
            if code == _TIME_RESOLUTION and value:
                power = value[0]
                units = 1 << (power & 0x7F) if power & 0x80 else 10 ** min(power, 18)
        self._interfaces.append((unpack_from(self._order + "H", body)[0], units))

    def _statistics(self, body: bytes) -> None:
        """How many packets an interface has lost so far: a later block counts for the ones before it."""
        (number,) = unpack_from(self._order + "I", body)
        dropped = sum(
            unpack_from(self._order + "Q", value)[0]
            for code, value in _options(self._order, body[12:])
            if code in _DROPPED and len(value) == 8
        )
        if number < len(self._interfaces):
            self._window.dropped += dropped - self._dropped.get(number, 0)
            self._dropped[number] = dropped

    def _packet(self, kind: int, body: bytes) -> Packet | None:
        number, high, low, kept, size = self._heads[kind].unpack_from(body)
        if not self._is_known(number):
            return None
        link_type, units = self._interfaces[number]
        time = (high << 32 | low) * _SECOND // units
        if time >= _LATEST:
            self._window.on_damage(f"a packet {time // _SECOND} seconds after 1970: the capture is damaged")
            return None
        options = 20 + kept + -kept % 4
        comment = self._comment(body[options:]) if options < len(body) else ""
        return _new(Packet, (time, link_type, body[20 : 20 + kept], size, comment))

    def _comment(self, options: bytes) -> str:
        found = (value for code, value in _options(self._order, options) if code == _COMMENT)
        return next(found, b"").decode(errors="replace")

    def _is_known(self, number: int) -> bool:
        if number >= len(self._interfaces):
            self._window.on_damage(f"a packet of interface {number}, of which there are {len(self._interfaces)}")
        return number < len(self._interfaces)

    def _go_on(self, what: str) -> bool:
        return self._window.damage(what, self._is_sound, pack(self._order + "I", _ENHANCED), 0)

    def _is_sound(self) -> bool:
        """Whether a block of a packet stands here, which ends with the size that it begins with."""
        window = self._window
        if not window.has(8):
            return False
        (size,) = unpack_from(self._order + "I", window.data, window.pos + 4)
        if not 32 <= size <= _LIKELY or size % 4 or not window.has(size):
            return False
        return bool(unpack_from(self._order + "I", window.data, window.pos + size - 4)[0] == size)


def _heads(order: Order) -> dict[int, Struct]:
    """What stands before a packet: interface, time, bytes that are there, bytes that there were."""
    return {_ENHANCED: Struct(order + "IIIII"), _OLD_PACKET: Struct(order + "H2xIIII")}


def _options(order: Order, data: bytes) -> Iterator[tuple[int, bytes]]:
    pos = 0
    while pos + 4 <= len(data):
        code, size = unpack_from(order + "HH", data, pos)
        if code == 0:
            return
        yield code, data[pos + 4 : pos + 4 + size]
        pos += 4 + size + -size % 4
