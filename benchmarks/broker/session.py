"""What every measure has at hand beside `rounds.Session`: the brokers and the client."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import rounds
from benchmarks.broker.brokers import Starter, running
from benchmarks.broker.process import Broker
from benchmarks.conversation import Answer, ProcessFailed, WorkerProcess


class Client(WorkerProcess):
    """The client's process."""

    def __init__(self) -> None:
        super().__init__("benchmarks.broker.client")

    def do(self, command: str, broker: Broker, **arguments: Any) -> Answer:
        """One command of `client.py`. Raises `ProcessFailed`."""
        answer = self.ask(do=command, address=broker.address, **arguments)
        if "problem" in answer:
            raise ProcessFailed(f"{command} on {broker.name}: {answer['problem']}")
        return answer


@dataclass(kw_only=True)
class Session(rounds.Session):
    """One run of the benchmark."""

    starters: list[Starter]
    client: Client
    scratch: Path

    def directory(self) -> Path:
        """A directory that is not there yet."""
        return self.scratch / f"broker-{next(self._numbers)}"

    @contextmanager
    def all_running(self) -> Iterator[list[Broker]]:
        """All brokers at once; those that wait for their turn are idle."""
        with ExitStack() as stack:
            yield [stack.enter_context(running(starter, self.directory())) for starter in self.starters]
