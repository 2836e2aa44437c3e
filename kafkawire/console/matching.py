"""A process of its own for regular expressions of others.

One that goes astray cannot be stopped from within: the interpreter stands still until it is done. So it runs here, and
this process ends itself, by the system's alarm, when a batch takes too long. It is run as a script, imports no package,
and speaks frames of JSON: four bytes of length, then the text.
"""

from __future__ import annotations

import json
import re
import signal
import sys
from typing import IO, Any

__all__ = ["frame", "matches", "received"]


def frame(value: Any) -> bytes:
    """A value as it goes through the pipe."""
    data = json.dumps(value).encode()
    return len(data).to_bytes(4, "big") + data


def received(source: IO[bytes]) -> Any:
    """The value that comes next out of the pipe; None at its end."""
    size = source.read(4)
    data = source.read(int.from_bytes(size, "big")) if len(size) == 4 else b""
    return json.loads(data) if data else None


def matches(pattern: re.Pattern[str], batch: list[list[str]]) -> list[int]:
    """Of the batch, whose items are some texts each, the places of those in which the pattern is found."""
    return [place for place, texts in enumerate(batch) if any(pattern.search(text) for text in texts)]


def _serve(source: IO[bytes], sink: IO[bytes]) -> None:
    first = received(source)
    _set_alarm(first["seconds"])
    try:
        pattern = re.compile(first["pattern"], re.IGNORECASE if first["ignore_case"] else 0)
    except (re.error, OverflowError, RecursionError) as exc:
        _write(sink, {"error": str(exc)})
        return
    _write(sink, {})
    while (batch := received(source)) is not None:
        _set_alarm(first["seconds"])
        _write(sink, matches(pattern, batch))
        _set_alarm(0)


def _write(sink: IO[bytes], value: Any) -> None:
    sink.write(frame(value))
    sink.flush()


def _set_alarm(seconds: float) -> None:
    """End this process in so many seconds, whatever it does then. Where there is no alarm the caller ends it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


if __name__ == "__main__":
    _serve(sys.stdin.buffer, sys.stdout.buffer)
