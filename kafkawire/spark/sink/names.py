"""What a query is called at the brokers: its transactional ids and its group. All are stable over restarts."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Names", "OpenTransaction", "TaskAttempt"]


@dataclass(frozen=True, slots=True)
class OpenTransaction:
    """A transaction that a task has left open: all that is needed to end it, and nothing else, from any process."""

    transactional_id: str
    producer_id: int
    epoch: int


@dataclass(frozen=True, slots=True)
class TaskAttempt:
    """Which attempt at which task of which batch of which query."""

    query: str
    batch: int
    index: int
    """The number of the task, from 0 on."""
    attempt: int
    """How often the task was begun before, in this execution of the batch."""


@dataclass(frozen=True, slots=True)
class Names:
    """Of one query. The number of transactional ids is bounded: tasks of a batch times attempts at a task."""

    prefix: str
    query: str

    def of_task(self, index: int, slot: int) -> str:
        """The transactional id of a task. Attempts that may run side by side take different slots."""
        return f"{self.prefix}-{self.query}-{index}-{slot}"

    @property
    def of_driver(self) -> str:
        """The transactional id under which the state is changed."""
        return f"{self.prefix}-{self.query}-driver"

    def is_of_task(self, transactional_id: str) -> bool:
        """Whether a transactional id is that of a task of this query."""
        return re.fullmatch(re.escape(f"{self.prefix}-{self.query}-") + r"\d+-\d+", transactional_id) is not None

    def group(self, part: int = 0) -> str:
        """The group whose committed offset holds the state; long states go on in further groups."""
        return f"{self.prefix}-{self.query}" + (f"-state-{part}" if part else "")
