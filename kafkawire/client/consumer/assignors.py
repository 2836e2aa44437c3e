"""Who in a group reads which partition. Pure functions; the group's leader calls one and everybody follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kafkawire.client.metadata import TopicPartition

__all__ = ["ASSIGNORS", "Assignor", "assign_range"]

Assignment = dict[str, list[TopicPartition]]
Assignor = Callable[[Mapping[str, Sequence[str]], Mapping[str, int]], Assignment]
"""(member id -> topics it wants, topic -> number of partitions) -> member id -> partitions."""


def assign_range(members: Mapping[str, Sequence[str]], partitions: Mapping[str, int]) -> Assignment:
    """Each topic by itself: members in order of their ids get consecutive partitions, the first ones one more.

    As Apache Kafka's `RangeAssignor` where it knows nothing of racks. Topics with the same members and numbers of
    partitions come out alike, so that records joined by key meet at the same member.
    """
    assignment: Assignment = {member: [] for member in members}
    for topic in sorted({topic for topics in members.values() for topic in topics}):
        interested = sorted(member for member, topics in members.items() if topic in topics)
        share, extra = divmod(partitions.get(topic, 0), len(interested))
        start = 0
        for place, member in enumerate(interested):
            count = share + (place < extra)
            assignment[member] += [TopicPartition(topic, index) for index in range(start, start + count)]
            start += count
    return assignment


ASSIGNORS: dict[str, Assignor] = {"range": assign_range}
"""By the name under which members of a group, in any language, agree on one."""
