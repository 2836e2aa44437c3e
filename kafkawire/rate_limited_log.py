"""Log lines that a peer can cause, so few that nobody can fill a disk with them.

A client that a broker refuses a thousand times a second must not write a thousand lines there: of each kind, which is
the text before values are put into it, one line a second is written, and then how many were left out.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic
from typing import Any
from weakref import WeakSet

__all__ = ["RateLimitedLogger", "say_left_out"]

_INTERVAL = 1.0  # seconds between two lines of a kind
_ALL: WeakSet[RateLimitedLogger] = WeakSet()


class RateLimitedLogger(logging.LoggerAdapter[logging.Logger]):
    """The logger of a name, for lines that a peer can cause. `now`: the time in seconds."""

    def __init__(self, name: str, now: Callable[[], float] = monotonic) -> None:
        super().__init__(logging.getLogger(name), {})
        self._now = now
        self._last: dict[str, float] = {}
        self._left_out: dict[str, tuple[int, int, tuple[object, ...]]] = {}
        _ALL.add(self)

    def log(self, level: int, msg: object, *args: object, **kwargs: Any) -> None:
        """Write a line, unless one of its kind was written within the last second. Debugging shows everything."""
        if not self.isEnabledFor(level):
            return
        kind, now = str(msg), self._now()
        if level > logging.DEBUG and now - self._last.get(kind, -_INTERVAL) < _INTERVAL:
            count, _, _ = self._left_out.get(kind, (0, 0, ()))
            self._left_out[kind] = count + 1, level, args
            return
        self._last[kind] = now
        self._say(kind)
        kwargs["stacklevel"] = kwargs.get("stacklevel", 1) + 1
        self.logger.log(level, msg, *args, **kwargs)

    def say_left_out(self) -> None:
        """Write how many lines of each kind were left out, with the last of them."""
        now = self._now()
        for kind in [kind for kind in self._left_out if self._last[kind] <= now - _INTERVAL]:
            self._last[kind] = now
            self._say(kind)

    def _say(self, kind: str) -> None:
        if kind in self._left_out:
            count, level, args = self._left_out.pop(kind)
            self.logger.log(level, f"{kind} (the last of %d more like it)", *args, count)


def say_left_out() -> None:
    """Write what all of them have left out; to be called every second or so."""
    for one in list(_ALL):
        one.say_left_out()
