"""The process of one client, `python -m benchmarks.client.worker NAME`: commands and answers are lines of JSON.

`cpu` and `wall` are seconds between the start and the stop of the watch; all threads of this process count. `memory` is
by how much it has grown meanwhile at its largest, in megabytes.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.broker.process import memory_of
from benchmarks.client.libraries import Settings, load
from benchmarks.conversation import Answer, serve
from benchmarks.traffic import contents


class Stopwatch:
    """Processor time and memory. The garbage collector rests meanwhile."""

    def __init__(self, started: Callable[[], None] = lambda: None) -> None:
        self.answer: Answer = {}
        self._started = started

    def start(self) -> None:
        """From here on it counts."""
        gc.collect()
        gc.disable()
        self._started()
        Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
        self._memory = memory_of("self", "VmRSS")
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def stop(self) -> None:
        """It does not any more."""
        wall, cpu = time.perf_counter() - self._wall, time.process_time() - self._cpu
        gc.enable()
        self.answer = {"wall": wall, "cpu": cpu, "memory": memory_of("self", "VmHWM") - self._memory}


def value(size: int) -> bytes:
    """Some text of that size."""
    return (b"0123456789abcdef" * (size // 16 + 1))[:size]


def produce(
    library: Any, address: str, topic: str, load: int | str, counts: tuple[int, int], settings: Answer
) -> Answer:
    """Cost of having records written: of one size, or as `traffic` has them by that name."""
    some = [(None, value(load), [])] if isinstance(load, int) else contents(load)
    watch = Stopwatch()
    library.produce(address, topic, some, counts, Settings(**settings), watch)
    return watch.answer


def consume(library: Any, address: str, topic: str, least: int, counts: tuple[int, int]) -> Answer:
    """Cost of reading records, of at least so many bytes each."""
    watch = Stopwatch()
    seen = library.consume(address, topic, counts, watch)
    assert seen >= least * counts[1]
    return watch.answer


def latency(library: Any, address: str, topic: str, count: int) -> Answer:
    """Milliseconds of one awaited send, by percentile; the first ones are not counted."""
    taken = sorted(library.latency(address, topic, value(100), count)[count // 10 :])
    return {"p50": taken[len(taken) // 2] * 1e3, "p99": taken[len(taken) * 99 // 100] * 1e3}


def metadata(library: Any, address: str, topic: str) -> Answer:
    """Seconds until a producer knows a topic, everything imported."""
    return {"wall": library.metadata(address, topic)}


def fill(library: Any, address: str, topic: str, size: int, buffer_memory: int, pid: int) -> Answer:
    """Memory of a producer whose broker has stopped; the broker goes on afterwards."""
    watch = Stopwatch(lambda: os.kill(pid, signal.SIGSTOP))
    try:
        count = library.fill(address, topic, size, buffer_memory, watch)
    finally:
        os.kill(pid, signal.SIGCONT)
    return {**watch.answer, "count": count}


def dawdle(library: Any, address: str, topic: str, seconds: float) -> Answer:
    """Memory of a consumer whose application takes its time, and the bytes it may fetch ahead."""
    watch = Stopwatch()
    bound = library.dawdle(address, topic, seconds, watch)
    return {**watch.answer, "bound": bound}


COMMANDS: dict[str, Callable[..., Answer]] = {
    function.__name__: function for function in (produce, consume, latency, metadata, fill, dawdle)
}


def start(name: str) -> tuple[Answer, Callable[..., Answer]]:
    """Load a client. Raises `ImportError` if it is not installed."""
    os.environ["BENCHMARK_CLIENT"] = name
    library = load(name)
    return {"version": library.VERSION}, lambda do, **arguments: COMMANDS[do](library, **arguments)


if __name__ == "__main__":
    serve(partial(start, sys.argv[1]))
