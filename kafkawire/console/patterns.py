"""Regular expressions of people, on texts of others, in bounded time.

One that goes astray, as `(a+)+$` does with forty letters, cannot be stopped from within: the interpreter stands still
until it is done, and with it everything that the console does. So it runs in a process of its own (`matching.py`).
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any

from kafkawire.console import matching
from kafkawire.console.view import Refused

__all__ = ["PatternProcess"]

_MOST_KNOWN = 10_000  # texts of which is known whether a pattern is found
_LONGEST_KNOWN = 1_000  # characters of one


class PatternProcess:
    """Finds regular expressions, for one thread at a time. `close` may come from any, and ends what goes on."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._known: dict[tuple[re.Pattern[str], str], bool] = {}

    def places(self, pattern: str, batch: Sequence[list[str]], *, ignore_case: bool = False) -> list[int]:
        """The places of those in the batch, some texts each, in which it is found. Raises `Refused`."""
        asked = {"pattern": pattern, "ignore_case": ignore_case, "seconds": self._seconds, "batch": batch}
        answer = self._answer(matching.frame(asked))
        if answer is None:
            self.close()
            raise Refused(
                f"gave up: the regular expression took more than {self._seconds:g} s for some texts; "
                "write one that backtracks less"
            )
        if "error" in answer:
            raise Refused(f"{pattern}: not a regular expression: {answer['error']}")
        found: list[int] = answer["places"]
        return found

    def searching(self, pattern: re.Pattern[str]) -> Callable[[str], bool]:
        """A function that says whether the pattern is found in a text; it remembers the short ones."""

        def is_found(text: str) -> bool:
            known = self._known.get((pattern, text))
            if known is None:
                is_folded = bool(pattern.flags & re.IGNORECASE)
                known = bool(self.places(pattern.pattern, [[text]], ignore_case=is_folded))
                self._remember((pattern, text), known)
            return known

        return is_found

    def _remember(self, what: tuple[re.Pattern[str], str], is_found: bool) -> None:
        if len(what[1]) <= _LONGEST_KNOWN:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[what] = is_found

    def close(self) -> None:
        """End the process; the next question starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(BrokenPipeError):  # of what it will not read any more
                        pipe.close()

    def _answer(self, frame: bytes) -> Any:
        """What the process answers; None if it has ended."""
        process = self._process
        if process is None:
            command = [sys.executable, "-I", "-S", str(Path(matching.__file__))]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
            self._process = process
        assert process.stdin is not None
        assert process.stdout is not None
        guard = Timer(self._seconds + 1, process.kill)  # for systems without an alarm
        guard.start()
        try:
            process.stdin.write(frame)
            process.stdin.flush()
            return matching.received(process.stdout)
        except (ConnectionError, ValueError):  # it has ended, or `close` has come between
            return None
        finally:
            guard.cancel()
