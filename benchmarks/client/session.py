"""What every measure has at hand beside `rounds.Session`: the broker and the clients' processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks import rounds
from benchmarks.broker.process import Broker
from benchmarks.conversation import Answer, ProcessFailed, WorkerProcess


class Client(WorkerProcess):
    """The process of one client."""

    def __init__(self, name: str) -> None:
        super().__init__("benchmarks.client.worker", name)
        self.name = name

    def do(self, command: str, **arguments: Any) -> Answer:
        """One command of `worker.py`. Raises `ProcessFailed`."""
        answer = self.ask(do=command, **arguments)
        if "problem" in answer:
            raise ProcessFailed(f"{command}: {answer['problem']}")
        return answer


@dataclass(kw_only=True)
class Session(rounds.Session):
    """One run of the benchmark."""

    broker: Broker
    clients: dict[str, Client]

    def present(self, names: Sequence[str]) -> list[Client]:
        """Those of the clients that take part."""
        return [self.clients[name] for name in names if name in self.clients]
