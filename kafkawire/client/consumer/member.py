"""What a consumer needs of its member in a group, whichever protocol the group speaks, and what both kinds share.

That is the task which sends heartbeats. It also sees to it that an application which does not come back gives way: a
call that reads is the only time when partitions can be revoked, so without one the whole group would wait.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Protocol

from kafkawire.client.cluster import Cluster
from kafkawire.client.consumer.coordinator import GroupCoordinator
from kafkawire.client.metadata import GroupMetadata, TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.client.retry import UNREACHED, is_retriable
from kafkawire.errors import KafkaError, KafkaWireError

__all__ = ["Heartbeats", "Member", "Revoke", "UntilPolled"]

log = logging.getLogger("kafkawire.client.group")


class Revoke(Protocol):
    """Stops reading partitions, after what was read of them is committed; nothing is if they are lost already."""

    async def __call__(self, partitions: Collection[TopicPartition], *, lost: bool = False) -> None:
        """Return when it is done, the application's listener included."""


UntilPolled = Callable[[], Awaitable[None]]
"""Waits until partitions may move: until the application is in a call of the consumer that reads."""


class Member(Protocol):
    """One member of one group."""

    group_id: str
    coordinator: GroupCoordinator
    heartbeats: Heartbeats
    needs_rebalance: bool
    """Whether the group wants something: `rebalance` is to be called."""

    on_change: Callable[[], None]
    """Called when the group wants something, or an error has ended the membership, between two calls that read."""

    @property
    def ownership_epoch(self) -> int:
        """Changes whenever partitions may have become somebody else's without being revoked here first."""

    @property
    def reads_on(self) -> bool:
        """Whether what this member owns is read on while `rebalance` runs, until the application polls."""

    def metadata(self) -> GroupMetadata:
        """As whom this member commits."""

    async def rebalance(
        self, owned: Collection[TopicPartition], revoke: Revoke, until_polled: UntilPolled
    ) -> list[TopicPartition]:
        """Do what the group wants; returns all partitions to be read from now on. Raises `KafkaError`."""

    async def commit(
        self, offsets: Mapping[TopicPartition, int], epochs: Mapping[TopicPartition, int] | None = None
    ) -> None:
        """Write offsets as a member. Raises `KafkaError`."""

    async def leave(self) -> None:
        """Leave, so that the others need not wait for the session to time out. A static member only goes away."""

    # --- what its heartbeats are made of ------------------------------------------------------------------------

    async def until_next_heartbeat(self) -> bool:
        """Wait until it is time; False if there is none to be sent, as this is no member now."""

    async def send_heartbeat(self) -> None:
        """One attempt. Raises what went wrong."""

    def note(self, error: KafkaError) -> bool:
        """Take in what an error says about the membership; returns whether to join again, and not to raise it."""

    async def expire(self) -> None:
        """The application stays away: leave, until it is back."""


class Heartbeats:
    """Sent from `start` to `stop`. An application that is away for `max_poll_interval_ms` is taken to be stuck."""

    def __init__(self, cluster: Cluster, options: ConsumerOptions, member: Member) -> None:
        self.waiting = False
        """The application is in a call that waits for records, which is as good as calling again and again."""
        self.received_at: float | None = None
        """When the coordinator last responded to a heartbeat."""
        self.error: BaseException | None = None
        """What has ended the membership for good."""
        self._cluster = cluster
        self._max_idle = options.max_poll_interval_ms / 1000
        self._member = member
        self._polled_at = 0.0
        self._task: asyncio.Task[None] | None = None

    def polled(self) -> None:
        """The application is alive."""
        self._polled_at = self._cluster.runtime.now()

    def received(self) -> None:
        """The coordinator has responded."""
        self.received_at = self._cluster.runtime.now()

    def start(self) -> None:
        """Send them from now on."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name=f"heartbeats of {self._member.group_id}")

    async def stop(self) -> None:
        """Send none any more, and wait until that is so."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])

    def abandon(self) -> None:
        """Stop at once: the session will time out."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        """Ends with the error that ends the membership."""
        try:
            while True:
                if await self._member.until_next_heartbeat():
                    await self._send_or_expire()
                if self._member.needs_rebalance:
                    self._member.on_change()
        except KafkaWireError as exc:
            self.error = exc
            self._member.on_change()

    async def _send_or_expire(self) -> None:
        idle = 0.0 if self.waiting else self._cluster.runtime.now() - self._polled_at
        group_id = self._member.group_id
        if idle > self._max_idle:
            log.warning("group %s: no call for max_poll_interval_ms; leaving the group", group_id)
            await self._member.expire()
            return
        try:
            await self._member.send_heartbeat()
        except KafkaError as exc:
            if not self._member.note(exc) and not is_retriable(exc):
                raise
        except UNREACHED as exc:
            log.info("group %s: heartbeat failed: %s", group_id, exc)  # the next one looks for the coordinator
