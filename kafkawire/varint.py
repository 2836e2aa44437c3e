"""Variable-length integers as record batches and flexible messages carry them.

An integer is cut into groups of seven bits, lowest group first; every byte but the last has its top bit set
(`uvarint`). Signed ones are zigzag-mapped before, so that small negatives stay short: `varint` for 32 bits, `varlong`
for 64 bits. See https://kafka.apache.org/protocol#protocol_types.

Readers take a bytes-like object and a position and return the value and the position after it. They accept what
Apache Kafka accepts: encodings longer than needed are fine, at most 5 (10) bytes long, and bits of the last group
beyond 32 (64) are dropped. Writers return the bytes, ready to be joined.

The one- and two-byte cases come first and without a loop, since nearly every length and delta is one of them. The
record codec goes further and keeps tables of its own; `benchmarks/bench_varint.py` measures what is here.
"""

from __future__ import annotations

from kafkawire.errors import InvalidVarint, Truncated, ValueOutOfRange

__all__ = [
    "BytesLike",
    "read_uvarint",
    "read_varint",
    "read_varlong",
    "uvarint_rest",
    "write_uvarint",
    "write_varint",
    "write_varlong",
]

BytesLike = bytes | bytearray | memoryview

_ONE_BYTE = tuple(bytes((n,)) for n in range(128))
_UNZIGZAG = tuple((n >> 1) ^ -(n & 1) for n in range(128))


def _read_groups(buf: BytesLike, pos: int, most: int) -> tuple[int, int]:
    """Read up to `most` groups; the raw unsigned value (not yet cut to its width) and the position after it."""
    if pos < 0:
        raise Truncated(f"varint at {pos}: a position cannot be negative")
    value = shift = 0
    start = pos
    try:
        while True:
            byte = buf[pos]
            pos += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value, pos
            shift += 7
            if pos - start == most:
                raise InvalidVarint(f"varint at {start} takes more than {most} bytes")
    except IndexError:
        raise Truncated(f"varint at {start}: the data ends after {pos - start} of its bytes") from None


def read_uvarint(buf: BytesLike, pos: int) -> tuple[int, int]:
    """Read an unsigned 32-bit varint: its value and the position after it.

    Raises `InvalidVarint` past 5 bytes and `Truncated` at the end of the data.
    """
    if pos >= 0:
        try:
            byte = buf[pos]
            return (byte, pos + 1) if byte < 0x80 else uvarint_rest(buf, pos + 1, byte)
        except IndexError:
            pass  # said properly below
    value, pos = _read_groups(buf, pos, 5)
    return value & 0xFFFFFFFF, pos


def uvarint_rest(buf: BytesLike, pos: int, first: int) -> tuple[int, int]:
    """The rest of an unsigned varint whose first byte, already read, has its top bit set. For generated decoders.

    Raises `InvalidVarint` past 5 bytes, and a bare `IndexError` at the end of the data.
    """
    byte = buf[pos]
    if byte < 0x80:
        return first - 0x80 + (byte << 7), pos + 1
    value = first & 0x7F | (byte & 0x7F) << 7
    for shift in (14, 21, 28):
        pos += 1
        byte = buf[pos]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & 0xFFFFFFFF, pos + 1
    raise InvalidVarint(f"varint at {pos - 4} takes more than 5 bytes")


def read_varint(buf: BytesLike, pos: int) -> tuple[int, int]:
    """Read a zigzag 32-bit varint: its value and the position after it.

    Raises `InvalidVarint` past 5 bytes and `Truncated` at the end of the data.
    """
    if pos >= 0:
        try:
            byte = buf[pos]
            if byte < 0x80:
                return _UNZIGZAG[byte], pos + 1
            second = buf[pos + 1]
            if second < 0x80:
                value = byte + (second << 7) - 0x80
                return (value >> 1) ^ -(value & 1), pos + 2
        except IndexError:
            pass  # said properly below
    value, pos = _read_groups(buf, pos, 5)
    value &= 0xFFFFFFFF
    return (value >> 1) ^ -(value & 1), pos


def read_varlong(buf: BytesLike, pos: int) -> tuple[int, int]:
    """Read a zigzag 64-bit varint: its value and the position after it.

    Raises `InvalidVarint` past 10 bytes and `Truncated` at the end of the data.
    """
    if pos >= 0:
        try:
            byte = buf[pos]
            if byte < 0x80:
                return _UNZIGZAG[byte], pos + 1
            second = buf[pos + 1]
            if second < 0x80:
                value = byte + (second << 7) - 0x80
                return (value >> 1) ^ -(value & 1), pos + 2
        except IndexError:
            pass  # said properly below
    value, pos = _read_groups(buf, pos, 10)
    value &= 0xFFFFFFFFFFFFFFFF
    return (value >> 1) ^ -(value & 1), pos


def _groups(value: int) -> bytes:
    """Cut an integer of three groups or more."""
    out = []
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def write_uvarint(value: int) -> bytes:
    """Write an unsigned 32-bit varint; `ValueOutOfRange` for anything else."""
    try:
        if 0 <= value < 0x80:
            return _ONE_BYTE[value]
        if 0x80 <= value < 0x4000:
            return bytes((value & 0x7F | 0x80, value >> 7))
        if 0 <= value <= 0xFFFFFFFF:
            return _groups(value)
    except TypeError:
        pass
    raise ValueOutOfRange(f"{value!r} is no unsigned 32-bit integer")


def write_varint(value: int) -> bytes:
    """Write a zigzag 32-bit varint; `ValueOutOfRange` for anything else."""
    try:
        zigzag = (value << 1) ^ (value >> 31)  # never below 0, and past 32 bits where `value` is
        if zigzag < 0x80:
            return _ONE_BYTE[zigzag]
        if zigzag < 0x4000:
            return bytes((zigzag & 0x7F | 0x80, zigzag >> 7))
        if zigzag <= 0xFFFFFFFF:
            return _groups(zigzag)
    except TypeError:
        pass
    raise ValueOutOfRange(f"{value!r} is no 32-bit integer")


def write_varlong(value: int) -> bytes:
    """Write a zigzag 64-bit varint; `ValueOutOfRange` for anything else."""
    try:
        zigzag = (value << 1) ^ (value >> 63)
        if zigzag < 0x80:
            return _ONE_BYTE[zigzag]
        if zigzag < 0x4000:
            return bytes((zigzag & 0x7F | 0x80, zigzag >> 7))
        if zigzag <= 0xFFFFFFFFFFFFFFFF:
            return _groups(zigzag)
    except TypeError:
        pass
    raise ValueOutOfRange(f"{value!r} is no 64-bit integer")
