"""A response that may come later, without a word about how one waits for it.

A coordinator hands out a `Reply` where it cannot respond at once (a member joins, and the others have yet to) and sets
its value when it can. Tests look at it; handlers wait for it on the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from kafkawire.broker.loop.scheduler import Scheduler

__all__ = ["Reply", "respond"]

T = TypeVar("T")
R = TypeVar("R")


class Reply(Generic[T]):
    """Gets a value once, and calls a listener then."""

    __slots__ = ("_listener", "_value", "is_set")

    def __init__(self) -> None:
        self.is_set = False
        self._value: T | None = None
        self._listener: Callable[[T], object] | None = None

    @classmethod
    def of(cls, value: T) -> Reply[T]:
        """A reply whose value is there at once."""
        reply = cls()
        reply.set(value)
        return reply

    @property
    def value(self) -> T:
        """The value, to be read once it is set."""
        assert self.is_set
        return self._value  # type: ignore[return-value]

    def set(self, value: T) -> None:
        """Give it its value; a second one changes nothing."""
        if self.is_set:
            return
        self.is_set, self._value = True, value
        if self._listener is not None:
            self._listener(value)

    def when_set(self, listener: Callable[[T], object]) -> None:
        """Call `listener` with the value, at once if it is there already."""
        self._listener = listener
        if self.is_set:
            listener(self.value)


def respond(scheduler: Scheduler, reply: Reply[T], finish: Callable[[T], R]) -> R | Awaitable[R]:
    """What `finish` makes of the reply: at once if it has its value, else a coroutine that waits for it."""
    return finish(reply.value) if reply.is_set else _wait(scheduler, reply, finish)


async def _wait(scheduler: Scheduler, reply: Reply[T], finish: Callable[[T], R]) -> R:
    event = asyncio.Event()
    reply.when_set(lambda _: scheduler.wake(event.set))
    await event.wait()
    return finish(reply.value)
