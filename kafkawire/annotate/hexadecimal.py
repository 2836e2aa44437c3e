"""Hex digits as people and other tools write them."""

from __future__ import annotations

import re

from kafkawire.errors import KafkaWireError

__all__ = ["NotHex", "from_hex"]

_NOISE = re.compile(r"\s|:|0[xX]|[,;_]")  # what people and other tools put between hex digits
_NOT_HEX = re.compile(r"[^0-9a-fA-F]")


class NotHex(KafkaWireError):
    """Text that is not hex digits. `digit`: the first character that is none, if that is the reason."""

    def __init__(self, text: str, digit: str = "") -> None:
        super().__init__(text)
        self.digit = digit


def from_hex(text: str) -> bytes:
    """The bytes that hex digits stand for; spaces, line ends, colons, commas and 0x do not matter. Raises `NotHex`."""
    digits = _NOISE.sub("", text)
    if odd := _NOT_HEX.search(digits):
        raise NotHex(f"{odd[0]!r} is not a hex digit", odd[0])
    if len(digits) % 2:
        raise NotHex(f"an odd number of hex digits ({len(digits)}); one is missing or too many")
    return bytes.fromhex(digits)
