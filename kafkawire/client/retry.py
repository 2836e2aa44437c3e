"""When to try again, and for how long. Time and chance come in from outside, so tests decide both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from kafkawire.client.errors import BrokersUnavailable
from kafkawire.errors import KafkaError, RemoteProtocolError
from kafkawire.transport.errors import TransportError

__all__ = ["BROKEN", "UNREACHED", "Backoff", "Deadline", "call_until", "is_retriable", "may_pass", "within"]

BROKEN = (TransportError, RemoteProtocolError)
"""What ends a connection: it was lost, or the peer broke the protocol. Another one may do better."""
UNREACHED = (*BROKEN, BrokersUnavailable)
"""What ends a connection, and that there is no other one for now: all brokers are away."""
_LAST_CHANCE = 1.0  # seconds that an attempt may take, however late in its call it is made


def is_retriable(error: BaseException) -> bool:
    """Whether the same request may succeed later: the bytes did not get through, or the broker says so."""
    return error.retriable if isinstance(error, KafkaError) else isinstance(error, BROKEN)


def may_pass(error: BaseException) -> bool:
    """Whether another attempt may do better, if only once brokers are back."""
    return is_retriable(error) or isinstance(error, BrokersUnavailable)


class Backoff:
    """Pauses that double from `initial` to `maximum` seconds, each 20 % shorter or longer by chance (KIP-580)."""

    JITTER = 0.2

    def __init__(self, initial: float, maximum: float, chance: Callable[[], float]) -> None:
        self._initial = initial
        self._maximum = maximum
        self._chance = chance
        self.attempts = 0
        """How many pauses have been made since the last success."""

    def next_delay(self) -> float:
        """Seconds to wait before the next attempt."""
        delay = min(self._maximum, self._initial * 2.0 ** min(self.attempts, 32))
        self.attempts += 1
        return delay * (1 + self.JITTER * (2 * self._chance() - 1))

    def reset(self) -> None:
        """Begin again with the shortest pause, after a success."""
        self.attempts = 0


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


class _Call:
    """An attempt that is under way. Tasks and callbacks that it leaves behind know of it, but it is over for them."""

    __slots__ = ("deadline", "is_over")

    def __init__(self, deadline: Deadline) -> None:
        self.deadline = deadline
        self.is_over = False


_call: ContextVar[_Call | None] = ContextVar("call", default=None)


@contextmanager
def call_until(deadline: Deadline) -> Iterator[None]:
    """What is done inside belongs to a call that has to end by then: see `within`."""
    call = _Call(deadline)
    token = _call.set(call)
    try:
        yield
    finally:
        call.is_over = True
        _call.reset(token)


def within(seconds: float) -> float:
    """How long something may take that could take `seconds` by itself, in view of the call that it is done for.

    A connection or a response is not waited for longer than whoever asked will wait.
    """
    call = _call.get()
    return seconds if call is None or call.is_over else min(seconds, max(call.deadline.remaining, _LAST_CHANCE))
