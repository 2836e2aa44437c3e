"""Nothing waits in silence: after two seconds a line on standard error says for what, why, and for how long still.

The variable `KAFKAWIRE_PATIENCE` sets another span than two seconds.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from kafkawire.cli.output import printable
from kafkawire.cli.usage import UsageError, duration_ms

__all__ = ["Outages", "Patience"]

_VARIABLE, _FIRST = "KAFKAWIRE_PATIENCE", "2s"
_AGAIN = 30.0  # between two lines about the same outage
_LONGEST_PAUSE = 10.0  # between two attempts of one outage; what comes later is another one
_LOGGER = "kafkawire.client"


class Patience(logging.Handler):
    """Around what may take long. The cause is what the client has logged last about its attempts."""

    def __init__(self, brokers: str, options: dict[str, Any]) -> None:
        super().__init__(logging.DEBUG)
        self._brokers = brokers
        self._ends = time.monotonic() + options.get("default_api_timeout_ms", 60_000) / 1000
        self._cause = "no answer yet"
        self._timer = threading.Timer(_first(), self._tell)
        self._timer.daemon = True
        self._logger = logging.getLogger(_LOGGER)
        self._level = self._logger.level

    def __enter__(self) -> Self:
        self._logger.addHandler(self)
        self._logger.setLevel(logging.DEBUG)
        self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.over()

    def emit(self, record: logging.LogRecord) -> None:
        """Remember why an attempt failed."""
        self._cause = _cause_in(record) or self._cause

    def over(self) -> None:
        """It has come about, or failed; others will say so."""
        self._timer.cancel()
        self._logger.removeHandler(self)
        self._logger.setLevel(self._level)

    def _tell(self) -> None:
        left = max(self._ends - time.monotonic(), 0)
        text = f"waiting for {self._brokers}: {self._cause}; giving up in {left:.0f} s"
        _say(text)


class Outages(logging.Handler):
    """While records come or go: says when brokers have been out of reach for two seconds, and when they are back.

    It hears what the client logs: attempts that failed have their cause with them.
    """

    def __init__(self, doing: str, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(logging.DEBUG)
        self._doing, self._now, self._first = doing, now, _first()
        self._since: float | None = None
        self._last = self._told = float("-inf")
        self._logger = logging.getLogger(_LOGGER)
        self._level = self._logger.level

    def __enter__(self) -> Self:
        self._logger.addHandler(self)
        self._logger.setLevel(logging.DEBUG)
        return self

    def __exit__(self, *_: object) -> None:
        self._logger.removeHandler(self)
        self._logger.setLevel(self._level)

    def emit(self, record: logging.LogRecord) -> None:
        """Take note of an attempt that failed, or of a connection that came about."""
        cause = _cause_in(record)
        if cause is not None:
            self._failed(cause)
        elif self._since is not None and record.getMessage().endswith(": connected"):
            if self._told > self._since:
                _say(f"{record.getMessage()} again")
            self._since = None

    def _failed(self, cause: str) -> None:
        now = self._now()
        if self._since is None or now - self._last > _LONGEST_PAUSE:
            self._since = now
        self._last = now
        if now - self._since >= self._first and now - self._told >= _AGAIN:
            self._told = now
            _say(f"{self._doing} goes on when it can, for {now - self._since:.0f} s it cannot: {cause}")


def _first() -> float:
    """Seconds that may pass before anything is said. Raises `UsageError`."""
    text = os.environ.get(_VARIABLE, _FIRST)
    try:
        return duration_ms(text) / 1000
    except ValueError:
        raise UsageError(f"{_VARIABLE}={text}: want a {duration_ms.__name__}") from None


def _cause_in(record: logging.LogRecord) -> str | None:
    """The exception that a line of the log is about."""
    args = record.args if isinstance(record.args, tuple) else ()
    return next((str(arg) for arg in args if isinstance(arg, Exception)), None)


def _say(text: str) -> None:
    print(f"kafkawire: {printable(text)}", file=sys.stderr, flush=True)
