"""What every measure has at hand: the brokers, the client, the results, and how many rounds to take."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from benchmarks.broker.brokers import Starter, running
from benchmarks.broker.process import Broker
from benchmarks.broker.results import Results
from benchmarks.measure import ROOT


class ClientFailed(Exception):
    """The client could not do what it was asked for."""


class Client:
    """The client's process."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "benchmarks.broker.client"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self.hello = self._read()

    def do(self, command: str, broker: Broker, **arguments: Any) -> dict[str, Any]:
        """One command of `client.py`. Raises `ClientFailed`."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": command, "address": broker.address, **arguments}) + "\n")
        self._process.stdin.flush()
        answer = self._read()
        if "problem" in answer:
            raise ClientFailed(f"{command} on {broker.name}: {answer['problem']}")
        return answer

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ClientFailed(f"the client ended with {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End it."""
        self._process.communicate()


@dataclass
class Session:
    """One run of the benchmark."""

    starters: list[Starter]
    client: Client
    results: Results
    scratch: Path
    rounds: int
    scale: float = 1.0
    _numbers: Iterator[int] = field(default_factory=count)

    def directory(self) -> Path:
        """A directory that is not there yet."""
        return self.scratch / f"broker-{next(self._numbers)}"

    def topic(self) -> str:
        """A name that was not used yet."""
        return f"benchmark-{next(self._numbers)}"

    def amount(self, count: int) -> int:
        """So many, or fewer in a quick run."""
        return max(int(count * self.scale), 1)

    def note(self, problem: object) -> None:
        """Something that could not be measured, for the report."""
        print(f"problem: {problem}", file=sys.stderr, flush=True)
        self.results.problems.append(str(problem))

    @contextmanager
    def all_running(self) -> Iterator[list[Broker]]:
        """All brokers at once; those that wait for their turn are idle."""
        with ExitStack() as stack:
            yield [stack.enter_context(running(starter, self.directory())) for starter in self.starters]

    def turns(self, brokers: list[Broker], measure: str, work: Callable[[Broker], None]) -> None:
        """`work` with every broker once a round, in an order that moves on; one that fails is noted and left out."""
        failed: set[str] = set()
        for turn in range(self.rounds):
            for place in range(len(brokers)):
                broker = brokers[(turn + place) % len(brokers)]
                if broker.name not in failed:
                    try:
                        work(broker)
                    except (ClientFailed, OSError) as exc:
                        failed.add(broker.name)
                        self.note(f"{measure}, {broker.name}: {exc}")
