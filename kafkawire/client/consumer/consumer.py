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
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Self, Unpack

from kafkawire.client.arguments import ConsumerArguments
from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.assignment import Assignment
from kafkawire.client.consumer.counting import consumer_metrics
from kafkawire.client.consumer.fetcher import Fetcher
from kafkawire.client.consumer.growth import Growth
from kafkawire.client.consumer.health import ConsumerHealth, GroupState
from kafkawire.client.consumer.membership import Subscription
from kafkawire.client.consumer.pattern import check_pattern, matching_topics
from kafkawire.client.consumer.reading import Reading
from kafkawire.client.consumer.session import GroupSession, Listener, Listeners
from kafkawire.client.errors import InvalidOption
from kafkawire.client.fitting import check, checked
from kafkawire.client.metadata import GroupMetadata, TopicPartition
from kafkawire.client.options import ConsumerOptions, make_options
from kafkawire.client.runtime import AioRuntime, Runtime
from kafkawire.client.serializing import DESERIALIZERS, Deserializer, make_deserializers
from kafkawire.typevars import K_co, V_co

__all__ = ["Consumer"]


class Consumer(Reading[K_co, V_co], Assignment):
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
        super().__init__(make_deserializers(key_deserializer, value_deserializer))
        self.options = make_options(ConsumerOptions, options, ("topics", "topic_pattern", *DESERIALIZERS))
        self._subscription = _subscription(topics, topic_pattern)
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
        self._growth = Growth(self._cluster, self._subscription, self._fetcher)
        self._group = self._make_group(Listeners(on_assigned, on_revoked, on_lost))

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
                self._growth.start(set(self._fetcher.states))
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
        if not self._open:
            return
        self._open = False
        try:
            if self._settling is not None:
                self._settling.cancel()
                await asyncio.wait([self._settling])
            if self._group is not None:
                await self._group.close(offsets)
        finally:
            ending = self._abandon()
        if ending:
            await asyncio.wait(ending)
        await self._cluster.hang_up()

    def _abandon(self) -> list[asyncio.Task[None]]:
        """End everything at once, without a word to the group; returns what is still to end."""
        self._open = False
        tasks = [*self._fetcher.close(), *self._growth.stop()]
        if self._settling is not None and self._settling.cancel():
            tasks.append(self._settling)
        elif self._settling is not None and not self._settling.cancelled():
            self._last_error = self._settling.exception() or self._last_error  # no call has come back for it
        if self._group is not None:
            tasks += self._group.abandon()
        self._cluster.close()
        return tasks

    def metrics(self) -> dict[str, int | float]:
        """What has been counted so far, by name: see `kafkawire.client.metrics`."""
        return dict(consumer_metrics(self._cluster, self.lag(), len(self._fetcher.states)))

    def health(self) -> ConsumerHealth:
        """How it is, as far as is known here; asks nobody and never raises."""
        now, group = self._now(), self._group
        member = group.membership if group is not None else None
        identity = None if member is None else member.metadata()

        def since(moment: float | None) -> float | None:
            return None if moment is None else max(0.0, now - moment)

        return ConsumerHealth(
            since_poll=0.0 if self._is_waiting else since(self._polled_at),
            since_assignment=since(self._fetcher.assigned_at),
            since_fetch=since(self._fetcher.fetched_at),
            since_heartbeat=None if member is None else since(member.beaten_at),
            group_state=self._group_state(),
            member_id="" if identity is None else identity.member_id,
            epoch=-1 if identity is None else identity.generation_id,
            lag=self.lag(),
            last_error=self._fatal_error() or self._last_error,
        )

    def _group_state(self) -> GroupState:
        if not self._open:
            return "closed"
        if self._group is None:
            return "none"
        if self._group.membership.error is not None:
            return "failed"
        return "joining" if self._group.is_joining or self._group.needs_rebalance else "stable"

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

    @checked
    async def commit(self, offsets: Mapping[TopicPartition, int] | None = None) -> None:
        """Commit offsets, by default those behind all records handed out. Raises `KafkaError`.

        Commits are written in the order of the calls. Positions only move a commit forward, unless after a `seek`;
        `offsets` are written as they are.
        """
        if self._group is None:
            raise InvalidOption("without group_id there is nowhere to commit to")
        await self._until_commits_are_taken(self._group)
        if offsets is None:
            await self._group.commits.advance(self.positions())
        else:
            await self._group.commits.write(offsets)

    @checked
    async def committed(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """What the group has committed; partitions without a commit are left out."""
        if self._group is None:
            raise InvalidOption("without group_id there are no committed offsets")
        committed = await self._group.membership.coordinator.committed(partitions, stable=self._read_committed)
        return {tp: place.offset for tp, place in committed.items()}

    async def _until_commits_are_taken(self, group: GroupSession) -> None:
        """While a member joins, commits are refused."""
        if self._settling is None or self._settling is asyncio.current_task():  # a listener's commit goes on
            return
        if group.reads_on:
            await group.joined()
        else:
            await asyncio.wait([self._settling])


def _subscription(topics: Iterable[str], pattern: str | None) -> Subscription:
    names = tuple(check("topics", topics, Iterable[str]))
    check("topic_pattern", pattern, str | None)
    if pattern is not None:
        if names:
            raise InvalidOption("give topics or topic_pattern, not both")
        check_pattern(pattern)
    return Subscription(names, pattern)
