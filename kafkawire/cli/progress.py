"""How far a command is: a line on standard error that is written anew a few times a second."""

from __future__ import annotations

import sys
import time
from shutil import get_terminal_size

__all__ = ["Progress", "some"]

_BETWEEN = 0.2  # seconds


class Progress:
    """Counts records and bytes, and shows them while it goes on if `shown`."""

    def __init__(self, shown: bool) -> None:
        self.records = 0
        self.bytes = 0
        self._shown = shown
        self._width = 0
        self._started = self._told = time.monotonic()

    def add(self, records: int, size: int = 0, left: int | None = None) -> None:
        """So many more; `left`: how many are known to come."""
        self.records += records
        self.bytes += size
        if self._shown and time.monotonic() - self._told > _BETWEEN:
            self._told = time.monotonic()
            self._shown_line(self.line(left))

    def end(self, left: int | None = None) -> None:
        """The last word."""
        start = "\r" if self._shown else ""
        print(f"{start}{self.line(left):{self._width}}", file=sys.stderr)

    def _shown_line(self, line: str) -> None:
        """Over the line before, and no longer than the terminal: what wraps can not be written over."""
        if sys.stderr.isatty():
            line = line[: get_terminal_size().columns - 1]
        print(f"\r{line:{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(line)

    def line(self, left: int | None = None) -> str:
        """The progress in a line, with a bar where the end is known."""
        seconds = max(time.monotonic() - self._started, 1e-6)
        size = f", {some(self.bytes, 'byte')}" if self.bytes else ""
        line = f"{some(self.records, 'record')}{size} in {seconds:.1f} s, {self.records / seconds:.0f} a second"
        if left is None:
            return line
        done = self.records / max(1, self.records + left)
        return f"[{'#' * int(20 * done):20}] {done:4.0%} {line}, {left} left"


def some(number: int, what: str) -> str:
    """So many of something, one or more."""
    return f"{number} {what}" if number == 1 else f"{number} {what}{'es' if what.endswith('ch') else 's'}"
