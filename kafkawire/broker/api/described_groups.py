"""What the handlers of the three APIs that describe groups have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from kafkawire.broker.api.dispatch import Context
from kafkawire.broker.groups.changes import by_topic
from kafkawire.broker.groups.consumer_member import TopicIdPartition
from kafkawire.broker.security.authorizer import ResourceType

__all__ = ["HIDDEN", "add_operations", "named_topics"]

HIDDEN = "The group has described topic(s) that the client is not authorized to describe."
_OPERATIONS = sum(1 << n for n in (3, 6, 8, 10, 11))
T = TypeVar("T")


class _Described(Protocol):
    error_code: int
    group_id: str
    authorized_operations: int


def add_operations(ctx: Context, groups: Iterable[_Described], *, are_asked_for: bool) -> None:
    """Say what the client may do to each group that is described, if it has asked for that (KIP-430)."""
    for group in groups if are_asked_for else ():
        if not group.error_code:
            group.authorized_operations = ctx.allowed_operations(_OPERATIONS, ResourceType.GROUP, group.group_id)


def named_topics(ctx: Context, topic_partitions: Iterable[TopicIdPartition], topic: Callable[..., T]) -> list[T]:
    """A `topic` of each that there are partitions of. One that was just deleted has no name any more."""
    known = ((ctx.topics.by_id(topic_id), indexes) for topic_id, indexes in by_topic(topic_partitions))
    return [topic(topic_id=one.topic_id, topic_name=one.name, partitions=indexes) for one, indexes in known if one]
