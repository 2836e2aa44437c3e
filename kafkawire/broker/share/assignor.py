"""The assignor of share groups, Kafka's "simple": every partition has a reader, and every member something to read.

Topics that the same members subscribe to are dealt out together: partitions in turn to members, or, if there are more
members than partitions, members in turn to partitions.
"""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from kafkawire.broker.groups.consumer_member import TopicIdPartition

__all__ = ["assign"]


def assign(
    subscribers: Mapping[str, frozenset[UUID]], partitions: Mapping[UUID, int]
) -> dict[str, frozenset[TopicIdPartition]]:
    """Who reads what: members by the topics that they subscribe to, topics by their number of partitions."""
    found: dict[str, set[TopicIdPartition]] = {member_id: set() for member_id in subscribers}
    for members, topic_partitions in _together(subscribers, partitions).items():
        for turn in range(max(len(members), len(topic_partitions))):
            found[members[turn % len(members)]].add(topic_partitions[turn % len(topic_partitions)])
    return {member_id: frozenset(topic_partitions) for member_id, topic_partitions in found.items()}


def _together(
    subscribers: Mapping[str, frozenset[UUID]], partitions: Mapping[UUID, int]
) -> dict[tuple[str, ...], list[TopicIdPartition]]:
    groups: dict[tuple[str, ...], list[TopicIdPartition]] = {}
    for topic_id, count in partitions.items():
        members = tuple(member_id for member_id, topics in subscribers.items() if topic_id in topics)
        if members and count:
            groups.setdefault(members, []).extend((topic_id, index) for index in range(count))
    return groups
