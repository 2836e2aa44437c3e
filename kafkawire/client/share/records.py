"""What a share consumer hands out, and where it waits for the application to ask."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic, NamedTuple

from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import KafkaWireError
from kafkawire.records import Header
from kafkawire.typevars import K_co, V_co

__all__ = ["AcquiredPart", "RecordBuffer", "ShareRecord"]


class ShareRecord(NamedTuple, Generic[K_co, V_co]):
    """A record, where it came from, and how often the group has been given it, this time included.

    `timestamp`: milliseconds since the epoch, -1 for none.
    """

    topic: str
    partition: int
    offset: int
    timestamp: int
    key: K_co | None
    value: V_co | None
    headers: Sequence[Header]
    delivery_count: int

    @property
    def tp(self) -> TopicPartition:
        """Topic and partition."""
        return TopicPartition(self.topic, self.partition)


class AcquiredPart:
    """What one response held of one partition: records, and behind them what was wrong with others."""

    __slots__ = ("errors", "index", "node_id", "records")

    def __init__(self, node_id: int, records: list[ShareRecord], errors: list[KafkaWireError]) -> None:
        self.node_id = node_id
        self.records = records
        self.errors = errors
        self.index = 0


class RecordBuffer:
    """Records that are locked for us and were not handed out yet, in the order in which they came."""

    def __init__(self) -> None:
        self._parts: deque[AcquiredPart] = deque()

    def __bool__(self) -> bool:
        return bool(self._parts)

    def put(self, part: AcquiredPart) -> None:
        """Keep a part, unless it is empty."""
        if part.records or part.errors:
            self._parts.append(part)

    def take(self, limit: int) -> list[tuple[int, list[ShareRecord]]]:
        """Up to `limit` records, each list with the broker that has locked it.

        Raises the error whose turn it is, once, when no records come before it.
        """
        out: list[tuple[int, list[ShareRecord]]] = []
        while self._parts and limit > 0:
            part = self._parts[0]
            records = part.records[part.index : part.index + limit]
            if records:
                out.append((part.node_id, records))
                part.index += len(records)
                limit -= len(records)
            if part.index == len(part.records) and not self._finish(part, raises=not out):
                break
        return out

    def _finish(self, part: AcquiredPart, *, raises: bool) -> bool:
        """Done with the records of a part: raise its next error, or put it away; false if an error has to wait."""
        if not part.errors:
            self._parts.popleft()
            return True
        if not raises:
            return False
        error = part.errors.pop(0)
        if not part.errors:
            self._parts.popleft()
        raise error
