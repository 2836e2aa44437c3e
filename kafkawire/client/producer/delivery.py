"""What becomes of a record: the promise that `send` gives, and the batch that keeps it.

There is one future for a batch, and it is only made when somebody waits. A `Delivery` is three slots, because there is
one for every record.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import NamedTuple

from kafkawire.client.metadata import TopicPartition

__all__ = ["BatchOutcome", "Delivery", "Outcome", "Parking", "RecordMetadata"]

NO_OFFSET = -1
NO_TIMESTAMP = -1


class RecordMetadata(NamedTuple):
    """Where a record was written. `offset` is -1 if the broker did not say: acks=0, or a repeated batch it knew."""

    topic: str
    partition: int
    offset: int
    timestamp: int


class Outcome:
    """Something that many wait for and that ends once, well or in an error."""

    __slots__ = ("_future", "done", "error", "seen")

    def __init__(self) -> None:
        self.done = False
        self.error: Exception | None = None
        self.seen = False
        """Whether the error has been raised to anybody."""
        self._future: asyncio.Future[None] | None = None

    def settle(self, error: Exception | None = None) -> None:
        """End it, once."""
        self.done, self.error = True, error
        if self._future is not None:
            self._future.set_result(None)

    async def wait(self) -> None:
        """Wait for the end, whichever it is. Cancelling one who waits does not touch the others."""
        if not self.done:
            if self._future is None:
                self._future = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._future)

    def check(self) -> None:
        """Raise the error, if that is how it ended."""
        if self.error is not None:
            self.seen = True
            raise self.error


class Parking(Outcome):
    """The records of a topic whose partitions are not known yet wait here."""

    __slots__ = ()


class BatchOutcome(Outcome):
    """How a batch ended, and where it was written."""

    __slots__ = ("base_offset", "log_append_time", "tp")

    def __init__(self, tp: TopicPartition) -> None:
        super().__init__()
        self.tp = tp
        self.base_offset = NO_OFFSET
        self.log_append_time = NO_TIMESTAMP

    def metadata(self, index: int, timestamp: int) -> RecordMetadata:
        """What is to be said of the batch's record number `index`."""
        offset = NO_OFFSET if self.base_offset == NO_OFFSET else self.base_offset + index
        written = timestamp if self.log_append_time == NO_TIMESTAMP else self.log_append_time
        return RecordMetadata(*self.tp, offset, written)


class Delivery:
    """Await it for the `RecordMetadata`, or for the error that kept the record from being written."""

    __slots__ = ("_index", "_outcome", "_timestamp")

    def __init__(self, outcome: Outcome, index: int, timestamp: int) -> None:
        self._outcome = outcome
        self._index = index
        self._timestamp = timestamp

    @property
    def done(self) -> bool:
        """Whether awaiting it would return, or raise, at once."""
        return self._outcome.done

    def place(self, outcome: Outcome, index: int) -> None:
        """The record is number `index` of a batch now, or has failed before it got into one."""
        self._outcome = outcome
        self._index = index

    def __await__(self) -> Generator[object, None, RecordMetadata]:
        return self._result().__await__()

    async def _result(self) -> RecordMetadata:
        while not isinstance(self._outcome, BatchOutcome):
            parking = self._outcome
            await parking.wait()
            parking.check()
        outcome = self._outcome
        await outcome.wait()
        outcome.check()
        return outcome.metadata(self._index, self._timestamp)
