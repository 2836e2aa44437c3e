"""How a consumer hands out records: one by one, in lists, or in columns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from kafkawire.client.consumer.columns import ColumnBatch, take_columns
from kafkawire.client.consumer.core import ConsumerCore
from kafkawire.client.consumer.partition import PartitionState
from kafkawire.client.consumer.record import ConsumerRecord, PartitionRecords
from kafkawire.client.errors import ClientClosed, InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.serializing import Deserializers
from kafkawire.errors import KafkaWireError
from kafkawire.records import Record
from kafkawire.typevars import K_co, V_co

__all__ = ["Reading"]

T = TypeVar("T", PartitionRecords[Any, Any], ColumnBatch, list[ConsumerRecord[Any, Any]])
Take = Callable[[PartitionState, int], list[T]]


class Reading(ConsumerCore, Generic[K_co, V_co]):
    """Records, in three forms that may be mixed."""

    def __init__(self, deserializers: Deserializers | None) -> None:
        super().__init__()
        self._deserializers = deserializers
        self._handed_out: dict[PartitionState, None] = {}

    async def fetch(self, max_records: int = 10_000, timeout: float | None = 1.0) -> list[PartitionRecords[K_co, V_co]]:
        """Wait until there are records, or `timeout` seconds have passed (None: as long as it takes).

        Returns up to `max_records`, in lists by partition, or nothing. Coming back says that the records of the last
        call are dealt with. Raises `KafkaError`, `NoOffset`, what is wrong with a batch, or `DeserializationFailed`.
        """
        take = _take_records if self._deserializers is None else self._take_deserialized
        return await self._fetch(max_records, timeout, take)

    async def fetch_columns(self, max_records: int = 100_000, timeout: float | None = 1.0) -> list[ColumnBatch]:
        """As `fetch`, but columns in place of objects: far cheaper for each record. A partition may come twice.

        Keys and values are bytes here, whatever deserializers there are.
        """
        return await self._fetch(max_records, timeout, take_columns)

    async def fetch_singles(
        self, max_records: int = 10_000, timeout: float | None = 1.0
    ) -> list[list[ConsumerRecord[K_co, V_co]]]:
        """As `fetch`, but the records that `async for` hands out, in lists by partition."""
        return await self._fetch(max_records, timeout, self._take_singles)

    async def _fetch(self, max_records: int, timeout: float | None, take: Take[T]) -> list[T]:
        if max_records < 1:
            raise InvalidOption(f"max_records must be 1 or more, not {max_records}")
        self._acknowledge()
        deadline = None if timeout is None else self._now() + timeout
        with self._noted():
            while await self._settle(deadline):
                chunks = self._take(max_records, take)
                if chunks or not await self._wait(deadline):
                    return chunks
                if self._group is not None:
                    self._group.polled()
        return []

    async def __aiter__(self) -> AsyncIterator[ConsumerRecord[K_co, V_co]]:
        make = tuple.__new__  # of a record: what its own constructor does, without a call in between
        needs_settling = self._needs_settling
        deserialize = None if self._deserializers is None else self._deserialize
        while True:
            with self._noted():
                self._acknowledge()
                await self._settle(None)
                state = self._next_readable()
                if state is None:
                    await self._wait(None)  # and acknowledge again, which commits when it is time
                    continue
            # The place in the batch lives in the state, not here: whoever leaves this loop and comes back, by whichever
            # call, goes on with the next record.
            topic, partition = state.tp
            records, epoch = state.records, state.open_epoch
            self._handed_out[state] = None
            while state.index < len(records) and state.records is records and not needs_settling():
                record = records[state.index]
                offset = record.offset
                state.processed = state.position
                if deserialize is not None:
                    deserialize(state.tp, record)
                state.index += 1
                state.position = offset + 1
                row = topic, partition, offset, record.timestamp, record.key, record.value, record.headers, epoch
                yield make(ConsumerRecord, row)

    def _take(self, max_records: int, take: Take[T]) -> list[T]:
        """Records of all partitions in turn; whoever came first is the last next time."""
        chunks: list[T] = []
        readable = self._fetcher.partitions.readable
        for state in list(readable):
            if max_records <= 0:
                break
            try:
                found = take(state, max_records)
            except KafkaWireError:
                if not chunks:
                    raise
                break  # what has been taken goes out first; the error comes again
            if found:
                max_records -= sum(map(len, found))
                chunks += found
                self._handed_out[state] = None
                self._fetcher.partitions.rotate(state)
        self._fetcher.kick()
        return chunks

    def _take_deserialized(self, state: PartitionState, limit: int) -> list[PartitionRecords[K_co, V_co]]:
        """As `_take_records`, with deserializers."""
        records = [record for run, _ in self._runs(state, limit) for record in run]
        return [PartitionRecords(*state.tp, records, state.high_watermark)] if records else []

    def _take_singles(self, state: PartitionState, limit: int) -> list[list[ConsumerRecord[K_co, V_co]]]:
        found = [
            ConsumerRecord(*state.tp, each.offset, each.timestamp, each.key, each.value, each.headers, epoch)
            for run, epoch in self._runs(state, limit)
            for each in run
        ]
        return [found] if found else []

    def _runs(self, state: PartitionState, limit: int) -> Iterator[tuple[list[Record[Any, Any]], int]]:
        """Up to `limit` records, of one batch at a time, deserialized, with the batch's leader epoch.

        Ends before what is wrong; raises what it is if there are no records before it.
        """
        left = limit
        try:
            while left > 0 and state.load():
                epoch = state.open_epoch
                ahead = state.records[state.index : state.index + left]
                ready = len(ahead)
                if self._deserializers is not None:
                    ready = self._deserializers.deserialize_all(state.tp, ahead)
                left -= ready
                yield state.take(ready), epoch
                if ready < len(ahead):
                    return
        except KafkaWireError:
            if left == limit:
                raise

    def _deserialize(self, tp: TopicPartition, record: Record[Any, Any]) -> None:
        """For `async for`, which is outside of what is noted anyway."""
        assert self._deserializers is not None
        try:
            self._deserializers.deserialize(tp, record)
        except KafkaWireError as exc:
            self._last_error = exc
            raise

    def _next_readable(self) -> PartitionState | None:
        partitions = self._fetcher.partitions
        for state in list(partitions.readable):
            if state.load():
                partitions.rotate(state)
                self._fetcher.kick()
                return state
        self._fetcher.kick()
        return None

    async def _wait(self, deadline: float | None) -> bool:
        """Wait for news, or until a commit is due; False once the time is up."""
        if self._fetcher.partitions.readable:  # a batch without records for us: there is more behind it
            return True
        self._wake.clear()
        commit_at = None if self._group is None else self._group.next_commit
        until = min((at for at in (deadline, commit_at) if at is not None), default=None)
        try:
            with self._alive():
                async with asyncio.timeout_at(until):
                    await self._wake.wait()
        except TimeoutError:
            return deadline is None or self._now() < deadline
        return True

    @contextmanager
    def _alive(self) -> Iterator[None]:
        """Waiting for records is no idleness of the application, however long it takes."""
        if self._group is None:
            yield
            return
        membership = self._group.membership
        membership.waiting = True
        try:
            yield
        finally:
            membership.waiting = False
            membership.polled()

    def _acknowledge(self) -> None:
        """The application is back: what it was given is dealt with."""
        if not self._open:
            raise ClientClosed("the consumer is not running")
        for state in self._handed_out:
            state.processed = state.position
        self._handed_out.clear()
        if self._group is not None:
            self._group.polled()

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """For whoever asks how the consumer is: the application is in here, and what goes wrong."""
        self._is_waiting = True
        try:
            yield
        except KafkaWireError as exc:
            self._last_error = exc
            raise
        finally:
            self._is_waiting = False
            self._polled_at = self._now()


def _take_records(state: PartitionState, limit: int) -> list[PartitionRecords]:
    records = state.take(limit)
    return [PartitionRecords(*state.tp, records, state.high_watermark)] if records else []
