"""The assignors of consumer groups (KIP-848): who should have which partitions.

`assign_range` cuts each topic into neighbouring pieces, so that the same member gets the same partition of every topic.
`assign_uniform` spreads all partitions evenly and moves as few of them as it can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple
from uuid import UUID

from kafkawire.broker.groups.consumer_member import Partitions, TopicIdPartition

__all__ = ["ASSIGNORS", "Assignor", "Subscriber", "assign_range", "assign_uniform"]


class Subscriber(NamedTuple):
    """What an assignor knows of a member: `had` is its last target."""

    instance_id: str | None
    topics: frozenset[UUID]
    had: Partitions = frozenset()


Assignor = Callable[[Mapping[str, Subscriber], Mapping[UUID, int]], dict[str, Partitions]]
"""(member id -> subscriber, topic -> number of partitions) -> member id -> its partitions."""


def assign_range(members: Mapping[str, Subscriber], topics: Mapping[UUID, int]) -> dict[str, Partitions]:
    """Neighbouring partitions of each topic to each of its subscribers; the first ones get what does not divide."""
    found: dict[str, list[TopicIdPartition]] = {member_id: [] for member_id in members}
    order = sorted(members, key=lambda member_id: _rank(member_id, members[member_id]))
    for topic, partitions in topics.items():
        subscribers = [member_id for member_id in order if topic in members[member_id].topics]
        start = 0
        for number, member_id in enumerate(subscribers):
            count = partitions // len(subscribers) + (number < partitions % len(subscribers))
            found[member_id] += [(topic, index) for index in range(start, start + count)]
            start += count
    return {member_id: frozenset(topic_partitions) for member_id, topic_partitions in found.items()}


def _rank(member_id: str, member: Subscriber) -> tuple[bool, str]:
    # Static members come first and by their instance ids, so that a restart changes nothing.
    return member.instance_id is None, member.instance_id or member_id


def assign_uniform(members: Mapping[str, Subscriber], topics: Mapping[UUID, int]) -> dict[str, Partitions]:
    """As even as the subscriptions let it be; what a member had it keeps, as long as that is even."""
    found = {member_id: _kept(member, topics) for member_id, member in members.items()}
    _drop_shared(found)
    if not members:
        return {}
    if len({member.topics for member in members.values()}) == 1:
        _level_same(found, topics, next(iter(members.values())).topics)
    else:
        _level_mixed(found, members, topics)
    return {member_id: frozenset(topic_partitions) for member_id, topic_partitions in found.items()}


def _kept(member: Subscriber, topics: Mapping[UUID, int]) -> set[TopicIdPartition]:
    return {(topic, index) for topic, index in member.had if topic in member.topics and index < topics.get(topic, 0)}


def _drop_shared(found: Mapping[str, set[TopicIdPartition]]) -> None:
    seen: set[TopicIdPartition] = set()
    for topic_partitions in found.values():
        topic_partitions -= seen
        seen |= topic_partitions


def _unassigned(
    found: Mapping[str, set[TopicIdPartition]], topics: Mapping[UUID, int], subscribed: frozenset[UUID]
) -> list[TopicIdPartition]:
    seen = set().union(*found.values())
    everything = ((topic, index) for topic in topics if topic in subscribed for index in range(topics[topic]))
    return [tp for tp in everything if tp not in seen]


def _level_same(
    found: dict[str, set[TopicIdPartition]], topics: Mapping[UUID, int], subscribed: frozenset[UUID]
) -> None:
    """All members want the same topics: cut each down to its share, then fill up."""
    total = sum(count for topic, count in topics.items() if topic in subscribed)
    share, larger = divmod(total, len(found))
    for member_id in sorted(found, key=lambda name: len(found[name]), reverse=True):
        limit = share + (larger > 0)
        if len(found[member_id]) >= limit:
            found[member_id] = set(sorted(found[member_id])[:limit])
            larger -= limit > share
    pool = _unassigned(found, topics, subscribed)
    for topic_partitions in found.values():
        missing = max(share - len(topic_partitions), 0)
        topic_partitions.update(pool[:missing])
        del pool[:missing]
    for topic_partitions, tp in zip((p for p in found.values() if len(p) == share), pool, strict=False):
        topic_partitions.add(tp)


def _level_mixed(
    found: dict[str, set[TopicIdPartition]], members: Mapping[str, Subscriber], topics: Mapping[UUID, int]
) -> None:
    """Members want different topics: hand out what nobody has, then move from the fullest while that helps."""
    takers = {topic: [name for name, member in members.items() if topic in member.topics] for topic in topics}
    pool = _unassigned(found, topics, frozenset(topic for topic in topics if takers[topic]))
    for tp in sorted(pool, key=lambda tp: len(takers[tp[0]])):  # the choosy ones first
        found[min(takers[tp[0]], key=lambda name: len(found[name]))].add(tp)
    while _move_one(found, takers):
        pass


def _move_one(found: dict[str, set[TopicIdPartition]], takers: Mapping[UUID, list[str]]) -> bool:
    # Each move is from a member that has at least two more than the other, so the sum of squares shrinks: it ends.
    least = min(map(len, found.values()))
    for giver in sorted(found, key=lambda name: len(found[name]), reverse=True):
        if len(found[giver]) - least <= 1:
            break  # nor has any of those that follow one to spare
        for topic in sorted({topic for topic, _ in found[giver]}):
            taker = min(takers[topic], key=lambda name: len(found[name]))
            if len(found[giver]) - len(found[taker]) > 1:
                tp = max(tp for tp in found[giver] if tp[0] == topic)
                found[giver].remove(tp)
                found[taker].add(tp)
                return True
    return False


ASSIGNORS: dict[str, Assignor] = {"uniform": assign_uniform, "range": assign_range}
"""By name; the first is taken where no member asks for one."""
