"""Whose request is handled next, and for how long, so that nobody waits for somebody else's large or many requests.

All requests are handled on one event loop, so whoever keeps it busy keeps everybody waiting. Three rules see to it that
nobody can:

* **Turns go by work done.** A connection with something to do has a `Turn`. As long as the event loop has looked at its
  sockets a moment ago and nobody waits, it is served at once. Otherwise it waits in a row that is ordered by the time
  that its requests have taken so far (start-time fair queueing), is served for `QUANTUM` seconds at most, and goes back
  into the row. So a client with one small request comes before a client with the rest of ten thousand.
* **A handler pauses.** One that goes through as many topics, partitions or members as a client likes does so with
  `Context.paced`, which pauses it every `SLICE` seconds.
* **The lane.** Requests that pause again and again, and those that are too large to be decoded at once, go on one at a
  time, in the order of work done, and are decoded and encoded in the one thread that there is for it. So their memory
  is that of one of them, however many there are. Whoever waits for others (records, a rebalance) leaves the lane.
"""

from __future__ import annotations

import asyncio
import gc
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from heapq import heappop, heappush
from time import perf_counter
from typing import TypeVar

__all__ = ["SLICE", "Scheduler", "Turn", "unhurried"]

T = TypeVar("T")


SLICE = 0.005
"""Seconds that requests may take before the event loop looks at its sockets again."""
QUANTUM = 0.002
"""Seconds after which a connection with more requests goes back into the row."""
_WORTH_A_LOOK = SLICE / 2
_FREE_PAUSES = 2  # before a request counts as large: a small one may have had to wait for the thread to let Python go
_MOST_WOKEN = 40  # waiters that go on between two looks at the sockets; each takes some 50 us


async def unhurried(items: Iterable[T]) -> AsyncIterator[T]:
    """The items, one by one, with pauses in which clients are served; for upkeep of whatever there is."""
    deadline = perf_counter() + SLICE
    for item in items:
        if perf_counter() >= deadline:
            await asyncio.sleep(0)
            deadline = perf_counter() + SLICE
        yield item


class Turn:
    """One client's share of the event loop.

    `work(deadline)` handles what the client has sent, up to the moment `deadline` (of `perf_counter`), and returns
    whether there is more that could be handled now.
    """

    __slots__ = (
        "_deadline",
        "_in_lane",
        "_pauses",
        "_scheduler",
        "is_large",
        "is_pausing",
        "is_waiting",
        "spent",
        "work",
    )

    def __init__(self, scheduler: Scheduler, work: Callable[[float], bool]) -> None:
        self._scheduler = scheduler
        self.work = work
        self.spent = 0.0
        """Seconds of the event loop that its requests have taken, never less than others had when it came."""
        self.is_waiting = False
        """Whether it is in the row, or being served."""
        self.is_large = False
        """Whether the request that is handled has paused often, or was too large to be decoded at once."""
        self.is_pausing = False
        self._in_lane = False
        self._pauses = 0  # of the request that is handled
        self._deadline = 0.0

    def want(self) -> None:
        """There is something to do: do it now, or in its turn."""
        if not self.is_waiting:
            self._scheduler.admit(self)

    def begin(self, now: float) -> None:
        """A handler begins, or goes on. `now`: of `perf_counter`."""
        self._deadline = now + SLICE

    @property
    def is_over(self) -> bool:
        """Whether the handler that is at work has to pause."""
        return perf_counter() >= self._deadline

    async def pause(self) -> None:
        """Let everybody else have what has come in meanwhile."""
        self.spent += perf_counter() - self._deadline + SLICE
        self._pauses += 1
        self.is_pausing = True
        try:
            if self._pauses > _FREE_PAUSES:
                await self._enter()
            await asyncio.sleep(0)
        finally:
            self.is_pausing = False
        self.begin(perf_counter())

    async def in_thread(self, function: Callable[[], T]) -> T:
        """Have something done that cannot pause, off the event loop. It is charged for."""
        self.is_pausing = True
        try:
            await self._enter()
            began = perf_counter()
            result = await asyncio.get_running_loop().run_in_executor(self._scheduler.thread(), function)
            self.spent += perf_counter() - began
        finally:
            self.is_pausing = False
        self.begin(perf_counter())
        return result

    async def _enter(self) -> None:
        self.is_large = True
        if not self._in_lane:
            await self._scheduler.lane.acquire(self)
            self._in_lane = True

    def leave(self) -> None:
        """Leave the lane: the request waits for something that may take long."""
        if self._in_lane:
            self._in_lane = False
            self._scheduler.lane.release()

    def end(self) -> None:
        """The request is done."""
        self.leave()
        self.is_large, self._pauses = False, 0


