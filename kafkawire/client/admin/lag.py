"""How far groups are behind, of partitions that they have committed and of those that they have not."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from kafkawire.client.admin.records import OffsetSpec
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import KafkaError

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin
    from kafkawire.client.admin.group_kinds import GroupDescription

__all__ = ["PartitionLag", "group_lag", "topics_of"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PartitionLag:
    """What a group has committed, where the partition begins and ends, and the records still to be read.

    `committed` is None without a commit; then all records are still to be read. `start` and `end` are None where the
    topic is gone and the commit is still there.
    """

    topic: str
    partition: int
    committed: int | None
    start: int | None
    end: int | None

    @property
    def lag(self) -> int | None:
        """Records between the commit, or the first one that is there, and the end."""
        begin = self.start if self.committed is None else self.committed
        return None if self.end is None or begin is None else max(0, self.end - begin)


async def group_lag(admin: Admin, group: str, topics: Iterable[str] = ()) -> list[PartitionLag]:
    """The lag of a group in the partitions of all topics that it has committed, and of `topics`."""
    return await lag_after(admin, (await admin.list_group_offsets([group]))[group], topics)


async def lag_after(admin: Admin, committed: Mapping[TopicPartition, Any], topics: Iterable[str]) -> list[PartitionLag]:
    """The lag in the partitions of `committed`, whose values have an `offset`, and in those of `topics`."""
    described = await _partly(admin.describe_topics(sorted({tp.topic for tp in committed} | set(topics))))
    there = {TopicPartition(name, p.partition) for name, topic in described.items() for p in topic.partitions}
    wanted = sorted(there | set(committed))
    ends = await _partly(admin.list_offsets(dict.fromkeys(wanted, OffsetSpec.LATEST)))
    starts = await _partly(admin.list_offsets(dict.fromkeys(wanted, OffsetSpec.EARLIEST)))
    return [
        PartitionLag(
            tp.topic,
            tp.partition,
            committed[tp].offset if tp in committed else None,
            starts[tp].offset if tp in starts else None,
            ends[tp].offset if tp in ends else None,
        )
        for tp in wanted
    ]


def topics_of(group: GroupDescription) -> set[str]:
    """The topics that members of a group read."""
    subscribed = {name for member in group.members for name in member.subscribed_topics}
    return subscribed | {tp.topic for member in group.members for tp in member.assignment}


async def _partly(call: Awaitable[Mapping[Any, T]]) -> Mapping[Any, T]:
    """The results of a call about several things, without those that failed."""
    try:
        return await call
    except KafkaError as exc:
        found: Mapping[Any, T] = getattr(exc, "results", {})
        return found
