"""How commands that run until they are stopped are stopped."""

from __future__ import annotations

import asyncio
import signal

__all__ = ["stopped_by_signal"]


def stopped_by_signal() -> asyncio.Event:
    """Set by the first SIGINT or SIGTERM. The next one ends the process, whatever that does."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    numbers = (signal.SIGINT, signal.SIGTERM)

    def first() -> None:
        stop.set()
        for number in numbers:
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)

    for number in numbers:
        loop.add_signal_handler(number, first)
    return stop
