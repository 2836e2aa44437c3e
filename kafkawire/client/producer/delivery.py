"""What becomes of a record: the promise that `send` gives, and the completion of the batch that keeps it.

A batch makes futures only for those who wait. A `Delivery` is three slots, because there is one for every record.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Mapping
from typing import NamedTuple

from kafkawire.client.errors import BatchRefused
from kafkawire.client.metadata import TopicPartition

__all__ = ["BatchCompletion", "Completion", "Delivery", "RecordMetadata"]

NO_OFFSET = -1
NO_TIMESTAMP = -1


class RecordMetadata(NamedTuple):
    """Where a record was written. `offset` is -1 if the broker did not say: acks=0, or a repeated batch it knew."""

    topic: str
    partition: int
    offset: int
    timestamp: int


class Completion:
    """Something that many wait for and that ends once, well or in an error."""

    __slots__ = ("_waiters", "done", "error", "raised")

    def __init__(self) -> None:
        self.done = False
        self.error: Exception | None = None
        self.raised = False
        """Whether the error has been raised to anybody."""
        self._waiters: list[asyncio.Future[None]] = []

    def complete(self, error: Exception | None = None) -> None:
        """End it, once."""
        self.done, self.error = True, error
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def waiter(self) -> asyncio.Future[None]:
        """A future for one who waits for the end, whichever it is; cancelling it does not touch the others."""
        future = asyncio.get_running_loop().create_future()
        if self.done:
            future.set_result(None)
        else:
            self._waiters.append(future)
        return future

    async def wait(self) -> None:
        """Wait for the end."""
        if not self.done:
            await self.waiter()

    def check(self) -> None:
        """Raise the error, if that is how it ended."""
        if self.error is not None:
            self.raised = True
            raise self.error


class BatchCompletion(Completion):
    """How a batch ended, and where it was written."""

    __slots__ = ("base_offset", "log_append_time", "parts", "refused", "tp")

    def __init__(self, tp: TopicPartition) -> None:
        super().__init__()
        self.tp = tp
        self.base_offset = NO_OFFSET
        self.log_append_time = NO_TIMESTAMP
        self.parts: list[tuple[int, BatchCompletion]] = []
        """Where the batch was split: the number of the first record of each part, and what becomes of it."""
        self.refused: Mapping[int, Exception] | None = None
        """Records that the broker named, with what is wrong; the others only were in the same batch."""

    def split(self, parts: list[tuple[int, BatchCompletion]]) -> None:
        """The records are in several batches from now on."""
        self.parts = parts
        self.complete()

    async def wait_for_all(self) -> None:
        """Wait for the end of the batch, or of all of its parts."""
        await self.wait()
        for _, part in self.parts:
            await part.wait_for_all()

    def metadata(self, index: int, timestamp: int) -> RecordMetadata:
        """What is to be said of the batch's record number `index`, or the error that is its own."""
        if self.refused is not None and self.error is not None:
            self.raised = True
            raise self.refused.get(index) or BatchRefused(
                f"{self.tp}: in one batch with a refused record: {self.error}"
            )
        self.check()
        offset = NO_OFFSET if self.base_offset == NO_OFFSET else self.base_offset + index
        written = timestamp if self.log_append_time == NO_TIMESTAMP else self.log_append_time
        return RecordMetadata(*self.tp, offset, written)


class Delivery:
    """Await it for the `RecordMetadata`, or for the error that kept the record from being written."""

    __slots__ = ("_completion", "_index", "_timestamp")

    def __init__(self, completion: Completion, index: int, timestamp: int) -> None:
        self._completion = completion
        self._index = index
        self._timestamp = timestamp

    @property
    def done(self) -> bool:
        """Whether awaiting it would return, or raise, at once."""
        return self._present().done

    def move_to(self, completion: Completion, index: int) -> None:
        """The record is number `index` of a batch now, or has failed before it got into one."""
        self._completion = completion
        self._index = index

    def __await__(self) -> Generator[object, None, RecordMetadata]:
        completion = self._present()
        while not completion.done:
            yield from completion.waiter()
            completion = self._present()
        if isinstance(completion, BatchCompletion):
            return completion.metadata(self._index, self._timestamp)
        completion.check()
        raise AssertionError("the topic of a record is known, and the record is in no batch")

    def _present(self) -> Completion:
        """What the record depends on now: the batch may have been split meanwhile."""
        completion = self._completion
        while isinstance(completion, BatchCompletion) and completion.parts:
            start, part = next(pair for pair in reversed(completion.parts) if pair[0] <= self._index)
            self.move_to(part, self._index - start)
            completion = part
        return completion
