"""What came and went since the start, counted where it happens; metrics read it."""

from __future__ import annotations

from collections import Counter
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
