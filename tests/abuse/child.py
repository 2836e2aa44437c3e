"""A process of our own at the other end of a pipe."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any


class ChildFailed(Exception):
    """It broke, died, or was not heard of."""


class Failure(str):
    """What a child says when it breaks."""


class Child:
    """Runs `work(pipe, *args)`, a function of some module."""

    def __init__(self, work: Callable[..., None], *args: object) -> None:
        spawn = get_context("spawn")
        self._name = work.__module__
        self._pipe, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_run, args=(work, theirs, *args), daemon=True)
        self._process.start()
        theirs.close()

    def send(self, what: str) -> None:
        """Tell it something. That it cannot hear it shows when an answer is awaited."""
        try:
            self._pipe.send(what)
        except BrokenPipeError:
            return

    def receive(self, seconds: float) -> Any:
        """What it says next. Raises `ChildFailed`."""
        if not self._pipe.poll(seconds):
            raise ChildFailed(f"{self._name}: nothing heard for {seconds:.0f} s")
        try:
            said = self._pipe.recv()
        except (EOFError, ConnectionResetError):
            raise ChildFailed(f"{self._name}: died") from None
        if isinstance(said, Failure):
            raise ChildFailed(said)
        return said

    def end(self) -> None:
        """Whatever it is doing, it goes."""
        self._process.kill()
        self._process.join()


def _run(work: Callable[..., None], pipe: Connection, *args: object) -> None:
    try:
        work(pipe, *args)
    except EOFError:  # nobody is there any more
        return
    except Exception:
        pipe.send(Failure(traceback.format_exc()))
        raise
