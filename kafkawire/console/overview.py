"""Numbers over the exchanges of a selection, counted a slice at a time: by API, by connection, by latency and size."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from typing import Any

from kafkawire.capture import Exchange
from kafkawire.capture.columns import COLUMNS
from kafkawire.capture.stats import Stats
from kafkawire.console.traffic import Selection
from kafkawire.console.values import for_page

__all__ = ["Overview"]

_MOST_CONNECTIONS = 1000
_LONGEST = 200  # characters of a text
_NAMES = ("client", "server", "software", "principal")
_LATENCIES = [step * 10**power for power in range(-2, 5) for step in (1, 2, 5)]  # ms
_SIZES = [4**power for power in range(2, 14)]  # bytes


class Overview:
    """What a selection holds."""

    def __init__(self, selection: Selection) -> None:
        self._selection = selection
        self.counted = 0
        self._stats = Stats()
        self._latencies, self._requests, self._responses = Counter[int](), Counter[int](), Counter[int]()
        self._connections: dict[int, dict[str, Any]] = {}
        self._errors = Counter[str]()

    def advance(self, seconds: float) -> None:
        """Count more, for about as long."""
        until = time.monotonic() + seconds
        while self.counted < len(self._selection) and time.monotonic() < until:
            self._add(self._selection[self.counted])
            self.counted += 1

    def as_json(self) -> dict[str, Any]:
        """The numbers so far."""
        return {
            "counted": self.counted,
            "apis": [each.row() for _, each in sorted(self._stats.apis.items())],
            "errors": self._errors.most_common(),
            "latency": _histogram(self._latencies, _LATENCIES),
            "requestSize": _histogram(self._requests, _SIZES),
            "responseSize": _histogram(self._responses, _SIZES),
            "connections": list(self._connections.values()),
        }

    def _add(self, exchange: Exchange) -> None:
        self._stats.add(exchange)
        self._errors.update(exchange.error_codes)
        for counts, bounds, value in (
            (self._latencies, _LATENCIES, exchange.latency_ms),
            (self._requests, _SIZES, exchange.request_size),
            (self._responses, _SIZES, exchange.response_size),
        ):
            if value is not None:
                counts[bisect_left(bounds, value)] += 1
        self._add_connection(exchange)

    def _add_connection(self, exchange: Exchange) -> None:
        number = exchange.connection.number
        if number not in self._connections and len(self._connections) < _MOST_CONNECTIONS:
            self._connections[number] = {"connection": number, "requests": 0, "errors": 0, "bytes": 0}
        row = self._connections.get(number)
        if row is not None:
            row["requests"] += 1
            row["errors"] += bool(exchange.error_codes or exchange.error)
            row["bytes"] += (exchange.request_size or 0) + (exchange.response_size or 0)
            row |= {name: for_page(COLUMNS[name].get(exchange), _LONGEST) for name in _NAMES}


def _histogram(counts: Counter[int], bounds: list[Any]) -> list[list[Any]]:
    """Upper bound (None for the rest) and count, from the first bucket with something in it to the last."""
    if not counts:
        return []
    return [
        [bounds[bucket] if bucket < len(bounds) else None, counts[bucket]]
        for bucket in range(min(counts), max(counts) + 1)
    ]