class Scheduler:
    """The row of all turns, and the lane."""

    def __init__(self) -> None:
        self.lane = _Lane()
        """Where large requests go on, one at a time."""
        self._row: list[tuple[float, int, Turn]] = []
        self._number = 0
        self._virtual = 0.0  # what the turn that was served last had spent
        self._used = 0.0  # seconds since the event loop has certainly looked at its sockets
        self._is_armed = False
        self._woken = 0  # since then
        self._later: deque[Callable[[], object]] = deque()
        self._thread: ThreadPoolExecutor | None = None

    def turn(self, work: Callable[[float], bool]) -> Turn:
        """For a new client."""
        return Turn(self, work)

    def thread(self) -> ThreadPoolExecutor:
        """The one thread for work that cannot pause: with more of them the event loop would wait for each."""
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="kafkawire-large")
        return self._thread

    def close(self) -> None:
        """Let the thread end; nothing new is done in it."""
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)

    def admit(self, turn: Turn) -> None:
        """Serve a client that has something to do, now or in its turn."""
        turn.is_waiting = True
        if turn.spent < self._virtual:
            turn.spent = self._virtual
        if self._row or self._used >= SLICE:
            self._push(turn)
            self._arm()
        else:
            self._serve(turn)
            if self._row or self._used >= _WORTH_A_LOOK:
                self._arm()

    def wake(self, waiter: Callable[[], object]) -> None:
        """Wake somebody who waits, now or soon: where thousands wait for one thing they are not woken all at once."""
        if self._later or self._woken >= _MOST_WOKEN:
            self._later.append(waiter)
        else:
            self._woken += 1
            waiter()
        if self._woken >= _MOST_WOKEN / 4:
            self._arm()

    def _push(self, turn: Turn) -> None:
        self._number += 1
        heappush(self._row, (turn.spent, self._number, turn))

    def _serve(self, turn: Turn) -> None:
        began = perf_counter()
        turn.begin(began)
        if turn.spent > self._virtual:
            self._virtual = turn.spent
        has_more = turn.work(began + QUANTUM)
        used = perf_counter() - began
        self._used += used
        turn.spent += used
        if has_more:
            self._push(turn)
        else:
            turn.is_waiting = False

    def _arm(self) -> None:
        """Go on when the sockets have been looked at. That costs a look, so it is done once in a while only."""
        if not self._is_armed:
            self._is_armed = True
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        self._is_armed, self._used, self._woken = False, 0.0, 0
        while self._later and self._woken < _MOST_WOKEN:
            self._woken += 1
            self._later.popleft()()
        while self._row and self._used < SLICE:
            self._serve(heappop(self._row)[2])
        if self._row or self._later:
            self._arm()


class _Lane:
    """One large request at a time; of those that wait, that of the client who has had the least so far.

    Meanwhile Python does not look for garbage by itself: with 800,000 objects that are none it takes 0.4 s, in which
    nothing else is done. It is made up for, for what is young, before the next one.
    """

    def __init__(self) -> None:
        self._is_taken = False
        self._collects = False  # whether Python looked for garbage before
        self._number = 0
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []

    async def acquire(self, turn: Turn) -> None:
        """Wait until it is this client's turn."""
        if not self._is_taken:
            self._is_taken, self._collects = True, gc.isenabled()
            gc.disable()
            return
        future = asyncio.get_running_loop().create_future()
        self._number += 1
        heappush(self._waiting, (turn.spent, self._number, future))
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():  # it was given the lane in the same moment
                self.release()
            raise

    def release(self) -> None:
        """Let the next one in."""
        if self._collects:
            gc.collect(1)
        while self._waiting:
            future = heappop(self._waiting)[2]
            if not future.done():
                future.set_result(None)
                return
        self._is_taken = False
        if self._collects:
            gc.enable()
