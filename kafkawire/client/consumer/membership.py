"""What a consumer needs of its membership in a group, whichever protocol the group speaks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import NamedTuple, Protocol

from kafkawire.client.consumer.coordinator import GroupCoordinator
from kafkawire.client.metadata import GroupMetadata, TopicPartition

__all__ = ["GiveUp", "Membership", "Subscription", "Turn"]


class Subscription(NamedTuple):
    """What a member wants to read: topics by name, or all whose names match a pattern (RE2's syntax)."""

    topics: tuple[str, ...] = ()
    pattern: str | None = None

    def __bool__(self) -> bool:
        return bool(self.topics) or self.pattern is not None


class GiveUp(Protocol):
    """Stops reading partitions, after what was read of them is committed; nothing is if they are lost already."""

    async def __call__(self, partitions: Collection[TopicPartition], *, lost: bool = False) -> None:
        """Return when it is done, the application's listener included."""


Turn = Callable[[], Awaitable[None]]
"""Waits until partitions may move: until the application is in one of the consumer's calls."""


class Membership(Protocol):
    """One member of one group."""

    coordinator: GroupCoordinator
    news: bool
    """Whether the group wants something: `rebalance` is to be called."""
    waiting: bool
    """The application is in a call that waits for records, which is as good as calling again and again."""
    beaten_at: float | None
    """When the coordinator last answered a heartbeat."""
    error: BaseException | None
    """What has ended the membership for good."""

    @property
    def tenure(self) -> int:
        """Changes whenever partitions may have become somebody else's without being given up."""

    @property
    def reads_on(self) -> bool:
        """Whether what this member owns is read on while `rebalance` runs, up to its `turn`."""

    def polled(self) -> None:
        """The application is alive."""

    def metadata(self) -> GroupMetadata:
        """As whom this member commits."""

    async def rebalance(
        self, subscription: Subscription, owned: Collection[TopicPartition], give_up: GiveUp, turn: Turn
    ) -> list[TopicPartition]:
        """Do what the group wants; returns all partitions to be read from now on. Raises `KafkaError`."""

    async def commit(
        self, offsets: Mapping[TopicPartition, int], epochs: Mapping[TopicPartition, int] | None = None
    ) -> None:
        """Write offsets as a member. Raises `KafkaError`."""

    def abandon(self) -> None:
        """End all that goes on in the background, at once: the session will time out."""

    async def leave(self) -> None:
        """Leave, so that the others need not wait for the session to time out. A static member only goes away."""
