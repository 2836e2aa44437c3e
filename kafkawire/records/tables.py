"""Tables for the varints that make up nearly all of a record's structure: up to three bytes long, zigzag.

CPython looks a list up in a fifth of the time that the shifts take. A varint of two bytes is looked up by its first
byte and then by its second one. A third byte adds to that, or takes away from it where the number is negative. What a
table has no number for is None, so that a byte that does not belong there shows as a `TypeError` in the arithmetic that
follows. The tables are built from ranges, in a millisecond, when the record codec loads.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "BLOB_SPAN",
    "LENGTH_1",
    "LENGTH_2",
    "SEQUENCE_1",
    "SEQUENCE_2_HIGH",
    "SEQUENCE_2_LOW",
    "SIGNED_1",
    "SIGNED_2",
    "SIGNED_3",
    "SPAN",
    "TOP_BIT_OFF",
]


def _signed_1() -> list[int | None]:
    table: list[int | None] = [None] * 256
    table[0:128:2] = range(64)
    table[1:128:2] = range(-1, -65, -1)
    return table


def _signed_2(low: int) -> list[int]:
    """For a first byte, by the seven bits of the second one."""
    first = (low >> 1) ^ -(low & 1)
    step = -64 if low & 1 else 64
    return list(range(first, first + 128 * step, step)) * 2


_NOTHING: list[int | None] = [None] * 256

# Typed as Any: that a None among them raises TypeError when it is added is what the fast paths build on.
SIGNED_1: Any = _signed_1()
"""Value of a one-byte varint by its byte."""
SIGNED_2: Any = [_NOTHING] * 128 + [_signed_2(low) for low in range(128)]
"""Value of the lower 14 bits of a varint by its first two bytes. Whether a third one follows is not looked at."""
SIGNED_3: Any = [_NOTHING] * 128 + [
    [*range(0, 1 << 20, 1 << 13), *_NOTHING[128:]],
    [*range(0, -1 << 20, -1 << 13), *_NOTHING[128:]],
] * 64
"""What the third and last byte of a varint adds to that, by its first and its third byte."""

LENGTH_1: Any = [None if byte & 1 else value for byte, value in enumerate(SIGNED_1)]
"""Length that a one-byte varint says, by its byte; none if it is negative."""
LENGTH_2: Any = [_NOTHING if byte & 1 else [*row[:128], *_NOTHING[128:]] for byte, row in enumerate(SIGNED_2)]
"""Length that a two-byte varint says, by its first and second byte; none if it is negative or goes on."""
SPAN: Any = [_NOTHING if size is None else [1 + size] * 256 for size in LENGTH_1[:128]] + [
    _NOTHING if byte & 1 else [*range(2 + byte // 2, 2 + byte // 2 + 8192, 64), *_NOTHING[128:]] for byte in range(128)
]
"""How many bytes a length and what it stands before take, by two bytes, whether both are of the length or not.

None if the length is negative or has more bytes than two.
"""
BLOB_SPAN: Any = [SPAN[0], [1] * 256, *SPAN[2:]]
"""What `SPAN` is, where a length of -1 stands for null and for nothing after it."""

SEQUENCE_1 = bytes(range(0, 128, 2))
"""The varints of 0, 1, 2 ... 63: the offset deltas of the first records of most batches."""
SEQUENCE_2_LOW = bytes(range(0x80, 0x100, 2)) * 127
"""First bytes of the varints of 64, 65 ... 8191."""
SEQUENCE_2_HIGH = b"".join(bytes((high,)) * 64 for high in range(1, 128))
"""Second bytes of the varints of 64, 65 ... 8191."""

TOP_BIT_OFF = bytes(byte ^ 0x80 for byte in range(256))
"""For `bytes.translate`: afterwards `isascii()` tells whether all bytes had their top bit set."""
