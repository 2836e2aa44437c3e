"""A consumer's part in its group: what it reads because of it, what it commits, and which listeners are called.

`Listeners` are the application's: they are called with partitions that come and go, inside the consumer's own calls.
What is revoked can still be committed when its listener runs; what is lost is somebody else's already.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Literal, NamedTuple

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.classic_member import ClassicMember
from kafkawire.client.consumer.commits import CommitQueue
from kafkawire.client.consumer.consumer_member import ConsumerMember
from kafkawire.client.consumer.fetcher import Fetcher
from kafkawire.client.consumer.member import Member
from kafkawire.client.consumer.subscription import Subscription
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ConsumerOptions

__all__ = ["GroupMembership", "Listener", "Listeners"]

Listener = Callable[[list[TopicPartition]], Awaitable[None] | None]
"""Called with partitions; may be a coroutine function."""


class Listeners(NamedTuple):
    """What is called when partitions come, are to go, and are gone (by default as if they were to go)."""

    assigned: Listener | None = None
    revoked: Listener | None = None
    lost: Listener | None = None


class GroupMembership:
    """The member that a consumer is, the partitions it reads as such, and the commits that follow from it."""

    def __init__(
        self,
        cluster: Cluster,
        options: ConsumerOptions,
        group_id: str,
        subscription: Subscription,
        fetcher: Fetcher,
        listeners: Listeners,
        on_change: Callable[[], None],
    ) -> None:
        kind = ConsumerMember if options.group_protocol == "consumer" else ClassicMember
        self.member: Member = kind(cluster, options, group_id, subscription, on_change)
        self.commits = CommitQueue(cluster, options, self.member, fetcher.partitions)
        self.is_joining = False
        """Whether a join is under way during which what this member keeps is read on."""
        self.reads_on = False
        """Whether a join is under way and partitions may not move yet."""
        self.joined = asyncio.Event()
        """Set while the coordinator has taken this member in; then it takes commits as well."""
        self.joined.set()
        self._polling = asyncio.Event()
        self._on_change = on_change
        self._cluster = cluster
        self._subscription = subscription
        self._fetcher = fetcher
        self._listeners = listeners

    @property
    def state(self) -> Literal["failed", "joining", "stable"]:
        """How the membership is."""
        if self.member.heartbeats.error is not None:
            return "failed"
        return "joining" if self.is_joining or self.needs_rebalance else "stable"

    # --- partitions ---------------------------------------------------------------------------------------------

    @property
    def needs_rebalance(self) -> bool:
        """Whether the group wants something before records can be handed out."""
        return self.member.needs_rebalance and bool(self._subscription)

    async def rebalance(self) -> None:
        """Do what the group wants, and read what it has assigned. Raises `KafkaError`."""
        began = self._cluster.runtime.now()
        owned = list(self._fetcher.states)
        self.is_joining = self.reads_on = bool(owned) and self.member.reads_on
        if self.is_joining:
            self.joined.clear()
        try:
            assigned = await self.member.rebalance(owned, self._revoke, self._until_polled)
        finally:
            self._end_joining()
            self.reads_on = False
        self._cluster.metrics.count("rebalance_total")
        self._cluster.metrics.sample("rebalance_latency", (self._cluster.runtime.now() - began) * 1000)
        new = [tp for tp in assigned if tp not in self._fetcher.states]
        self._fetcher.assign(assigned)
        self.commits.forget(new)
        if new:
            await self._call(self._listeners.assigned, new)

    async def _until_polled(self) -> None:
        """Wait until the application is in a call that reads: until then it works on records of what may go."""
        self._end_joining()
        self._on_change()
        await self._polling.wait()
        self.reads_on = False

    def _end_joining(self) -> None:
        self.is_joining = False
        self.joined.set()

    @contextmanager
    def polling(self) -> Iterator[None]:
        """The application waits in a call that reads: partitions may move."""
        self._polling.set()
        try:
            yield
        finally:
            self._polling.clear()

    @contextmanager
    def alive(self) -> Iterator[None]:
        """Waiting for records is no idleness of the application, however long it takes."""
        heartbeats = self.member.heartbeats
        heartbeats.waiting = True
        try:
            yield
        finally:
            heartbeats.waiting = False
            heartbeats.polled()

    def polled(self) -> None:
        """The application is back."""
        self.member.heartbeats.polled()
        if not self.is_joining:
            self.commits.begin_if_due()

    @property
    def next_commit(self) -> float | None:
        """When the next automatic commit is due; None if there is none to wait for."""
        return None if self.is_joining else self.commits.next_at

    async def _revoke(self, partitions: Collection[TopicPartition], *, lost: bool = False) -> None:
        if not partitions:
            return
        if not lost:
            await self.commits.automatically()
        await self._call((lost and self._listeners.lost) or self._listeners.revoked, partitions)
        self._fetcher.assign([tp for tp in self._fetcher.states if tp not in partitions])
        self.commits.forget(partitions)

    async def _call(self, listener: Listener | None, partitions: Collection[TopicPartition]) -> None:
        outcome = None if listener is None else listener(sorted(partitions))
        if outcome is not None:
            await outcome

    async def close(self, offsets: Mapping[TopicPartition, int]) -> None:
        """Commit `offsets`, call the listener, and leave the group."""
        await self.commits.close(offsets)
        try:
            if self._subscription and self._fetcher.states:
                await self._call(self._listeners.revoked, self._fetcher.states)
        finally:  # whatever the listener raises, nobody should have to wait for this member
            await self.member.leave()

    def abandon(self) -> list[asyncio.Task[None]]:
        """End all that goes on in the background, without a word; returns what is still to end."""
        self.member.heartbeats.abandon()
        return self.commits.abandon()
