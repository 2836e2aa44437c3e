"""A consumer's part in its group: what it reads because of it, what it commits, and who is told.

`Listeners` are the application's: they are called with partitions that come and go, inside the consumer's own calls.
What is revoked can still be committed when its listener runs; what is lost is somebody else's already.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import NamedTuple

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.commits import CommitQueue
from kafkawire.client.consumer.counting import count_rebalance
from kafkawire.client.consumer.fetcher import Fetcher
from kafkawire.client.consumer.group import ClassicGroup
from kafkawire.client.consumer.membership import Membership, Subscription
from kafkawire.client.consumer.modern import ConsumerGroup
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.errors import KafkaWireError
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["GroupSession", "Listener", "Listeners"]

log = logging.getLogger("kafkawire.client.group")

Listener = Callable[[list[TopicPartition]], Awaitable[None] | None]
"""Told of partitions; may be a coroutine function."""


class Listeners(NamedTuple):
    """Who is told when partitions come, are to go, and are gone (by default as if they were to go)."""

    assigned: Listener | None = None
    revoked: Listener | None = None
    lost: Listener | None = None


class GroupSession:
    """The membership of a consumer, and the commits that follow from it."""

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
        kind = ConsumerGroup if options.group_protocol == "consumer" else ClassicGroup
        self.membership: Membership = kind(cluster, options, group_id, on_change)
        self.commits = CommitQueue(self.membership, fetcher.partitions.epochs)
        self.is_joining = False
        """Whether a join is under way during which what this member keeps is read on."""
        self.reads_on = False
        """Whether a join is under way and partitions may not move yet."""
        self._joined = asyncio.Event()
        self._joined.set()
        self._inside = asyncio.Event()
        self._on_change = on_change
        self._cluster = cluster
        self._options = options
        self._subscription = subscription
        self._fetcher = fetcher
        self._listeners = listeners
        self._committing: asyncio.Task[None] | None = None
        self._commit_at = 0.0
        self._warnings = RateLimitedLogger(log.name, cluster.runtime.now)

    # --- partitions ---------------------------------------------------------------------------------------------

    @property
    def needs_rebalance(self) -> bool:
        """Whether the group wants something before records can be handed out."""
        return bool(self._subscription) and self.membership.news

    async def rebalance(self) -> None:
        """Do what the group wants, and read what it has assigned. Raises `KafkaError`."""
        began = self._now()
        owned = list(self._fetcher.states)
        self.is_joining = self.reads_on = bool(owned) and self.membership.reads_on
        if self.is_joining:
            self._joined.clear()
        try:
            assigned = await self.membership.rebalance(self._subscription, owned, self._give_up, self._turn)
        finally:
            self._end_joining()
            self.reads_on = False
        count_rebalance(self._cluster, began)
        new = [tp for tp in assigned if tp not in self._fetcher.states]
        self._fetcher.assign(assigned)
        self.commits.forget(new)
        if new:
            await self._tell(self._listeners.assigned, new)

    async def _turn(self) -> None:
        """Wait until the application is in a call that reads: until then it works on records of what may go."""
        self._end_joining()
        self._on_change()
        await self._inside.wait()
        self.reads_on = False

    def _end_joining(self) -> None:
        self.is_joining = False
        self._joined.set()

    async def joined(self) -> None:
        """Wait until the coordinator has taken this member in; then it takes commits as well."""
        await self._joined.wait()

    def enter(self) -> None:
        """The application waits in a call that reads: partitions may move."""
        self._inside.set()

    def leave(self) -> None:
        """The application goes back to its work."""
        self._inside.clear()

    async def _give_up(self, partitions: Collection[TopicPartition], *, lost: bool = False) -> None:
        if not partitions:
            return
        if not lost:
            await self.auto_commit()
        await self._tell((lost and self._listeners.lost) or self._listeners.revoked, partitions)
        self._fetcher.assign([tp for tp in self._fetcher.states if tp not in partitions])
        self.commits.forget(partitions)

    async def _tell(self, listener: Listener | None, partitions: Collection[TopicPartition]) -> None:
        outcome = None if listener is None else listener(sorted(partitions))
        if outcome is not None:
            await outcome

    async def close(self, offsets: Mapping[TopicPartition, int]) -> None:
        """Commit `offsets`, tell the listener, and leave the group."""
        if self._committing is not None:
            await asyncio.wait([self._committing])
        await self.auto_commit(offsets)
        try:
            if self._subscription and self._fetcher.states:
                await self._tell(self._listeners.revoked, self._fetcher.states)
        finally:  # whatever the listener raises, nobody should have to wait for this member
            await self.membership.leave()

    def abandon(self) -> list[asyncio.Task[None]]:
        """End all that goes on in the background, without a word; returns what is still to end."""
        self.membership.abandon()
        if self._committing is None or self._committing.done():
            return []
        self._committing.cancel()
        return [self._committing]

    # --- commits ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """The time of automatic commits begins."""
        self._commit_at = self._now() + self._options.auto_commit_interval_ms / 1000

    @property
    def next_commit(self) -> float | None:
        """When an automatic commit is due; None while there is nothing for it."""
        if self.is_joining or not self._options.enable_auto_commit:
            return None
        return self._commit_at if self._pending(self._fetcher.partitions.processed()) else None

    def polled(self) -> None:
        """The application is back. Begins an automatic commit, if it is time for one and the last one is through."""
        self.membership.polled()
        if self._now() < self._commit_at or self.is_joining:
            return
        self._commit_at = self._now() + self._options.auto_commit_interval_ms / 1000
        offsets = self._fetcher.partitions.processed()
        if self._pending(offsets) and (self._committing is None or self._committing.done()):
            self._committing = asyncio.create_task(self.auto_commit(offsets), name="automatic commit")

    async def auto_commit(self, offsets: Mapping[TopicPartition, int] | None = None) -> None:
        """Commit offsets, by default of what is processed, if commits are automatic. A failure is only logged."""
        pending = self._pending(self._fetcher.partitions.processed() if offsets is None else offsets)
        if not pending:
            return
        try:
            await self.commits.advance(pending)
        except KafkaWireError as exc:
            self._warnings.warning("automatic commit failed, the next one may do: %s", exc)

    def _pending(self, offsets: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Of these the offsets that an automatic commit would write."""
        return self.commits.pending(offsets) if self._options.enable_auto_commit else {}

    def _now(self) -> float:
        return self._cluster.runtime.now()
