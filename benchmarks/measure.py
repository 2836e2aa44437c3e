"""Lets the libraries take turns and makes figures of their times.

Within a round every library runs one slice, in an order that moves on from round to round. A slow moment of the machine
hits neighbours alike, so a ratio is the median of the ratios within the rounds, and worth more than the microseconds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.libraries import OURS

ROOT = Path(__file__).resolve().parent.parent


class WorkerFailed(Exception):
    """A measuring process ended by itself, or kafkawire gave wrong values or bytes."""


class Worker:
    """The process of one library."""

    def __init__(self, module: str) -> None:
        command = [sys.executable, "-m", "benchmarks.worker", module]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self._module = module
        hello = self._read()
        self.absent: str | None = hello.get("absent")
        self.name: str = hello.get("name", module)
        self.version: str = hello.get("version", "")
        self.operations: list[str] = hello.get("operations", [])

    def slice(self, operation: str, milliseconds: float) -> dict[str, Any]:
        """One slice: `ns` per call, `size`, `note`; or `problem`."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"operation": operation, "ms": milliseconds}) + "\n")
        self._process.stdin.flush()
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise WorkerFailed(f"the process that measures {self._module} ended with {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


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
    """All libraries that have the operation, in turns. Raises `WorkerFailed` if it is ours that does it wrong."""
    turns = [worker for worker in workers if operation in worker.operations]
    times: dict[str, list[dict[str, Any]]] = {worker.name: [] for worker in turns}
    refused: dict[str, str] = {}
    for turn in range(rounds):
        for worker in _rotated(turns, turn):
            if worker.name not in refused:
                result = worker.slice(operation, milliseconds)
                times[worker.name].append(result)
                if "problem" in result:
                    refused[worker.name] = result["problem"]
    if OURS in refused:
        raise WorkerFailed(f"{operation}: {refused[OURS]}")
    figures = {name: _figure(found, times[OURS]) for name, found in times.items() if name not in refused}
    return Row(operation, figures.pop(OURS), figures, refused)


def _rotated(workers: list[Worker], by: int) -> Iterator[Worker]:
    return (workers[(by + i) % len(workers)] for i in range(len(workers)))


def _figure(found: list[dict[str, Any]], ours: list[dict[str, Any]]) -> Figure:
    times = [result["ns"] for result in found]
    ratio = median(one / our["ns"] for one, our in zip(times, ours, strict=True))
    return Figure(median(times) / 1e3, min(times) / 1e3, ratio, found[0]["size"], found[0]["note"])
