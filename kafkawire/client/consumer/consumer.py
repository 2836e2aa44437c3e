"""The consumer under asyncio.

    async with Consumer("127.0.0.1:9092", group_id="g", topics=["flights"], auto_offset_reset="earliest") as consumer:
        async for record in consumer:
            ...

`async for` hands out one record at a time; `fetch` hands out lists of them by partition, which costs far less each.
With a group, partitions come and go inside these calls only. What is committed automatically are records that the
application has come back from: after a crash records may be read twice, none is lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Self, Unpack

from kafkawire.client.arguments import ConsumerArguments
from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.fetcher import Fetcher
from kafkawire.client.consumer.membership import Subscription
from kafkawire.client.consumer.offsets import list_offsets
from kafkawire.client.consumer.partition import UNKNOWN, PartitionState
from kafkawire.client.consumer.pattern import check_pattern, matching_topics
from kafkawire.client.consumer.positions import resolve_positions
from kafkawire.client.consumer.record import ConsumerRecord, PartitionRecords
from kafkawire.client.consumer.session import GroupSession, Listener, Listeners
from kafkawire.client.errors import ClientClosed, InvalidOption
from kafkawire.client.metadata import GroupMetadata, TopicPartition
from kafkawire.client.options import ConsumerOptions, make_options
from kafkawire.client.runtime import AioRuntime, Runtime
from kafkawire.errors import KafkaWireError

__all__ = ["Consumer"]


class Consumer:
    """Reads topics as a member of a group, or partitions by itself. Options: `ConsumerOptions`.

    With `topics` and `group_id` the group shares the topics' partitions out. With `topics` alone all their partitions
    are read. With neither, `assign` says what is. In place of `topics` there may be a `topic_pattern`, which the whole
    name of a topic has to match; with `group_protocol="consumer"` it is the broker that matches it (RE2's syntax).

    `on_assigned`, `on_revoked` and `on_lost` are called with partitions of the group that have come, are to go (what
    was read of them can still be committed) or are gone already; they may be coroutine functions.
    """

    def __init__(
        self,
        bootstrap_servers: str | Sequence[str],
        *,
        topics: Iterable[str] = (),
        topic_pattern: str | None = None,
        on_assigned: Listener | None = None,
        on_revoked: Listener | None = None,
        on_lost: Listener | None = None,
        runtime: Runtime | None = None,
        **options: Unpack[ConsumerArguments],
    ) -> None:
        self.options = make_options(ConsumerOptions, options)
        self._subscription = _subscription(topics, topic_pattern)
        self._cluster = Cluster(
            bootstrap_servers,
            self.options,
            runtime or AioRuntime(),
            auto_create=self.options.allow_auto_create_topics,
        )
        self._wake = asyncio.Event()
        self._fetcher = Fetcher(self._cluster, self.options, self._wake.set)
        self._group = self._make_group(Listeners(on_assigned, on_revoked, on_lost))
        self._settling: asyncio.Task[None] | None = None
        self._turn = 0
        self._open = False

    def _make_group(self, listeners: Listeners) -> GroupSession | None:
        group_id = self.options.group_id
        if group_id is None:
            return None
        given = (self._cluster, self.options, group_id, self._subscription, self._fetcher, listeners)
        return GroupSession(*given, on_change=self._wake.set)

    # --- life ---------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Find the cluster. Partitions are assigned in the first call that reads. Raises `BrokersUnavailable`."""
        self._cluster.topics.update(self._subscription.topics)
        try:
            await self._cluster.start()
            self._open = True
            if self._group is not None:
                self._group.start()
            elif self._subscription:
                names = await matching_topics(self._cluster, self._subscription)
                self.assign([tp for name in names for tp in await self.partitions(name)])
        except BaseException:
            self._cluster.close()
            raise

    async def close(self) -> None:
        """Commit what was handed out (unless told not to), leave the group, close the connections."""
        await self._close(dict(self.positions()))

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # After an exception the record that caused it does not count as read.
        await self._close(self.positions() if error is None else self._fetcher.processed())

    async def _close(self, offsets: dict[TopicPartition, int]) -> None:
        if not self._open:
            return
        self._open = False
        try:
            if self._settling is not None:
                self._settling.cancel()
                await asyncio.wait([self._settling])
            if self._group is not None:
                await self._group.close(offsets)
            await self._fetcher.close()
        finally:
            self._cluster.close()

    # --- reading ------------------------------------------------------------------------------------------------

    async def fetch(self, max_records: int = 10_000, timeout: float | None = 1.0) -> list[PartitionRecords]:
        """Wait until there are records, or `timeout` seconds have passed (None: as long as it takes).

        Returns up to `max_records`, in lists by partition, or nothing. Coming back says that the records of the last
        call are dealt with. Raises `KafkaError`, `NoOffset`, or what is wrong with a batch.
        """
        self._acknowledge()
        deadline = None if timeout is None else self._now() + timeout
        while await self._settle(deadline):
            chunks = self._take(max_records)
            if chunks or not await self._wait(deadline):
                return chunks
            if self._group is not None:
                self._group.polled()
        return []

    async def __aiter__(self) -> AsyncIterator[ConsumerRecord]:
        while True:
            self._acknowledge()
            await self._settle(None)
            state = self._next_readable()
            if state is None:
                await self._wait(None)  # and acknowledge again, which commits when it is time
                continue
            # The place in the batch lives in the state, not here: whoever leaves this loop and comes back, by whichever
            # call, goes on with the next record.
            topic, partition = state.tp
            records = state.records
            while state.index < len(records) and state.records is records and not self._needs_settling():
                record = records[state.index]
                state.processed = state.position
                state.index += 1
                state.position = record.offset + 1
                yield ConsumerRecord(
                    topic, partition, record.offset, record.timestamp, record.key, record.value, record.headers
                )

    def _take(self, max_records: int) -> list[PartitionRecords]:
        """Records of all partitions in turn; whoever came last begins next time."""
        chunks: list[PartitionRecords] = []
        states = list(self._fetcher.states.values())
        self._turn = (self._turn + 1) % max(1, len(states))
        for state in states[self._turn :] + states[: self._turn]:
            if max_records <= 0:
                break
            try:
                records = [] if state.paused else state.take(max_records)
            except KafkaWireError:
                if not chunks:
                    raise
                break  # what has been taken goes out first; the error comes again
            if records:
                max_records -= len(records)
                chunks.append(PartitionRecords(*state.tp, records, state.high_watermark))
        self._fetcher.kick()
        return chunks

    def _next_readable(self) -> PartitionState | None:
        states = list(self._fetcher.states.values())
        for _ in states:
            self._turn = (self._turn + 1) % len(states)
            state = states[self._turn]
            if not state.paused and state.load():
                self._fetcher.kick()
                return state
        self._fetcher.kick()
        return None

    async def _wait(self, deadline: float | None) -> bool:
        """Wait for news, or until a commit is due; False once the time is up."""
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

    # --- partitions and positions -------------------------------------------------------------------------------

    def assign(self, partitions: Iterable[TopicPartition | tuple[str, int]]) -> None:
        """Read these partitions, whatever a group may say; positions are found when reading begins."""
        if self._group is not None and self._subscription:
            raise InvalidOption("partitions are assigned by the group; leave `topics` out to assign them yourself")
        tps = [TopicPartition(*tp) for tp in partitions]
        self._cluster.topics.update(tp.topic for tp in tps)
        before = self._fetcher.states
        size = self.options.max_partition_fetch_bytes
        self._fetcher.assign({tp: before.get(tp) or PartitionState(tp, size) for tp in tps})

    @property
    def assignment(self) -> list[TopicPartition]:
        """The partitions that are read now."""
        return list(self._fetcher.states)

    def positions(self) -> dict[TopicPartition, int]:
        """Per partition the offset of the next record to be handed out; partitions without a position are left out."""
        return {tp: s.position for tp, s in self._fetcher.states.items() if s.position != UNKNOWN}

    def lag(self) -> dict[TopicPartition, int]:
        """Per partition how many offsets lie between the position and the end, as of the last fetch."""
        states = self._fetcher.states.items()
        return {tp: max(0, s.high_watermark - s.position) for tp, s in states if s.high_watermark != UNKNOWN}

    def seek(self, tp: TopicPartition | tuple[str, int], offset: int) -> None:
        """Go on at `offset` with the next call that reads."""
        self._state(tp).seek(offset)
        if self._group is not None:
            self._group.commits.sought(TopicPartition(*tp))
        self._fetcher.kick()

    def pause(self, partitions: Iterable[TopicPartition | tuple[str, int]]) -> None:
        """Hand out nothing of these partitions until `resume`."""
        for tp in partitions:
            self._state(tp).paused = True

    def resume(self, partitions: Iterable[TopicPartition | tuple[str, int]]) -> None:
        """Undo `pause`."""
        for tp in partitions:
            self._state(tp).paused = False
        self._wake.set()
        self._fetcher.kick()

    async def partitions(self, topic: str) -> list[TopicPartition]:
        """The partitions of a topic. Raises `KafkaError` if there is no such topic."""
        return [TopicPartition(topic, index) for index in sorted((await self._cluster.topic(topic)).partitions)]

    async def offsets_for_times(self, timestamps: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Per partition the first offset at or after a timestamp in milliseconds (-1: the end, -2: the beginning)."""
        return await list_offsets(self._cluster, timestamps, read_committed=self._read_committed)

    def group_metadata(self) -> GroupMetadata:
        """As whom this consumer commits: what a producer needs to commit its positions in a transaction.

        Raises `InvalidOption` without a group, and with automatic commits, which no abort would take back.
        """
        if self._group is None:
            raise InvalidOption("without group_id there is nowhere to commit to")
        if self.options.enable_auto_commit:
            raise InvalidOption("automatic commits and transactions exclude each other: set enable_auto_commit=False")
        return self._group.membership.metadata()

    # --- commits ------------------------------------------------------------------------------------------------

    async def commit(self, offsets: Mapping[TopicPartition, int] | None = None) -> None:
        """Commit offsets, by default those behind all records handed out. Raises `KafkaError`.

        Commits are written in the order of the calls. Positions only move a commit forward, unless after a `seek`;
        `offsets` are written as they are.
        """
        if self._group is None:
            raise InvalidOption("without group_id there is nowhere to commit to")
        if self._settling is not None and self._settling is not asyncio.current_task():  # a listener's commit goes on
            await asyncio.wait([self._settling])  # while a member joins, commits are refused
        if offsets is None:
            await self._group.commits.advance(self.positions())
        else:
            await self._group.commits.write(offsets)

    async def committed(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """What the group has committed; partitions without a commit are left out."""
        if self._group is None:
            raise InvalidOption("without group_id there are no committed offsets")
        return await self._group.membership.coordinator.committed(partitions, stable=self._read_committed)

    def _acknowledge(self) -> None:
        """The application is back: what it was given is dealt with."""
        if not self._open:
            raise ClientClosed("the consumer is not running")
        for state in self._fetcher.states.values():
            state.processed = state.position
        if self._group is not None:
            self._group.polled()

    # --- settling: whatever must be so before records can be handed out -------------------------------------------

    def _needs_settling(self) -> bool:
        return self._settling is not None or (self._group is not None and self._group.needs_rebalance)

    async def _settle(self, deadline: float | None) -> bool:
        """Join the group and find positions where that is needed; False if the time is up before that is done.

        The work goes on in a task of its own when the caller's time is up or the caller is cancelled: a member that
        stopped half way through joining would hold up its whole group.
        """
        if self._fetcher.error is not None:
            raise self._fetcher.error
        if self._group is not None and self._group.membership.error is not None:
            raise self._group.membership.error
        while self._needs_settling() or self._unresolved():
            if self._settling is None:
                self._settling = asyncio.create_task(self._settle_once(), name="settling")
            timeout = None if deadline is None else max(0.0, deadline - self._now())
            done, _ = await asyncio.wait([self._settling], timeout=timeout)
            if not done:
                return False
            task, self._settling = self._settling, None
            task.result()
        return True

    async def _settle_once(self) -> None:
        if self._group is not None and self._group.needs_rebalance:
            await self._group.rebalance()
        unresolved = self._unresolved()
        if unresolved:
            coordinator = None if self._group is None else self._group.membership.coordinator
            await resolve_positions(self._cluster, self.options, coordinator, unresolved)
            if self._group is not None:  # a log that was cut, or made anew, begins again below what was committed
                for state in unresolved:
                    self._group.commits.sought(state.tp)
            self._fetcher.kick()

    def _unresolved(self) -> list[PartitionState]:
        # What was fetched before the position ahead of it proved out of range is still handed out.
        states = self._fetcher.states.values()
        return [s for s in states if s.position == UNKNOWN or (s.out_of_range and not s.buffered_bytes)]

    def _state(self, tp: TopicPartition | tuple[str, int]) -> PartitionState:
        try:
            return self._fetcher.states[TopicPartition(*tp)]
        except KeyError:
            raise InvalidOption(f"{TopicPartition(*tp)} is not assigned") from None

    @property
    def _read_committed(self) -> bool:
        return self.options.isolation_level == "read_committed"

    def _now(self) -> float:
        return self._cluster.runtime.now()


def _subscription(topics: Iterable[str], pattern: str | None) -> Subscription:
    if isinstance(topics, str):
        raise InvalidOption(f"topics must be a list of names, not the string {topics!r}")
    names = tuple(topics)
    if pattern is not None:
        if names:
            raise InvalidOption("give topics or topic_pattern, not both")
        check_pattern(pattern)
    return Subscription(names, pattern)
