"""Ranges of versions, as schemas write them: `3`, `0-4`, `7+`, `none`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MAX = 32767  # versions are int16 on the wire
_PATTERN = re.compile(r"(\d+)(?:(\+)|-(\d+))?\Z")


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions `low` to `high`, both included; empty when `low > high`."""

    low: int
    high: int

    @classmethod
    def parse(cls, text: str) -> Versions:
        """Read `n`, `a-b`, `a+` or `none`; raises `ValueError` for anything else."""
        if text == "none":
            return NONE
        match = _PATTERN.match(text)
        if match is None:
            raise ValueError(f"not a range of versions: {text!r} (wanted n, a-b, a+ or none)")
        low = int(match[1])
        high = _MAX if match[2] else int(match[3]) if match[3] else low
        if not low <= high <= _MAX:
            raise ValueError(f"not a range of versions: {text!r} (the lower end is above the upper)")
        return cls(low, high)

    def __contains__(self, version: int) -> bool:
        return self.low <= version <= self.high

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1))

    def __bool__(self) -> bool:
        return self.low <= self.high

    def __and__(self, other: Versions) -> Versions:
        both = Versions(max(self.low, other.low), min(self.high, other.high))
        return both or NONE

    def covers(self, other: Versions) -> bool:
        """Whether every version of `other` is one of these."""
        return not other or (self.low <= other.low and other.high <= self.high)

    def __str__(self) -> str:
        if not self:
            return "none"
        if self.high == _MAX:
            return f"{self.low}+"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


NONE = Versions(0, -1)
