"""What every measure has at hand: the broker, the clients' processes, the results, and how many rounds to take."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from benchmarks.broker.process import Broker
from benchmarks.client.results import Results
from benchmarks.measure import ROOT


class ClientFailed(Exception):
    """A client could not do what it was asked for."""


class Client:
    """The process of one client."""

    def __init__(self, name: str) -> None:
        command = [sys.executable, "-m", "benchmarks.client.worker", name]
        env = {**os.environ, "PYTHONWARNINGS": "ignore"}
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=env
        )
        self.name = name
        hello = self._read()
        self.absent: str | None = hello.get("absent")
        self.version: str = hello.get("version", "")

    def do(self, command: str, **arguments: Any) -> dict[str, Any]:
        """One command of `worker.py`. Raises `ClientFailed`."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": command, **arguments}) + "\n")
        self._process.stdin.flush()
        answer = self._read()
        if "problem" in answer:
            raise ClientFailed(f"{command}: {answer['problem']}")
        return answer

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ClientFailed(f"the process ended with {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End it."""
        self._process.communicate()


@dataclass
class Session:
    """One run of the benchmark."""

    broker: Broker
    clients: dict[str, Client]
    results: Results
    rounds: int
    scale: float = 1.0
    _numbers: Any = field(default_factory=count)

    def topic(self) -> str:
        """A name that was not used yet."""
        return f"benchmark-{next(self._numbers)}"

    def amount(self, count: int) -> int:
        """So many, or fewer in a quick run."""
        return max(int(count * self.scale), 10)

    def note(self, problem: object) -> None:
        """Something that could not be measured, for the report."""
        print(f"problem: {problem}", file=sys.stderr, flush=True)
        self.results.problems.append(str(problem))

    def turns(self, names: Sequence[str], measure: str, work: Callable[[Client], None]) -> None:
        """`work` with every client once a round, in an order that moves on; one that fails is noted and left out."""
        present = [self.clients[name] for name in names if name in self.clients]
        failed: set[str] = set()
        for turn in range(self.rounds):
            for place in range(len(present)):
                client = present[(turn + place) % len(present)]
                if client.name not in failed:
                    try:
                        work(client)
                    except ClientFailed as exc:
                        failed.add(client.name)
                        self.note(f"{measure}, {client.name}: {exc}")
