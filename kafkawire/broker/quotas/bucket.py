"""A bucket of tokens that fills at the rate of a quota and holds eleven seconds of it. Times are arguments."""

from __future__ import annotations

from kafkawire.broker.quotas.rate import SAMPLES

__all__ = ["TokenBucket"]


class TokenBucket:
    """What is left of a quota; who finds it not below zero may take as many as it needs. A new one is full."""

    def __init__(self) -> None:
        self._tokens = 0.0
        self._full_at = 0.0
        self._filled: float | None = None

    def left(self, limit: float, now: float) -> float:
        """How many tokens there are, at a rate of `limit`."""
        burst = limit * SAMPLES
        grown = burst if self._filled is None else self._tokens + limit * (now - self._filled)
        self._tokens, self._filled = min(burst, grown), now
        return self._tokens

    def take(self, amount: float, limit: float, now: float) -> float:
        """Take some, and say how many are left: less than none, maybe."""
        self._tokens = self.left(limit, now) - amount
        self._full_at = now + SAMPLES - self._tokens / limit
        return self._tokens

    def is_idle(self, now: float) -> bool:
        """Whether it is as good as a new one."""
        return now >= self._full_at
