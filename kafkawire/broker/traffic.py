"""What came and went since the start, counted where it happens; metrics read it."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field

__all__ = ["Traffic"]


@dataclass(slots=True)
class Traffic:
    """Counts that only grow, but for `connections`."""

    requests: Counter[tuple[int, int]] = field(default_factory=Counter)
    """(API key, version) -> requests that were handed to a handler."""
    bytes_in: int = 0
    bytes_out: int = 0
    connections: int = 0
    """How many are open."""
    topic_bytes_in: Counter[str] = field(default_factory=Counter)
    """Topic -> bytes of batches that were appended."""
    topic_bytes_out: Counter[str] = field(default_factory=Counter)
    """Topic -> bytes of batches that were read."""
    times: defaultdict[int, deque[float]] = field(default_factory=lambda: defaultdict(_last))
    """API key -> seconds from a request's turn to its answer, of as many as Kafka keeps for its percentiles."""


def _last() -> deque[float]:
    return deque(maxlen=1028)
