"""Log lines that clients can cause, so sparing that nobody can fill a disk with them.

A client that is refused a thousand times a second must not write a thousand lines: of each kind, which is the text
before values are put into it, one line a second is written, and then how many were left out.
"""

from __future__ import annotations

import logging
from time import monotonic
from typing import Any
from weakref import WeakSet

__all__ = ["Sparing", "say_left_out"]

_INTERVAL = 1.0  # seconds between two lines of a kind
_ALL: WeakSet[Sparing] = WeakSet()


class Sparing(logging.LoggerAdapter[logging.Logger]):
    """The logger of a name, for lines that clients can cause."""

    def __init__(self, name: str) -> None:
        super().__init__(logging.getLogger(name), {})
        self._last: dict[str, float] = {}
        self._left_out: dict[str, tuple[int, int, tuple[object, ...]]] = {}
        _ALL.add(self)

    def log(self, level: int, msg: object, *args: object, **kwargs: Any) -> None:
        """Write a line, unless one of its kind was written within the last second. Debugging shows everything."""
        if not self.isEnabledFor(level):
            return
        kind, now = str(msg), monotonic()
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
        due = monotonic() - _INTERVAL
        for kind in [kind for kind in self._left_out if self._last[kind] <= due]:
            self._last[kind] = monotonic()
            self._say(kind)

    def _say(self, kind: str) -> None:
        if kind in self._left_out:
            count, level, args = self._left_out.pop(kind)
            self.logger.log(level, f"{kind} (the last of %d more like it)", *args, count)


def say_left_out() -> None:
    """Write what all of them have left out; to be called every second or so."""
    for one in list(_ALL):
        one.say_left_out()
