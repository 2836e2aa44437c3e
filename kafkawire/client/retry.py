"""When to try again, and for how long. Time and chance come in from outside, so tests decide both."""

from __future__ import annotations

from collections.abc import Callable

from kafkawire.errors import KafkaError, RemoteProtocolError
from kafkawire.transport.errors import TransportError

__all__ = ["Backoff", "Deadline", "is_retriable"]


def is_retriable(error: BaseException) -> bool:
    """Whether the same request may succeed later: the bytes did not get through, or the broker says so.

    A peer that breaks the protocol loses its connection; another connection, or another broker, may do better.
    """
    if isinstance(error, KafkaError):
        return error.retriable
    return isinstance(error, TransportError | RemoteProtocolError)


class Backoff:
    """Pauses that double from `initial` to `maximum` seconds, each 20 % shorter or longer by chance (KIP-580)."""

    JITTER = 0.2

    def __init__(self, initial: float, maximum: float, chance: Callable[[], float]) -> None:
        self._initial = initial
        self._maximum = maximum
        self._chance = chance
        self._attempts = 0

    def next_delay(self) -> float:
        """Seconds to wait before the next attempt."""
        delay = min(self._maximum, self._initial * 2.0 ** min(self._attempts, 32))
        self._attempts += 1
        return delay * (1 + self.JITTER * (2 * self._chance() - 1))

    def reset(self) -> None:
        """Begin again with the shortest pause, after a success."""
        self._attempts = 0


class Deadline:
    """A point in time, seconds from now on the given clock."""

    __slots__ = ("_at", "_clock", "seconds")

    def __init__(self, clock: Callable[[], float], seconds: float) -> None:
        self.seconds = seconds
        self._clock = clock
        self._at = clock() + seconds

    @property
    def remaining(self) -> float:
        """Seconds left, not below 0."""
        return max(0.0, self._at - self._clock())

    @property
    def passed(self) -> bool:
        """Whether the time is up."""
        return self._clock() >= self._at
