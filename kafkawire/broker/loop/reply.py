"""An answer that may come later, without a word about how one waits for it.

A coordinator hands out a `Reply` where it cannot answer at once (a member joins, and the others have yet to) and
settles it when it can. Tests look at it; handlers wait for it on the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from kafkawire.broker.loop.scheduler import Scheduler

__all__ = ["Reply", "answer"]

T = TypeVar("T")
R = TypeVar("R")


class Reply(Generic[T]):
    """Settled once with a value; `on_settled` is called then."""

    __slots__ = ("_listener", "_value", "is_settled")

    def __init__(self) -> None:
        self.is_settled = False
        self._value: T | None = None
        self._listener: Callable[[T], object] | None = None

    @classmethod
    def of(cls, value: T) -> Reply[T]:
        """An answer that is there at once."""
        reply = cls()
        reply.settle(value)
        return reply

    @property
    def value(self) -> T:
        """The answer. Only to be read once it is settled."""
        assert self.is_settled
        return self._value  # type: ignore[return-value]

    def settle(self, value: T) -> None:
        """Give the answer; a second one is not heard."""
        if self.is_settled:
            return
        self.is_settled, self._value = True, value
        if self._listener is not None:
            self._listener(value)

    def on_settled(self, listener: Callable[[T], object]) -> None:
        """Call `listener` with the answer, at once if it is there already."""
        self._listener = listener
        if self.is_settled:
            listener(self.value)


def answer(scheduler: Scheduler, reply: Reply[T], finish: Callable[[T], R]) -> R | Awaitable[R]:
    """What `finish` makes of the reply: at once if it is settled, else a coroutine that waits for it."""
    return finish(reply.value) if reply.is_settled else _wait(scheduler, reply, finish)


async def _wait(scheduler: Scheduler, reply: Reply[T], finish: Callable[[T], R]) -> R:
    settled = asyncio.Event()
    reply.on_settled(lambda _: scheduler.wake(settled.set))
    await settled.wait()
    return finish(reply.value)
