"""Where to begin without a position: what `auto_offset_reset` can say."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from kafkawire.client.errors import InvalidOption

__all__ = ["OffsetReset", "parse_offset_reset"]

_EARLIEST, _LATEST = -2, -1
_DURATION = re.compile(
    r"([-+]?)P(?:([-+]?\d+)D)?(?:T(?=[-+\d])(?:([-+]?\d+)H)?(?:([-+]?\d+)M)?(?:([-+]?\d+)(?:[.,](\d{0,9}))?S)?)?",
    re.IGNORECASE | re.ASCII,
)
_PREFIX = "by_duration:"


class OffsetReset(NamedTuple):
    """A timestamp to look for (-2: the beginning, -1: the end), or how many milliseconds ago it was."""

    timestamp: int | None = None
    ago_ms: int | None = None

    @property
    def is_none(self) -> bool:
        """Whether the application is to decide."""
        return self.timestamp is None and self.ago_ms is None

    def resolve(self, clock: Callable[[], float]) -> int:
        """The timestamp to look for, in milliseconds. `clock`: gives the seconds since the epoch."""
        if self.ago_ms is not None:
            return max(0, int(clock() * 1000) - self.ago_ms)
        return _LATEST if self.timestamp is None else self.timestamp


_FIXED = {"earliest": OffsetReset(_EARLIEST), "latest": OffsetReset(_LATEST), "none": OffsetReset()}


def parse_offset_reset(text: str) -> OffsetReset:
    """What the option means. Raises `InvalidOption`."""
    if text in _FIXED:
        return _FIXED[text]
    if not text.startswith(_PREFIX):
        raise _invalid(text, "must be 'earliest', 'latest', 'none' or 'by_duration:' and a duration")
    duration_ms = _milliseconds(text.removeprefix(_PREFIX))
    if duration_ms is None:
        raise _invalid(text, "needs a duration in ISO 8601, in days and less, after 'by_duration:'")
    if duration_ms < 0:
        raise _invalid(text, "needs a duration that is not negative")
    return OffsetReset(ago_ms=duration_ms)


def _invalid(text: str, what: str) -> InvalidOption:
    return InvalidOption(f"option 'auto_offset_reset' {what} such as by_duration:PT1H, not {text!r}")


def _milliseconds(text: str) -> int | None:
    """A duration as Java's `Duration.parse` reads it: PnDTnHnMn.nS, of which at least one is there."""
    found = _DURATION.fullmatch(text)
    if found is None or not any(found.groups()[1:]):
        return None
    sign, days, hours, minutes, seconds, fraction = found.groups()
    nanoseconds = int((fraction or "").ljust(9, "0")) * (-1 if (seconds or "").startswith("-") else 1)
    whole = int(days or 0) * 86_400 + int(hours or 0) * 3_600 + int(minutes or 0) * 60 + int(seconds or 0)
    total = whole * 1_000_000_000 + nanoseconds
    return (-total if sign == "-" else total) // 1_000_000
