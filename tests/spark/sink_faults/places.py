"""Places at which a query is stopped, told by what goes over the wire: what is held there, and when it is reached.

A stop is asked about every request and every answer, in their order, until the place is left. What it holds, it holds
for all: the world stands still there, as far as the query is concerned.
"""

from __future__ import annotations

from typing import Protocol

from kafkawire.message import Request, Response
from kafkawire.messages import EndTxnRequest, ProduceRequest, ProduceResponse
from kafkawire.records import read_batches

__all__ = ["Commits", "Decision", "Records", "Stop"]


class Stop(Protocol):
    """A place. `reached`: the transactional id of the request that it was reached with, empty before."""

    reached: str

    def holds(self, request: Request) -> bool:
        """Whether a request, which has just come, must not go on to the broker."""

    def holds_answer(self, request: Request, response: Response) -> bool:
        """Whether the broker's answer must not go on to the writer."""


class Records:
    """`count` records of a batch are in the topic, of whichever tasks, and their last writer has not heard of it."""

    def __init__(self, count: int) -> None:
        self.reached = ""
        self._count = count
        self._sent = self._there = 0

    def holds(self, request: Request) -> bool:
        """Records beyond the count."""
        if not isinstance(request, ProduceRequest):
            return False
        if self._sent >= self._count:
            return True
        self._sent += _records(request)
        return False

    def holds_answer(self, request: Request, response: Response) -> bool:
        """The one that makes the count full, and those after it."""
        if not isinstance(request, ProduceRequest) or not isinstance(response, ProduceResponse):
            return False
        if any(part.error_code for topic in response.responses for part in topic.partition_responses):
            self._sent -= _records(request)
            return False
        self._there += _records(request)
        if self._there >= self._count:
            self.reached = self.reached or str(request.transactional_id)
        return bool(self.reached)


class Decision:
    """All is written, and the driver asks to commit the change to the state that makes up its mind."""

    def __init__(self) -> None:
        self.reached = ""
        self._is_written = False

    def holds(self, request: Request) -> bool:
        """The driver's EndTxn; one that came before any records was to take the query over."""
        self._is_written = self._is_written or isinstance(request, ProduceRequest)
        if not (self._is_written and _commits(request) and request.transactional_id.endswith("-driver")):  # type: ignore[attr-defined]
            return False
        self.reached = request.transactional_id  # type: ignore[attr-defined]
        return True

    def holds_answer(self, request: Request, response: Response) -> bool:
        """None."""
        return False


class Commits:
    """Of the transactions of a batch `count` are committed, and the driver has asked for all `of` them."""

    def __init__(self, count: int, of: int) -> None:
        self.reached = ""
        self._count, self._of = count, of
        self._let: set[str] = set()
        self._held: set[str] = set()
        self._done: set[str] = set()

    def holds(self, request: Request) -> bool:
        """EndTxn of a task's transaction, once `count` others may go on."""
        if not _commits(request) or request.transactional_id.endswith("-driver"):  # type: ignore[attr-defined]
            return False
        name: str = request.transactional_id  # type: ignore[attr-defined]
        if name in self._let or len(self._let) < self._count:
            self._let.add(name)
            return False
        self._held.add(name)
        self._look(name)
        return True

    def holds_answer(self, request: Request, response: Response) -> bool:
        """None; they are counted."""
        if isinstance(request, EndTxnRequest) and request.transactional_id in self._let and not response.error_code:  # type: ignore[attr-defined]
            self._done.add(request.transactional_id)
            self._look(request.transactional_id)
        return False

    def _look(self, name: str) -> None:
        if len(self._done) == self._count and len(self._held) == self._of - self._count:
            self.reached = name


def _commits(request: Request) -> bool:
    return isinstance(request, EndTxnRequest) and request.committed


def _records(request: ProduceRequest) -> int:
    parts = [part for topic in request.topic_data for part in topic.partition_data]
    return sum(batch.record_count for part in parts for batch in read_batches(part.records or b""))
