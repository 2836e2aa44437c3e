"""An event loop and a thread of its own for a broker, which other threads start, ask and stop."""

from __future__ import annotations

import asyncio
import atexit
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.loop.clock import ManualClock
from kafkawire.broker.node.node import Node
from kafkawire.broker.server.broker import Broker

if TYPE_CHECKING:
    from kafkawire.testing.clock import Clock

__all__ = ["BrokerThread"]

T = TypeVar("T")


class BrokerThread:
    """A broker in a thread of its own, from `start` to `stop`, as often as one likes.

    `new` makes it of its options and its clock, `started` is told of it before `start` returns; both are called in its
    thread. With a `clock` its time passes as that says. Methods raise `RuntimeError` while it does not run.
    """

    def __init__(
        self,
        config: BrokerConfig,
        new: Callable[[BrokerConfig, ManualClock | None], Broker],
        started: Callable[[Broker], None],
        clock: Clock | None,
    ) -> None:
        self._config, self._new, self._started, self._clock = config, new, started, clock
        self.own_clock: ManualClock | None = None
        """Moved by the one that was given, in the broker's thread."""
        self._broker: Broker | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread: threading.Thread | None = None
        self._ended: Future[None] = Future()
        self._gate = threading.Lock()  # what is handed to the loop is there before its end is

    @property
    def is_running(self) -> bool:
        """Whether it was started, and nobody has stopped it."""
        return self._thread is not None

    def start(self) -> None:
        """Start, and wait until it answers. Raises what keeps it from that, or `RuntimeError` if it runs already."""
        if self._thread is not None:
            raise RuntimeError("the broker is running already")
        if self._clock is None:
            self._start()
            return
        with self._clock.standing():
            self.own_clock = ManualClock(self._clock.seconds)
            self._start()
            assert self._thread is not None
            self._clock.add(self._move, self._thread)

    def _start(self) -> None:
        ready: Future[str] = Future()
        self._ended = Future()
        self._thread = threading.Thread(target=self._work, args=(ready,), name="kafkawire-broker", daemon=True)
        self._thread.start()
        try:
            listeners = ready.result()
        except BaseException:
            self._thread = None
            raise
        self._config = replace(self._config, listeners=listeners)  # clients know them, should it come back
        atexit.register(self.stop)  # where nobody stops it: later its thread stands still, and is waited for in vain

    def stop(self) -> None:
        """Stop cleanly, and wait until it has. Raises `OSError` if the disk refuses."""
        self._refuse_own_thread()
        if self._clock is not None:
            self._clock.remove(self._move)  # first, for who moves it now finds all of its brokers running
        with self._gate:
            thread, self._thread = self._thread, None
            if thread is None:
                return
            atexit.unregister(self.stop)
            if self._loop is not None and self._stop is not None:
                self._loop.call_soon_threadsafe(self._stop.set)
        thread.join()
        self._ended.result()

    def call(self, function: Callable[[Node], T]) -> T:
        """Run something in the thread of the broker, at once if this is it."""
        if self._thread is threading.current_thread():
            assert self._broker is not None
            return function(self._broker.node)

        async def call(node: Node) -> T:
            return function(node)

        return self.wait(call)

    def wait(self, function: Callable[[Node], Coroutine[None, None, T]]) -> T:
        """Wait for what a coroutine in the broker's event loop gives."""
        try:
            return self._run_there(function).result()
        except CancelledError:
            raise RuntimeError("the broker was stopped meanwhile") from None

    def _run_there(self, function: Callable[[Node], Coroutine[None, None, T]]) -> Future[T]:
        self._refuse_own_thread()
        with self._gate:
            if self._thread is None or self._loop is None or self._broker is None:
                raise RuntimeError("the broker is not running")
            return asyncio.run_coroutine_threadsafe(function(self._broker.node), self._loop)

    def _refuse_own_thread(self) -> None:
        if self._thread is threading.current_thread():
            raise RuntimeError("this is the broker's own thread, which cannot wait for itself")

    def _move(self, seconds: float) -> Future[None]:
        """Let its clock run, in its thread."""

        async def move(_node: Node) -> None:
            assert self._broker is not None
            assert self.own_clock is not None
            self.own_clock.advance(seconds)
            await self._broker.settled()

        return self._run_there(move)

    # ---------------------------------------------------------------------------------------------- in its own thread

    def _work(self, ready: Future[str]) -> None:
        try:
            asyncio.run(self._run(ready))
        except BaseException as exc:  # noqa: BLE001 - it is raised in the thread that waits
            failed = self._ended if ready.done() else ready
            failed.set_exception(exc)
        if not self._ended.done():
            self._ended.set_result(None)

    async def _run(self, ready: Future[str]) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._broker = self._new(self._config, self.own_clock)
        async with self._broker:
            self._started(self._broker)
            ready.set_result(self._broker.listeners)
            await self._stop.wait()
