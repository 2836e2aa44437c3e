"""Tables for the varints that make up nearly all of a record's structure: one and two bytes long, zigzag.

A two-byte varint is looked up by its two bytes read as one big-endian number. What is no complete varint of that width
maps to None, so that a wrong guess of the width shows as a `TypeError` in the arithmetic that follows.
The tables are built from ranges, in well under a millisecond, when the record codec loads.
"""

from __future__ import annotations

from typing import Any

__all__ = ["SEQUENCE_1", "SEQUENCE_2_HIGH", "SEQUENCE_2_LOW", "SIGNED_1", "SIGNED_2", "TOP_BIT_OFF"]


def _signed_1() -> list[int | None]:
    table: list[int | None] = [None] * 256
    table[0:128:2] = range(64)
    table[1:128:2] = range(-1, -65, -1)
    return table


def _signed_2() -> list[int | None]:
    table: list[int | None] = [None] * 65536
    for low in range(128):
        first = (low >> 1) ^ -(low & 1)
        step = -64 if low & 1 else 64
        start = (low | 0x80) << 8
        table[start : start + 128] = range(first, first + 128 * step, step)
    return table


# Typed as Any: that a None among them raises TypeError when it is added is what the fast paths build on.
SIGNED_1: Any = _signed_1()
"""Value of a one-byte varint by its byte."""
SIGNED_2: Any = _signed_2()
"""Value of a two-byte varint by its bytes as a big-endian number (encodings longer than needed included)."""

SEQUENCE_1 = bytes(range(0, 128, 2))
"""The varints of 0, 1, 2 ... 63: the offset deltas of the first records of most batches."""
SEQUENCE_2_LOW = bytes(range(0x80, 0x100, 2)) * 127
"""First bytes of the varints of 64, 65 ... 8191."""
SEQUENCE_2_HIGH = b"".join(bytes((high,)) * 64 for high in range(1, 128))
"""Second bytes of the varints of 64, 65 ... 8191."""

TOP_BIT_OFF = bytes(byte ^ 0x80 for byte in range(256))
"""For `bytes.translate`: afterwards `isascii()` tells whether all bytes had their top bit set."""
