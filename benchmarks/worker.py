"""One library in a process of its own: `python -m benchmarks.worker NAME`, commands and answers as lines of JSON.

It says hello with the library's version and operations, or with the reason why it is absent. Then every line asks for
one slice of an operation; the first one for an operation checks its result and finds out how many calls fill a slice.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import repeat

from benchmarks.conversation import Answer, serve
from benchmarks.operations import Library, Operation

_TRIAL_NS = 4_000_000
_PLACES = random.Random(1)


class Prepared:
    """An operation that has proved itself, ready to be timed."""

    def __init__(self, operation: Operation) -> None:
        self.run = operation.run
        self.argument = operation.argument()
        result = self.run(self.argument)
        self.problem = operation.check(result)
        self.size = len(result) if isinstance(result, bytes | bytearray) else 0
        self.ns_per_call = 0.0 if self.problem else self._calibrate()
        gc.collect()
        gc.freeze()  # workloads are not the garbage that the collector has to look at

    def _calibrate(self) -> float:
        """Nanoseconds of one call, from a trial long enough to trust."""
        calls = 1
        while (spent := self.time(calls)) < _TRIAL_NS:
            calls *= 2
        return spent / calls

    def _move(self) -> None:
        """Let the data lie elsewhere in each slice: how two addresses fall together can cost copying a third."""
        self._padding = bytearray(_PLACES.randrange(1, 1 << 16))
        if isinstance(self.argument, bytes):
            self.argument = bytes(memoryview(self.argument))

    def time(self, calls: int) -> int:
        """Nanoseconds of processor time for so many calls."""
        run, argument = self.run, self.argument
        begin = time.process_time_ns()
        for _ in repeat(None, calls):
            run(argument)
        return time.process_time_ns() - begin

    def slice(self, milliseconds: float) -> float:
        """Nanoseconds per call, over about so many milliseconds."""
        self._move()
        calls = max(1, round(milliseconds * 1e6 / self.ns_per_call))
        return self.time(calls) / calls


def answer(library: Library, prepared: dict[str, Prepared], operation: str, ms: float) -> Answer:
    """The answer to one command: time and size, or the problem that keeps it from being timed."""
    if operation not in prepared:
        prepared[operation] = Prepared(library.operations[operation])
    ready = prepared[operation]
    if ready.problem:
        return {"problem": ready.problem}
    return {"ns": ready.slice(ms), "size": ready.size, "note": library.operations[operation].note}


def start(name: str) -> tuple[Answer, Callable[..., Answer]]:
    """Load a library. Raises `ImportError` if it is not installed."""
    library: Library = import_module(f"benchmarks.libraries.{name}").load()
    hello = {"name": library.name, "version": library.version, "operations": list(library.operations)}
    return hello, partial(answer, library, {})


if __name__ == "__main__":
    serve(partial(start, sys.argv[1]))
