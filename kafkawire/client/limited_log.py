"""Warnings that a peer can cause again and again: each at most once a second, with how many there were."""

from __future__ import annotations

import logging
from collections.abc import Callable

__all__ = ["LimitedLog"]

_PAUSE = 1.0  # seconds between two of a kind


class LimitedLog:
    """Writes to `logger` for one owner. Messages of one format string are of one kind; `now` is the time in seconds."""

    def __init__(self, logger: logging.Logger, now: Callable[[], float]) -> None:
        self._logger = logger
        self._now = now
        self._written_at: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def warning(self, message: str, *args: object) -> None:
        """Say it, unless one of its kind was said less than a second ago: then the next one says how many were not."""
        self._write(logging.WARNING, message, args)

    def error(self, message: str, *args: object) -> None:
        """As `warning`, for what is worse."""
        self._write(logging.ERROR, message, args)

    def _write(self, level: int, message: str, args: tuple[object, ...]) -> None:
        now = self._now()
        if now - self._written_at.get(message, now - _PAUSE) < _PAUSE:
            self._left_out[message] = self._left_out.get(message, 0) + 1
            return
        self._written_at[message] = now
        count = self._left_out.pop(message, 0)
        self._logger.log(level, message + (f" ({count} more of this kind since the last one)" if count else ""), *args)
