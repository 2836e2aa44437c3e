"""How a consumer hands out records: one by one, in lists, or in columns, once it is ready to.

Before anything is handed out the member has to have joined its group, and each partition needs a position. That is done
inside the application's own calls that read, so that no partition moves while its records are worked on.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Generic, TypeVar

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.fetcher import Fetcher
from kafkawire.client.consumer.membership import GroupMembership
from kafkawire.client.consumer.partition import PartitionState
from kafkawire.client.consumer.positions import resolve_positions
from kafkawire.client.consumer.record import ColumnBatch, ConsumerRecord, PartitionRecords
from kafkawire.client.errors import ClientClosed, InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.client.serializing import Deserializers
from kafkawire.errors import KafkaWireError
from kafkawire.records import Record
from kafkawire.typevars import K_co, V_co

__all__ = ["Reader", "take_columns"]

T = TypeVar("T", PartitionRecords[Any, Any], ColumnBatch, list[ConsumerRecord[Any, Any]])
Take = Callable[[PartitionState, int], list[T]]


class Reader(Generic[K_co, V_co]):
    """Hands out what the fetcher has, in three forms that may be mixed. `wake` is set when there may be more of it."""

    def __init__(
        self,
        cluster: Cluster,
        options: ConsumerOptions,
        fetcher: Fetcher,
        group: GroupMembership | None,
        wake: asyncio.Event,
        deserializers: Deserializers | None,
    ) -> None:
        self.is_open = False
        self.is_polling = False
        """Whether the application is in a call that reads."""
        self.polled_at: float | None = None
        """When it last came back from one."""
        self.last_error: BaseException | None = None
        """What such a call raised last."""
        self._cluster = cluster
        self._options = options
        self._fetcher = fetcher
        self._partitions = fetcher.partitions
        self._group = group
        self._wake = wake
        self._deserializers = deserializers
        self._handed_out: dict[PartitionState, None] = {}
        self._preparation: asyncio.Task[None] | None = None

    # --- handing out --------------------------------------------------------------------------------------------

    async def read(self, max_records: int, timeout: float | None, take: Take[T]) -> list[T]:
        """Up to `max_records` in the form that `take` gives them; none if there are none for `timeout` seconds."""
        if max_records < 1:
            raise InvalidOption(f"max_records must be 1 or more, not {max_records}")
        self._acknowledge()
        deadline = None if timeout is None else self._now() + timeout
        with self._noted():
            while await self._prepare(deadline):
                chunks = self._take(max_records, take)
                if chunks or not await self._wait(deadline):
                    return chunks
                if self._group is not None:
                    self._group.polled()
        return []

    async def one_by_one(self) -> AsyncIterator[ConsumerRecord[K_co, V_co]]:
        """Every record, as it comes."""
        make = tuple.__new__  # of a record: what its own constructor does, without a call in between
        group = self._group
        deserialize = None if self._deserializers is None else self._deserialize
        while True:
            with self._noted():
                self._acknowledge()
                await self._prepare(None)
                state = self._next_readable()
                if state is None:
                    await self._wait(None)  # and acknowledge again, which commits when it is time
                    continue
            # The place in the batch lives in the state, not here: whoever leaves this loop and comes back, by whichever
            # call, goes on with the next record.
            topic, partition = state.tp
            records, epoch = state.records, state.open_epoch
            self._handed_out[state] = None
            while state.index < len(records) and state.records is records:
                if (self._preparation is not None or group is not None) and self._must_prepare():
                    break
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
        for state in list(self._partitions.readable):
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
                self._partitions.rotate(state)
        self._fetcher.kick()
        return chunks

    def take_records(self, state: PartitionState, limit: int) -> list[PartitionRecords[K_co, V_co]]:
        """Up to `limit` records of a partition in one list. Raises what is wrong with its next batch."""
        if self._deserializers is None:
            records: Any = state.take(limit)
        else:
            records = [record for run, _ in self._runs(state, limit) for record in run]
        return [PartitionRecords(*state.tp, records, state.high_watermark)] if records else []

    def take_singles(self, state: PartitionState, limit: int) -> list[list[ConsumerRecord[K_co, V_co]]]:
        """Up to `limit` records of a partition in one list, each with where it comes from. Raises as `take_records`."""
        make = tuple.__new__  # as in `one_by_one`
        topic, partition = state.tp
        found = [
            make(ConsumerRecord, (topic, partition, r.offset, r.timestamp, r.key, r.value, r.headers, epoch))
            for run, epoch in self._runs(state, limit)
            for r in run
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
        """For `one_by_one`, which is outside of what is noted anyway."""
        assert self._deserializers is not None
        try:
            self._deserializers.deserialize(tp, record)
        except KafkaWireError as exc:
            self.last_error = exc
            raise

    def _next_readable(self) -> PartitionState | None:
        for state in list(self._partitions.readable):
            if state.load():
                self._partitions.rotate(state)
                self._fetcher.kick()
                return state
        self._fetcher.kick()
        return None

    # --- the application comes and goes -------------------------------------------------------------------------

    async def _wait(self, deadline: float | None) -> bool:
        """Wait for news, or until a commit is due; False once the time is up."""
        if self._partitions.readable:  # a batch without records for us: there is more behind it
            return True
        self._wake.clear()
        commit_at = None if self._group is None else self._group.next_commit
        until = min((at for at in (deadline, commit_at) if at is not None), default=None)
        try:
            with nullcontext() if self._group is None else self._group.alive():
                async with asyncio.timeout_at(until):
                    await self._wake.wait()
        except TimeoutError:
            return deadline is None or self._now() < deadline
        return True

    def _acknowledge(self) -> None:
        """The application is back: what it was given is dealt with."""
        if not self.is_open:
            raise ClientClosed("the consumer is not running")
        for state in self._handed_out:
            state.processed = state.position
        self._handed_out.clear()
        if self._group is not None:
            self._group.polled()

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """For whoever asks how the consumer is: the application is in here, and what goes wrong."""
        self.is_polling = True
        try:
            yield
        except KafkaWireError as exc:
            self.last_error = exc
            raise
        finally:
            self.is_polling = False
            self.polled_at = self._now()

    # --- getting ready ------------------------------------------------------------------------------------------

    def fatal_error(self) -> BaseException | None:
        """What has ended fetching, or the membership, for good."""
        return self._fetcher.error or (None if self._group is None else self._group.member.heartbeats.error)

    def _must_prepare(self) -> bool:
        """Whether nothing may be handed out; while a cooperative member joins it goes on with what it keeps."""
        group = self._group
        if group is not None and group.is_joining:
            return False
        return self._preparation is not None or (group is not None and group.needs_rebalance)

    async def _prepare(self, deadline: float | None) -> bool:
        """Join the group and find positions where that is needed; False if the time is up before that is done.

        The work goes on in a task of its own when the caller's time is up or the caller is cancelled: a member that
        stopped half way through joining would hold up its whole group.
        """
        error = self.fatal_error()
        if error is not None:
            raise error
        self._fetcher.kick()  # so that what is unresolved is known
        while self._preparation or self._partitions.unresolved or self._must_prepare():
            if self._preparation is None:
                self._preparation = asyncio.create_task(self._join_and_resolve(), name="preparation")
                self._preparation.add_done_callback(lambda _: self._wake.set())
                await asyncio.sleep(0)  # it says by then whether reading goes on meanwhile
            if not self._must_prepare():
                break
            if not await self._prepared(self._preparation, deadline):
                return False
            self._fetcher.kick()
        return True

    async def _prepared(self, preparation: asyncio.Task[None], deadline: float | None) -> bool:
        """Wait for it, and raise what went wrong."""
        timeout = None if deadline is None else max(0.0, deadline - self._now())
        with nullcontext() if self._group is None else self._group.polling():
            done, _ = await asyncio.wait([preparation], timeout=timeout)
        if done and self._preparation is preparation:
            self._preparation = None
            preparation.result()
        return bool(done)

    async def _join_and_resolve(self) -> None:
        group = self._group
        if group is not None and group.needs_rebalance:
            await group.rebalance()
        self._fetcher.kick()
        unresolved = list(self._partitions.unresolved)
        if unresolved:
            coordinator = None if group is None else group.member.coordinator
            await resolve_positions(self._cluster, self._options, coordinator, unresolved)
            if group is not None:  # a log that was cut, or made anew, begins again below what was committed
                for state in unresolved:
                    group.commits.sought(state.tp)
            self._fetcher.kick()

    async def until_commits_are_taken(self, group: GroupMembership) -> None:
        """While a member joins, commits are refused."""
        if self._preparation is None or self._preparation is asyncio.current_task():  # a listener's commit goes on
            return
        if group.reads_on:
            await group.joined.wait()
        else:
            await asyncio.wait([self._preparation])

    def stop(self) -> list[asyncio.Task[None]]:
        """Hand out nothing any more; returns what is still to end."""
        self.is_open = False
        task = self._preparation
        if task is None or task.cancelled():
            return []
        if task.cancel():
            return [task]
        self.last_error = task.exception() or self.last_error  # no call has come back for it
        return []

    def _now(self) -> float:
        return self._cluster.runtime.now()


def take_columns(state: PartitionState, limit: int) -> list[ColumnBatch]:
    """Up to `limit` records of a partition as columns. Raises what is wrong with its next batch."""
    found: list[ColumnBatch] = []
    try:
        while limit > 0 and (columns := state.take_columns(limit)) is not None:
            limit -= len(columns)
            found.append(ColumnBatch(*state.tp, columns, state.high_watermark))
    except KafkaWireError:
        if not found:
            raise
    return found  # what has been taken must reach the application first, and an error comes again
