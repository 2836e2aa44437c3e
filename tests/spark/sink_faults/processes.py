"""Processes that do what Spark's do, and die at a chosen moment of their conversation with the brokers.

A process is forked, runs one function, and hands its result back through a pipe. Its moment is a number: of all that it
asks brokers, before which question, after which answer, or between the two, it kills itself with SIGKILL. So every
step at which the outside world changes is a step at which something can die, without any hook in what is tested.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from kafkawire.api_key import ApiKey
from kafkawire.client.connection import AioConnection
from kafkawire.message import Request, Response

__all__ = ["Failed", "Fate", "Killed", "Process"]

Moment = Literal["before", "between", "after"]
MOMENTS: tuple[Moment, ...] = ("before", "between", "after")


@dataclass(frozen=True)
class Fate:
    """What happens to a process at its question number `question`: death, or a long sleep while others go on."""

    question: int
    moment: Moment
    signal: int = signal.SIGKILL


class Killed(Exception):
    """The process died; `step` is where, if it was by its fate."""

    def __init__(self, step: str) -> None:
        super().__init__(step)
        self.step = step


class Failed(Exception):
    """The function raised."""


class Process:
    """A forked process that runs `work`; `wait` gives what it returns."""

    def __init__(self, work: Callable[[], Any], fate: Fate | None = None) -> None:
        self._fate = fate
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(reading)
            _run(work, fate, writing)
        os.close(writing)
        self._pipe = os.fdopen(reading, "rb")
        self.reaped = False

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send a signal, unless the process is gone."""
        if not self.reaped:
            os.kill(self.pid, number)

    def sleeps(self) -> bool:
        """Whether it is its fate to sleep, and it does: waits until it is stopped (True) or has ended (False)."""
        if self._fate is None or self._fate.signal != signal.SIGSTOP:
            return False
        _, status = os.waitpid(self.pid, os.WUNTRACED)
        if os.WIFSTOPPED(status):
            return True
        self.reaped = True
        return False

    def reap(self) -> None:
        """Wait until it is gone, with all that it had open."""
        if not self.reaped:
            os.waitpid(self.pid, 0)
            self.reaped = True

    def wait(self) -> Any:
        """Wait for the end. Raises `Killed` or `Failed`."""
        data = self._pipe.read()
        self._pipe.close()
        self.reap()
        step, _, rest = data.partition(b"\n")
        if not rest:
            raise Killed(step.decode() or "at some moment")
        kind, value = pickle.loads(rest)
        if kind == "error":
            raise Failed(value)
        return value


def _run(work: Callable[[], Any], fate: Fate | None, pipe: int) -> None:
    """In the child: never returns."""
    code = 1
    try:
        _arm(fate, pipe)
        try:
            answer = ("value", work())
        except Exception as exc:  # noqa: BLE001 - whatever it is, the parent is told
            answer = ("error", f"{type(exc).__name__}: {exc}")
        with os.fdopen(pipe, "wb", closefd=False) as out:
            out.write(b"\n" + pickle.dumps(answer))
        code = 0
    finally:
        os._exit(code)


def _arm(fate: Fate | None, pipe: int) -> None:
    """Have the fate befall this process, however it asks brokers."""
    if fate is None:
        return
    doom = _Doom(fate, pipe)
    ask, post = AioConnection.request, AioConnection.post

    async def request(self: AioConnection, request: Request, version: int, timeout: float) -> Response:
        is_it = doom.counts(request)
        answer = asyncio.ensure_future(ask(self, request, version, timeout))
        if is_it and fate.moment == "between":
            for _ in range(5):  # until the request is in the socket
                await asyncio.sleep(0)
            doom.strike(request)
        result = await answer
        if is_it:
            doom.strike(request)
        return result

    def posted(
        self: AioConnection, request: Request, version: int, timeout: float, answered: Callable[[Any], None]
    ) -> None:
        """How a producer writes: the answer comes by a call."""
        is_it = doom.counts(request)

        def told(answer: Any) -> None:
            if is_it:
                doom.strike(request)
            answered(answer)

        post(self, request, version, timeout, told)
        if is_it and fate.moment == "between":
            doom.strike(request)

    AioConnection.request = request  # type: ignore[method-assign]
    AioConnection.post = posted  # type: ignore[method-assign]


class _Doom:
    """Counts questions, and strikes at one of them."""

    def __init__(self, fate: Fate, pipe: int) -> None:
        self._fate = fate
        self._pipe = pipe
        self._asked = 0
        self._struck = False

    def counts(self, request: Request) -> bool:
        """Whether this is the question; where the moment is before it, it strikes at once."""
        self._asked += 1
        is_it = self._asked == self._fate.question
        if is_it and self._fate.moment == "before":
            self.strike(request)
        return is_it

    def strike(self, request: Request) -> None:
        """Die, or sleep once."""
        if self._struck:
            return
        self._struck = True
        if self._fate.signal == signal.SIGKILL:
            os.write(self._pipe, f"{self._fate.moment} {ApiKey(request.API_KEY).name}".encode())
        os.kill(os.getpid(), self._fate.signal)
