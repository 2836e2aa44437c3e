"""Nothing waits in silence: after two seconds a line on standard error says for what, why, and for how long still."""

from __future__ import annotations

import logging
import sys
import threading
import time
from types import TracebackType
from typing import Any, Self

from kafkawire.cli.output import printable

__all__ = ["Patience"]

_FIRST = 2.0
_LOGGER = "kafkawire.client"


class Patience(logging.Handler):
    """Around what may take long. The cause is what the client has logged last about its attempts."""

    def __init__(self, brokers: str, options: dict[str, Any], first: float = _FIRST) -> None:
        super().__init__(logging.DEBUG)
        self._brokers = brokers
        self._ends = time.monotonic() + options.get("default_api_timeout_ms", 60_000) / 1000
        self._cause = "no answer yet"
        self._timer = threading.Timer(first, self._tell)
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
        if isinstance(record.args, tuple):
            cause = next((arg for arg in record.args if isinstance(arg, Exception)), None)
            self._cause = self._cause if cause is None else str(cause)

    def over(self) -> None:
        """It has come about, or failed; others will say so."""
        self._timer.cancel()
        self._logger.removeHandler(self)
        self._logger.setLevel(self._level)

    def _tell(self) -> None:
        left = max(self._ends - time.monotonic(), 0)
        text = f"waiting for {self._brokers}: {self._cause}; giving up in {left:.0f} s"
        print(f"kafkawire: {printable(text)}", file=sys.stderr, flush=True)
