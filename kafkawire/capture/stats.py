"""Numbers over many exchanges, in memory that does not grow with them."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kafkawire.capture.exchange import Exchange

__all__ = ["ApiStats", "Latencies", "Stats"]

_STEPS = 35  # of a factor e: the bounds of a bucket are 2.9 % apart
_MOST_CLIENTS = _MOST_APIS = 10_000
_OTHERS = "others"


@dataclass(slots=True)
class Latencies:
    """How long things took, in buckets that are 2.9 % wide."""

    count: int = 0
    total_ms: float = 0.0
    max_ms: float = 0.0
    _counts: Counter[int] = field(default_factory=Counter)
    _sums: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))

    def add(self, latency_ms: float) -> None:
        """One more."""
        self.count += 1
        self.total_ms += latency_ms
        self.max_ms = max(self.max_ms, latency_ms)
        bucket = round(math.log(max(latency_ms, 0.000_001)) * _STEPS)
        self._counts[bucket] += 1
        self._sums[bucket] += latency_ms

    def quantile(self, share: float) -> float | None:
        """The latency in ms that this share does not pass, within 2.9 %; None if there is none."""
        left = share * self.count
        for bucket in sorted(self._counts):
            left -= self._counts[bucket]
            if left <= 0:
                return self._sums[bucket] / self._counts[bucket]
        return None


@dataclass(slots=True)
class ApiStats:
    """The requests of one API in one version."""

    api: str
    version: int | None
    requests: int = 0
    unanswered: int = 0
    retries: int = 0
    problems: int = 0
    """Requests and responses that could not be read."""
    request_bytes: int = 0
    response_bytes: int = 0
    latencies: Latencies = field(default_factory=Latencies)
    errors: Counter[str] = field(default_factory=Counter)

    def add(self, exchange: Exchange) -> None:
        """One more."""
        self.requests += 1
        self.unanswered += exchange.answer is None
        self.retries += exchange.retry_of is not None
        self.problems += exchange.error is not None
        self.request_bytes += exchange.request_size or 0
        self.response_bytes += exchange.response_size or 0
        if exchange.latency_ms is not None:
            self.latencies.add(exchange.latency_ms)
        self.errors.update(exchange.error_codes)

    def row(self) -> dict[str, Any]:
        """As columns."""
        latencies = self.latencies
        return {
            "api": self.api,
            "version": self.version,
            "requests": self.requests,
            "unanswered": self.unanswered,
            "retries": self.retries,
            "problems": self.problems,
            "p50_ms": _rounded(latencies.quantile(0.5)),
            "p99_ms": _rounded(latencies.quantile(0.99)),
            "max_ms": _rounded(latencies.max_ms if latencies.count else None),
            "request_bytes": self.request_bytes,
            "response_bytes": self.response_bytes,
            "errors": dict(self.errors.most_common()),
        }


class Stats:
    """What went on, by API and version, and by client."""

    def __init__(self) -> None:
        self.apis: dict[tuple[str, int], ApiStats] = {}
        self.clients: Counter[tuple[str, ...]] = Counter()
        """Requests by client id, software, principal and server."""

    def add(self, exchange: Exchange) -> None:
        """One more."""
        key = exchange.api or f"API {exchange.api_key}", -1 if exchange.version is None else exchange.version
        if key not in self.apis:
            if len(self.apis) >= _MOST_APIS:  # a capture that lies may have any number of keys and versions
                key = _OTHERS, -1
            self.apis.setdefault(key, ApiStats(key[0], None if key[1] < 0 else key[1]))
        self.apis[key].add(exchange)
        connection = exchange.connection
        software = f"{connection.software_name or ''} {connection.software_version or ''}".strip()
        client = (exchange.client_id or "", software, connection.principal or "", exchange.server)
        if client in self.clients or len(self.clients) < _MOST_CLIENTS:
            self.clients[client] += 1

    def add_all(self, exchanges: Iterable[Exchange]) -> None:
        """Many more."""
        for exchange in exchanges:
            self.add(exchange)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
