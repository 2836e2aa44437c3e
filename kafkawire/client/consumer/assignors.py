"""Who in a group reads which partition. Pure functions; the group's leader calls one and everybody follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import cycle
from typing import NamedTuple

from kafkawire.client.metadata import TopicPartition

__all__ = [
    "ASSIGNORS",
    "COOPERATIVE",
    "Assignment",
    "Assignor",
    "MemberSubscription",
    "assign_cooperatively",
    "assign_range",
    "assign_round_robin",
    "assign_sticky",
]


class MemberSubscription(NamedTuple):
    """What a member asks for: topics, and what it owned until now, as of which generation (-1: it does not say)."""

    topics: Sequence[str]
    owned: Sequence[TopicPartition] = ()
    generation_id: int = -1


Assignment = dict[str, list[TopicPartition]]
Assignor = Callable[[Mapping[str, MemberSubscription], Mapping[str, int]], Assignment]
"""(member id -> its subscription, topic -> number of partitions) -> member id -> partitions."""


def assign_range(members: Mapping[str, MemberSubscription], partitions: Mapping[str, int]) -> Assignment:
    """Each topic by itself: members in order of their ids get consecutive partitions, the first ones one more.

    As Apache Kafka's `RangeAssignor` where it knows nothing of racks. Topics with the same members and numbers of
    partitions come out alike, so that records joined by key meet at the same member.
    """
    assignment: Assignment = {member: [] for member in members}
    for topic, wanting in _wanting(members).items():
        share, extra = divmod(partitions.get(topic, 0), len(wanting))
        start = 0
        for rank, member in enumerate(wanting):
            count = share + (rank < extra)
            assignment[member] += [TopicPartition(topic, index) for index in range(start, start + count)]
            start += count
    return assignment


def assign_round_robin(members: Mapping[str, MemberSubscription], partitions: Mapping[str, int]) -> Assignment:
    """All partitions in order, each to the next member that wants its topic: Apache Kafka's `RoundRobinAssignor`."""
    assignment: Assignment = {member: [] for member in members}
    topics = {member: set(subscription.topics) for member, subscription in members.items()}
    turns = cycle(sorted(members))
    for tp in _partitions(members, partitions):
        member = next(turn for turn in turns if tp.topic in topics[turn])
        assignment[member].append(tp)
    return assignment


def assign_sticky(members: Mapping[str, MemberSubscription], partitions: Mapping[str, int]) -> Assignment:
    """As even as the topics that members want allow, and with as few moves as that takes.

    No member has two partitions more than another one that could have taken one of them.
    """
    held = _held(members, partitions)
    loads = Counter({member: len(tps) for member, tps in held.items()})
    kept = {tp for tps in held.values() for tp in tps}
    wanting = _wanting(members)
    free = [tp for tp in _partitions(members, partitions) if tp not in kept]
    for tp in sorted(free, key=lambda tp: (len(wanting[tp.topic]), tp)):  # those with the least choice go first
        member = min(wanting[tp.topic], key=loads.__getitem__)
        held[member].append(tp)
        loads[member] += 1
    while move := _find_move(held, loads, wanting):
        giver, index, taker = move
        held[taker].append(held[giver].pop(index))
        loads[giver] -= 1
        loads[taker] += 1
    return {member: sorted(tps) for member, tps in held.items()}


def assign_cooperatively(members: Mapping[str, MemberSubscription], partitions: Mapping[str, int]) -> Assignment:
    """As `assign_sticky`, but what moves is left out: its owner gives it up first, and the next round hands it on."""
    owners = {tp: member for member, tps in _held(members, partitions).items() for tp in tps}
    assignment = assign_sticky(members, partitions)
    return {member: [tp for tp in tps if owners.get(tp, member) == member] for member, tps in assignment.items()}


def _find_move(
    held: Assignment, loads: Counter[str], wanting: Mapping[str, Sequence[str]]
) -> tuple[str, int, str] | None:
    """Who can give which of its partitions (its index) to whom, so that the loads become more even.

    Each move lowers the sum of their squares, so there is an end.
    """
    least = min(loads.values(), default=0)
    for giver in sorted(held, key=lambda member: (-loads[member], member)):
        if loads[giver] - least <= 1:
            return None
        takers: dict[str, str] = {}
        for index in reversed(range(len(held[giver]))):
            topic = held[giver][index].topic
            if topic not in takers:
                takers[topic] = min(wanting[topic], key=loads.__getitem__)
            if loads[giver] - loads[takers[topic]] > 1:
                return giver, index, takers[topic]
    return None


def _held(members: Mapping[str, MemberSubscription], partitions: Mapping[str, int]) -> Assignment:
    """What each member may keep. Of two that claim one partition the later generation has it, or neither of them."""
    claims: dict[TopicPartition, list[tuple[int, str]]] = {}
    for member, subscription in members.items():
        topics = set(subscription.topics)
        for tp in subscription.owned:
            if tp.topic in topics and 0 <= tp.partition < partitions.get(tp.topic, 0):
                claims.setdefault(tp, []).append((subscription.generation_id, member))
    held: Assignment = {member: [] for member in members}
    for tp, claimants in claims.items():
        generation, member = max(claimants)
        if [other for other, _ in claimants].count(generation) == 1:
            held[member].append(tp)
    return held


def _wanting(members: Mapping[str, MemberSubscription]) -> dict[str, list[str]]:
    """Who wants each topic, both in order."""
    found: dict[str, list[str]] = {}
    for member in sorted(members):
        for topic in set(members[member].topics):
            found.setdefault(topic, []).append(member)
    return dict(sorted(found.items()))


def _partitions(members: Mapping[str, MemberSubscription], partitions: Mapping[str, int]) -> Iterable[TopicPartition]:
    return [TopicPartition(topic, i) for topic in _wanting(members) for i in range(partitions.get(topic, 0))]


ASSIGNORS: dict[str, Assignor] = {
    "range": assign_range,
    "roundrobin": assign_round_robin,
    "sticky": assign_sticky,
    "cooperative-sticky": assign_cooperatively,
}
"""By the name under which members of a group, in any language, agree on one."""

COOPERATIVE = {"cooperative-sticky"}
"""The assignors whose members keep reading what they are not asked to give up (KIP-429)."""
