"""The assignor of share groups, Kafka's "simple": every partition has a reader, and every member something to read.

Topics that the same members subscribe to are dealt out together: partitions in turn to members, or, if there are more
members than partitions, members in turn to partitions.
"""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

__all__ = ["Place", "assign"]

Place = tuple[UUID, int]


def assign(subscribers: Mapping[str, frozenset[UUID]], partitions: Mapping[UUID, int]) -> dict[str, frozenset[Place]]:
    """Who reads what: members by the topics that they subscribe to, topics by their number of partitions."""
    found: dict[str, set[Place]] = {member_id: set() for member_id in subscribers}
    for members, places in _together(subscribers, partitions).items():
        for turn in range(max(len(members), len(places))):
            found[members[turn % len(members)]].add(places[turn % len(places)])
    return {member_id: frozenset(places) for member_id, places in found.items()}


def _together(
    subscribers: Mapping[str, frozenset[UUID]], partitions: Mapping[UUID, int]
) -> dict[tuple[str, ...], list[Place]]:
    groups: dict[tuple[str, ...], list[Place]] = {}
    for topic_id, count in partitions.items():
        members = tuple(member_id for member_id, topics in subscribers.items() if topic_id in topics)
        if members and count:
            groups.setdefault(members, []).extend((topic_id, index) for index in range(count))
    return groups
