"""Lets the libraries take turns and makes figures of their times.

Within a round every library runs one slice, in an order that moves on from round to round. A slow moment of the machine
hits neighbours alike, so a ratio is the median of the ratios within the rounds, and worth more than the microseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median

from benchmarks.conversation import Answer, ProcessFailed, WorkerProcess
from benchmarks.libraries import OURS
from benchmarks.rounds import turns


class Worker(WorkerProcess):
    """The process of one library."""

    def __init__(self, module: str) -> None:
        super().__init__("benchmarks.worker", module)
        self.name: str = self.hello.get("name", module)
        self.operations: list[str] = self.hello.get("operations", [])

    def slice(self, operation: str, milliseconds: float) -> Answer:
        """One slice: `ns` per call, `size`, `note`; or `problem`."""
        return self.ask(operation=operation, ms=milliseconds)


@dataclass
class Figure:
    """What one library needs for one operation. `ratio` is how many times as fast kafkawire is."""

    us: float
    fastest_us: float
    ratio: float
    size: int = 0
    note: str = ""


@dataclass
class Row:
    """One operation: kafkawire and its peers, by name."""

    operation: str
    ours: Figure
    peers: dict[str, Figure] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)


@dataclass
class Results:
    """One run."""

    python: str
    libraries: dict[str, str]
    rows: list[Row] = field(default_factory=list)


def measure(operation: str, workers: list[Worker], rounds: int, milliseconds: float) -> Row:
    """All libraries that have the operation, in turns. Raises `ProcessFailed` if it is ours that does it wrong."""
    able = [worker for worker in workers if operation in worker.operations]
    times: dict[str, list[Answer]] = {worker.name: [] for worker in able}
    refused: dict[str, str] = {}
    for worker in turns(able, rounds):
        if worker.name not in refused:
            result = worker.slice(operation, milliseconds)
            times[worker.name].append(result)
            if "problem" in result:
                refused[worker.name] = result["problem"]
    if OURS in refused:
        raise ProcessFailed(f"{operation}: {refused[OURS]}")
    figures = {name: _figure(found, times[OURS]) for name, found in times.items() if name not in refused}
    return Row(operation, figures.pop(OURS), figures, refused)


def _figure(found: list[Answer], ours: list[Answer]) -> Figure:
    times = [result["ns"] for result in found]
    ratio = median(one / our["ns"] for one, our in zip(times, ours, strict=True))
    return Figure(median(times) / 1e3, min(times) / 1e3, ratio, found[0]["size"], found[0]["note"])
