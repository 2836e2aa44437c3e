"""An event loop in a thread of its own, for clients of code that has none."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from kafkawire.client.errors import ClientClosed
from kafkawire.transport.aio import loop_factory

__all__ = ["LoopThread"]

T = TypeVar("T")


class LoopThread:
    """Runs from `start` to `close`. Any thread may use it, but its own."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def start(self, beginning: Coroutine[Any, Any, object]) -> None:
        """Begin to run, with this first; if that fails, all is as before."""
        self._loop = (loop_factory() or asyncio.new_event_loop)()
        self._thread = threading.Thread(target=self._loop.run_forever, name=self._name, daemon=True)
        self._thread.start()
        try:
            self.run(beginning)
        except BaseException:
            self.close()
            raise

    def run(self, coroutine: Coroutine[Any, Any, T], timeout: float | None = None) -> T:
        """Wait for what a coroutine returns or raises. If the wait ends early, in Ctrl-C say, it is cancelled."""
        if self._loop is None:
            coroutine.close()
            raise ClientClosed("the client is not running")
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result(timeout)
        finally:
            future.cancel()

    def call(self, function: Callable[[], object]) -> None:
        """Have a function called soon."""
        if self._loop is None:
            raise ClientClosed("the client is not running")
        self._loop.call_soon_threadsafe(function)

    def close(self) -> None:
        """End the loop and its thread."""
        loop, self._loop = self._loop, None
        if loop is None or self._thread is None:
            return
        loop.call_soon_threadsafe(loop.stop)
        self._thread.join()
        loop.close()
