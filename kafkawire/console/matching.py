"""A process of its own for regular expressions of others: `patterns.py` starts it, and says why.

It is run as a script, imports no package, and speaks frames of JSON: four bytes of length, then the text. It is asked
`{pattern, ignore_case, seconds, batch}`, and ends itself, by the system's alarm, when that takes longer than so many
seconds: whoever is inside a regular expression can do nothing else.
"""

from __future__ import annotations

import json
import re
import signal
import sys
from typing import IO, Any

__all__ = ["frame", "received"]


def frame(value: Any) -> bytes:
    """A value as it goes through the pipe."""
    data = json.dumps(value).encode()
    return len(data).to_bytes(4, "big") + data


def received(source: IO[bytes]) -> Any:
    """The value that comes next out of the pipe; None at its end."""
    size = int.from_bytes(source.read(4), "big")
    data = source.read(size)
    return json.loads(data) if data and len(data) == size else None


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Of the batch, whose items are some texts each, the places of those in which the pattern is found."""
    try:
        pattern = re.compile(asked["pattern"], re.IGNORECASE if asked["ignore_case"] else 0)
    except (re.error, OverflowError, RecursionError) as exc:
        return {"error": str(exc)}
    return {"places": [at for at, texts in enumerate(asked["batch"]) if any(pattern.search(each) for each in texts)]}


def _serve(source: IO[bytes], sink: IO[bytes]) -> None:
    while (asked := received(source)) is not None:
        _set_alarm(asked["seconds"])
        sink.write(frame(_answer(asked)))
        sink.flush()
        _set_alarm(0)


def _set_alarm(seconds: float) -> None:
    """End this process in so many seconds, whatever it does then. Where there is no alarm the caller ends it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


if __name__ == "__main__":
    _serve(sys.stdin.buffer, sys.stdout.buffer)
