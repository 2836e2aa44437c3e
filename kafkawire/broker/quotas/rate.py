"""A rate over the last seconds, and how long to wait for it to be right again. Times are seconds, and arguments.

As Apache Kafka counts: in samples of a second each, of which eleven are kept; as long as there are fewer, what is there
is spread over ten seconds, so that a client may begin with a burst.
"""

from __future__ import annotations

from collections import deque

__all__ = ["SAMPLES", "SPREAD", "Rate", "TokenBucket"]

SAMPLES = 11
SPREAD = SAMPLES - 1
"""Seconds over which a young rate is spread: so many times its limit may come at once."""


class Rate:
    """How much there was, a second."""

    def __init__(self) -> None:
        self._samples: deque[tuple[float, float]] = deque()  # when each began, and how much there was
        self._total = 0.0

    def record(self, amount: float, now: float) -> None:
        """There was so much; less than nothing takes back what was recorded and did not come about."""
        self._forget(now)
        if not self._samples or now - self._samples[-1][0] >= 1.0:
            self._samples.append((now, 0.0))
        began, there = self._samples.pop()
        self._samples.append((began, there + amount))
        self._total += amount

    def delay(self, limit: float, now: float) -> float:
        """Seconds of silence after which the rate is at its limit again; 0 if it is not above."""
        self._forget(now)
        window = self._window(now)
        excess = self._total / window - limit
        return excess / limit * window if excess > 0 else 0.0

    def is_zero(self, now: float) -> bool:
        """Whether there was nothing in the seconds that count."""
        self._forget(now)
        return self._total <= 0

    def is_idle(self, now: float) -> bool:
        """Whether nothing of it counts any more."""
        self._forget(now)
        return not self._samples

    def _window(self, now: float) -> float:
        elapsed = now - self._samples[0][0] if self._samples else 0.0
        return elapsed + max(SPREAD - int(elapsed), 0)

    def _forget(self, now: float) -> None:
        while self._samples and now - self._samples[0][0] >= SAMPLES:
            self._total -= self._samples.popleft()[1]


class TokenBucket:
    """What is left of a quota, which fills at its rate up to eleven seconds of it; a new one is full.

    Who finds it not below zero may take as many tokens as it needs.
    """

    def __init__(self) -> None:
        self._tokens = 0.0
        self._full_at = 0.0
        self._filled: float | None = None

    def left(self, limit: float, now: float) -> float:
        """How many tokens there are, at a rate of `limit`."""
        burst = limit * SAMPLES
        refilled = burst if self._filled is None else self._tokens + limit * (now - self._filled)
        self._tokens, self._filled = min(burst, refilled), now
        return self._tokens

    def take(self, amount: float, limit: float, now: float) -> float:
        """Take some, and say how many are left: less than none, maybe."""
        self._tokens = self.left(limit, now) - amount
        self._full_at = now + SAMPLES - self._tokens / limit
        return self._tokens

    def is_idle(self, now: float) -> bool:
        """Whether it is as good as a new one."""
        return now >= self._full_at
