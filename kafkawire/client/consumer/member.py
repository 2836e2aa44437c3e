"""What a consumer needs of its member in a group, whichever protocol the group speaks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Protocol

from kafkawire.client.consumer.coordinator import GroupCoordinator
from kafkawire.client.consumer.heartbeats import Heartbeats
from kafkawire.client.consumer.subscription import Subscription
from kafkawire.client.metadata import GroupMetadata, TopicPartition

__all__ = ["Member", "Revoke", "UntilPolled"]


class Revoke(Protocol):
    """Stops reading partitions, after what was read of them is committed; nothing is if they are lost already."""

    async def __call__(self, partitions: Collection[TopicPartition], *, lost: bool = False) -> None:
        """Return when it is done, the application's listener included."""


UntilPolled = Callable[[], Awaitable[None]]
"""Waits until partitions may move: until the application is in a call of the consumer that reads."""


class Member(Protocol):
    """One member of one group."""

    coordinator: GroupCoordinator
    heartbeats: Heartbeats
    needs_rebalance: bool
    """Whether the group wants something: `rebalance` is to be called."""

    @property
    def ownership_epoch(self) -> int:
        """Changes whenever partitions may have become somebody else's without being revoked here first."""

    @property
    def reads_on(self) -> bool:
        """Whether what this member owns is read on while `rebalance` runs, until the application polls."""

    def metadata(self) -> GroupMetadata:
        """As whom this member commits."""

    async def rebalance(
        self,
        subscription: Subscription,
        owned: Collection[TopicPartition],
        revoke: Revoke,
        until_polled: UntilPolled,
    ) -> list[TopicPartition]:
        """Do what the group wants; returns all partitions to be read from now on. Raises `KafkaError`."""

    async def commit(
        self, offsets: Mapping[TopicPartition, int], epochs: Mapping[TopicPartition, int] | None = None
    ) -> None:
        """Write offsets as a member. Raises `KafkaError`."""

    async def leave(self) -> None:
        """Leave, so that the others need not wait for the session to time out. A static member only goes away."""
