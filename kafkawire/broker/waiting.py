"""From a `Reply` that a coordinator gave to what a handler returns."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from kafkawire.broker.dispatch import Context
from kafkawire.broker.reply import Reply

__all__ = ["answer"]

T = TypeVar("T")
R = TypeVar("R")


def answer(ctx: Context, reply: Reply[T], finish: Callable[[T], R]) -> R | Awaitable[R]:
    """What `finish` makes of the reply: at once if it is settled, else a coroutine that waits for it."""
    return finish(reply.value) if reply.is_settled else _wait(ctx, reply, finish)


async def _wait(ctx: Context, reply: Reply[T], finish: Callable[[T], R]) -> R:
    settled = asyncio.Event()
    reply.on_settled(lambda _: ctx.node.scheduler.wake(settled.set))
    await settled.wait()
    return finish(reply.value)
