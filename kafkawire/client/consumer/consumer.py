"""The consumer under asyncio.

    async with Consumer("127.0.0.1:9092", group_id="g", topics=["flights"], auto_offset_reset="earliest") as consumer:
        async for record in consumer:
            ...

`async for` hands out one record at a time; `fetch` hands out lists of them by partition, which costs far less each, and
`fetch_columns` arrays in place of objects, which costs least. With a group, partitions come and go inside these calls
only. What is committed automatically are records that the application has come back from: after a crash records may be
read twice, none is lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Generic, Self, Unpack

from kafkawire.client.arguments import ConsumerArguments
from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.discovery import PartitionDiscovery
from kafkawire.client.consumer.fetcher import Fetcher
from kafkawire.client.consumer.health import ConsumerHealth, GroupState, consumer_metrics
from kafkawire.client.consumer.membership import GroupMembership, Listener, Listeners
from kafkawire.client.consumer.offsets import EARLIEST, LATEST, list_offsets
from kafkawire.client.consumer.partition import PartitionState
from kafkawire.client.consumer.positions import milliseconds, offsets_at
from kafkawire.client.consumer.reading import Reader, take_columns
from kafkawire.client.consumer.record import ColumnBatch, ConsumerRecord, PartitionRecords
from kafkawire.client.consumer.subscription import make_subscription
from kafkawire.client.errors import InvalidOption
from kafkawire.client.fitting import checked
from kafkawire.client.metadata import GroupMetadata, TopicPartition
from kafkawire.client.options import ConsumerOptions, make_options
from kafkawire.client.runtime import AioRuntime, Runtime
from kafkawire.client.serializing import DESERIALIZERS, Deserializer, make_deserializers
from kafkawire.typevars import K_co, V_co

__all__ = ["Consumer"]

Partitions = Iterable[TopicPartition | tuple[str, int]]


class Consumer(Generic[K_co, V_co]):
    """Reads topics as a member of a group, or partitions by itself. Options: `ConsumerOptions`.

    With `topics` and `group_id` the group shares the topics' partitions out. With `topics` alone all their partitions
    are read, those that are added later from their beginning. With neither, `assign` says what is. In place of `topics`
    there may be a `topic_pattern`, which the whole name of a topic has to match; with `group_protocol="consumer"` it is
    the broker that matches it (RE2's syntax), else topics of Kafka itself, such as `__consumer_offsets`, match none.

    `on_assigned`, `on_revoked` and `on_lost` are called with partitions of the group that have come, are to go (what
    was read of them can still be committed) or are gone already; they may be coroutine functions.

    Keys and values are bytes, or what `key_deserializer` and `value_deserializer` make of them: plain functions, which
    are not asked about None. After a `DeserializationFailed` the position stays at that record, until somebody seeks.
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
        key_deserializer: Deserializer[K_co] | None = None,
        value_deserializer: Deserializer[V_co] | None = None,
        runtime: Runtime | None = None,
        **options: Unpack[ConsumerArguments],
    ) -> None:
        deserializers = make_deserializers(key_deserializer, value_deserializer)
        self.options = make_options(ConsumerOptions, options, ("topics", "topic_pattern", *DESERIALIZERS))
        self._subscription = make_subscription(topics, topic_pattern)
        self._cluster = Cluster(
            bootstrap_servers,
            self.options,
            runtime or AioRuntime(),
            # A topic that matched a pattern and was deleted has to stay deleted.
            auto_create=self.options.allow_auto_create_topics and topic_pattern is None,
            owner="Consumer",
        )
        self._wake = asyncio.Event()
        self._fetcher = Fetcher(self._cluster, self.options, self._wake.set)
        self._discovery = PartitionDiscovery(self._cluster, self._subscription, self._fetcher)
        self._group = self._make_group(Listeners(on_assigned, on_revoked, on_lost))
        parts = (self._cluster, self.options, self._fetcher, self._group, self._wake)
        self._reader: Reader[K_co, V_co] = Reader(*parts, deserializers)

    def _make_group(self, listeners: Listeners) -> GroupMembership | None:
        group_id = self.options.group_id
        if group_id is None:
            return None
        given = (self._cluster, self.options, group_id, self._subscription, self._fetcher, listeners)
        return GroupMembership(*given, on_change=self._wake.set)

    # --- life ---------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Find the cluster. Partitions are assigned in the first call that reads. Raises `BrokersUnavailable`."""
        self._cluster.topics.update(self._subscription.topics)
        try:
            await self._cluster.start()
            self._reader.is_open = True
            if self._group is not None:
                self._group.commits.start()
            elif self._subscription:
                names = await self._subscription.matching_topics(self._cluster)
                self.assign([tp for name in names for tp in await self.partitions(name)])
                self._discovery.start(set(self._fetcher.states))
        except BaseException:
            self._abandon()
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
        await self._close(self.positions() if error is None else self._fetcher.partitions.processed())

    async def _close(self, offsets: dict[TopicPartition, int]) -> None:
        if not self._reader.is_open:
            return
        try:
            preparation = self._reader.stop()
            if preparation:
                await asyncio.wait(preparation)
            if self._group is not None:
                await self._group.close(offsets)
        finally:
            ending = self._abandon()
        if ending:
            await asyncio.wait(ending)
        await self._cluster.hang_up()

    def _abandon(self) -> list[asyncio.Task[None]]:
        """End everything at once, without a word to the group; returns what is still to end."""
        tasks = [*self._fetcher.close(), *self._discovery.stop(), *self._reader.stop()]
        if self._group is not None:
            tasks += self._group.abandon()
        self._cluster.close()
        return tasks

    def metrics(self) -> dict[str, int | float]:
        """What has been counted so far, by name: see `kafkawire.client.metrics`."""
        return dict(consumer_metrics(self._cluster, self.lag(), len(self._fetcher.states)))

    def health(self) -> ConsumerHealth:
        """How it is, as far as is known here; asks nobody and never raises."""
        reader, now = self._reader, self._cluster.runtime.now()
        member = None if self._group is None else self._group.member
        identity = None if member is None else member.metadata()

        def since(moment: float | None) -> float | None:
            return None if moment is None else max(0.0, now - moment)

        return ConsumerHealth(
            since_poll=0.0 if reader.is_polling else since(reader.polled_at),
            since_assignment=since(self._fetcher.assigned_at),
            since_fetch=since(self._fetcher.fetched_at),
            since_heartbeat=None if member is None else since(member.heartbeats.received_at),
            group_state=self._group_state(),
            member_id="" if identity is None else identity.member_id,
            epoch=-1 if identity is None else identity.generation_id,
            lag=self.lag(),
            last_error=reader.fatal_error() or reader.last_error,
        )

    def _group_state(self) -> GroupState:
        if not self._reader.is_open:
            return "closed"
        return "none" if self._group is None else self._group.state

    def group_metadata(self) -> GroupMetadata:
        """As whom this consumer commits: what a producer needs to commit its positions in a transaction.

        Raises `InvalidOption` without a group, and with automatic commits, which no abort would take back.
        """
        if self._group is None:
            raise InvalidOption("without group_id there is nowhere to commit to")
        if self.options.enable_auto_commit:
            raise InvalidOption("automatic commits and transactions exclude each other: set enable_auto_commit=False")
        return self._group.member.metadata()

    # --- reading ------------------------------------------------------------------------------------------------

    async def fetch(self, max_records: int = 10_000, timeout: float | None = 1.0) -> list[PartitionRecords[K_co, V_co]]:
        """Wait until there are records, or `timeout` seconds have passed (None: as long as it takes).

        Returns up to `max_records`, in lists by partition, or nothing. Coming back says that the records of the last
        call are dealt with. Raises `KafkaError`, `NoOffset`, what is wrong with a batch, or `DeserializationFailed`.
        """
        return await self._reader.read(max_records, timeout, self._reader.take_records)

    async def fetch_columns(self, max_records: int = 100_000, timeout: float | None = 1.0) -> list[ColumnBatch]:
        """As `fetch`, but columns in place of objects: far cheaper for each record. A partition may come twice.

        Keys and values are bytes here, whatever deserializers there are.
        """
        return await self._reader.read(max_records, timeout, take_columns)

    async def fetch_singles(
        self, max_records: int = 10_000, timeout: float | None = 1.0
    ) -> list[list[ConsumerRecord[K_co, V_co]]]:
        """As `fetch`, but the records that `async for` hands out, in lists by partition."""
        return await self._reader.read(max_records, timeout, self._reader.take_singles)

    def __aiter__(self) -> AsyncIterator[ConsumerRecord[K_co, V_co]]:
        return self._reader.one_by_one()

    # --- partitions ---------------------------------------------------------------------------------------------

    @checked
    def assign(self, partitions: Partitions) -> None:
        """Read these partitions, whatever a group may say; positions are found when reading begins."""
        if self._group is not None and self._subscription:
            raise InvalidOption("partitions are assigned by the group; leave `topics` out to assign them yourself")
        self._discovery.stop()
        tps = [TopicPartition(*tp) for tp in partitions]
        self._cluster.topics.update(tp.topic for tp in tps)
        self._fetcher.assign(tps)

    @property
    def assignment(self) -> list[TopicPartition]:
        """The partitions that are read now."""
        return list(self._fetcher.states)

    def positions(self) -> dict[TopicPartition, int]:
        """Per partition the offset of the next record to be handed out; partitions without a position are left out."""
        return self._fetcher.partitions.positions()

    @checked
    def leader_epochs(self, offsets: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Under which leader the record before each offset was written, where that is known: at the positions it is.

        A commit keeps it, so that whoever reads on notices if the log is another one by then (KIP-320).
        """
        return self._fetcher.partitions.epochs(offsets.items())

    def lag(self) -> dict[TopicPartition, int]:
        """Per partition how many offsets lie between the position and the end, as of the last fetch."""
        return self._fetcher.partitions.lag()

    @checked
    def pause(self, partitions: Partitions) -> None:
        """Hand out nothing of these partitions until `resume`."""
        for tp in partitions:
            self._state(tp).paused = True
        self._fetcher.kick()

    @checked
    def resume(self, partitions: Partitions) -> None:
        """Undo `pause`."""
        for tp in partitions:
            self._state(tp).paused = False
        self._wake.set()
        self._fetcher.kick()

    # --- going elsewhere ----------------------------------------------------------------------------------------

    @checked
    def seek(self, tp: TopicPartition | tuple[str, int], offset: int) -> None:
        """Go on at `offset` with the next call that reads."""
        if offset < 0:
            raise InvalidOption(f"{TopicPartition(*tp)}: there is no offset {offset}")
        self._state(tp).seek(offset)
        if self._group is not None:
            self._group.commits.sought(TopicPartition(*tp))
        self._fetcher.kick()

    @checked
    async def seek_to_beginning(self, partitions: Partitions | None = None) -> None:
        """Go on with the first record that is still there, in these partitions or all assigned. Raises `KafkaError`."""
        await self._seek_to(EARLIEST, partitions)

    @checked
    async def seek_to_end(self, partitions: Partitions | None = None) -> None:
        """Go on with the next record to be written; with "read_committed" before the first open transaction."""
        await self._seek_to(LATEST, partitions)

    @checked
    async def seek_to_time(self, when: int | datetime, partitions: Partitions | None = None) -> None:
        """Go on with the first record at or after `when`: milliseconds since the epoch, or a `datetime` with a zone.

        Where nothing is that late reading goes on at the end. Raises `KafkaError`.
        """
        await self._seek_to(milliseconds(when), partitions)

    async def _seek_to(self, timestamp: int, partitions: Partitions | None) -> None:
        chosen = self._fetcher.states if partitions is None else [self._state(tp).tp for tp in partitions]
        timestamps = dict.fromkeys(chosen, timestamp)
        if timestamps:
            offsets = await offsets_at(self._cluster, timestamps, read_committed=self._read_committed)
            for tp, offset in offsets.items():
                if tp in self._fetcher.states:  # it may have gone meanwhile
                    self.seek(tp, offset)

    def _state(self, tp: TopicPartition | tuple[str, int]) -> PartitionState:
        try:
            return self._fetcher.states[TopicPartition(*tp)]
        except KeyError:
            raise InvalidOption(f"{TopicPartition(*tp)} is not assigned") from None

    # --- what there is ------------------------------------------------------------------------------------------

    @checked
    async def partitions(self, topic: str) -> list[TopicPartition]:
        """The partitions of a topic. Raises `KafkaError` if there is no such topic."""
        return [TopicPartition(topic, index) for index in sorted((await self._cluster.topic(topic)).partitions)]

    @checked
    async def offsets_for_times(self, timestamps: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Per partition the first offset at or after a timestamp in milliseconds (-1: the end, -2: the beginning)."""
        return await list_offsets(self._cluster, timestamps, read_committed=self._read_committed)

    @checked
    async def beginning_offsets(self, partitions: Partitions) -> dict[TopicPartition, int]:
        """Per partition the offset of the first record that is still there. Raises `KafkaError`."""
        return await self.offsets_for_times({TopicPartition(*tp): EARLIEST for tp in partitions})

    @checked
    async def end_offsets(self, partitions: Partitions) -> dict[TopicPartition, int]:
        """Per partition the offset of the next record; with "read_committed" of the first open transaction."""
        return await self.offsets_for_times({TopicPartition(*tp): LATEST for tp in partitions})

    @property
    def _read_committed(self) -> bool:
        return self.options.isolation_level == "read_committed"

    # --- commits ------------------------------------------------------------------------------------------------

    @checked
    async def commit(self, offsets: Mapping[TopicPartition, int] | None = None) -> None:
        """Commit offsets, by default those behind all records handed out. Raises `KafkaError`.

        Commits are written in the order of the calls. Positions only move a commit forward, unless after a `seek`;
        `offsets` are written as they are.
        """
        if self._group is None:
            raise InvalidOption("without group_id there is nowhere to commit to")
        await self._reader.until_commits_are_taken(self._group)
        if offsets is None:
            await self._group.commits.advance(self.positions())
        else:
            await self._group.commits.write(offsets)

    @checked
    async def committed(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """What the group has committed; partitions without a commit are left out."""
        if self._group is None:
            raise InvalidOption("without group_id there are no committed offsets")
        committed = await self._group.member.coordinator.committed(partitions, stable=self._read_committed)
        return {tp: each.offset for tp, each in committed.items()}
