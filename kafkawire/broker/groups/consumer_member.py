"""A member of a consumer group (KIP-848), and how it moves from the partitions it has to those it should have.

A member is a value that never changes; each step makes a new one. It must give up what it should no longer have before
it gets anything else, and gets only what nobody else holds any more:

    STABLE -> UNREVOKED_PARTITIONS (has yet to give up some) -> UNRELEASED_PARTITIONS (others have yet to) -> STABLE

Its epoch goes up to that of the target assignment once it has given up what it had to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import NamedTuple
from uuid import UUID

__all__ = [
    "LEFT_FOR_NOW",
    "ClassicSide",
    "ConsumerMember",
    "MemberState",
    "Partitions",
    "TopicIdPartition",
    "reconcile",
    "without_topics",
]

TopicIdPartition = tuple[UUID, int]
Partitions = frozenset[TopicIdPartition]
LEFT_FOR_NOW = -2
"""Epoch of a static member that was stopped and will be back."""


class MemberState(IntEnum):
    """How far a member has come; the numbers are those of Kafka's records."""

    STABLE = 0
    UNREVOKED_PARTITIONS = 1
    UNRELEASED_PARTITIONS = 2
    UNKNOWN = 127


class ClassicSide(NamedTuple):
    """What a member has said that still speaks the classic protocol: names and metadata of the assignors it knows."""

    session_timeout_ms: int
    protocols: tuple[tuple[str, bytes], ...]


@dataclass(frozen=True, slots=True)
class ConsumerMember:
    """One member. `assigned` and `revoking` say for each partition since which epoch the member has had it."""

    member_id: str
    instance_id: str | None = None
    rack_id: str | None = None
    client_id: str = ""
    client_host: str = ""
    rebalance_timeout_ms: int = -1
    topic_names: tuple[str, ...] = ()
    topic_regex: str = ""
    assignor: str | None = None
    epoch: int = 0
    previous_epoch: int = -1
    state: MemberState = MemberState.STABLE
    assigned: Mapping[TopicIdPartition, int] = field(default_factory=dict)
    revoking: Mapping[TopicIdPartition, int] = field(default_factory=dict)
    classic: ClassicSide | None = None

    def is_reconciled_to(self, target_epoch: int) -> bool:
        """Whether the member has all that it should have, and nothing else."""
        return self.state is MemberState.STABLE and self.epoch == target_epoch

    def held(self) -> set[TopicIdPartition]:
        """What nobody else may have yet."""
        return {*self.assigned, *self.revoking}


def without_topics(member: ConsumerMember, subscribed: Collection[UUID]) -> ConsumerMember:
    """The member, with what it does not read any more to be given up, whatever the target says (KIP-848)."""
    dropped = {tp: since for tp, since in member.assigned.items() if tp[0] not in subscribed}
    if not dropped:
        return member
    kept = {tp: since for tp, since in member.assigned.items() if tp not in dropped}
    revoking = {**member.revoking, **dropped}
    return replace(member, state=MemberState.UNREVOKED_PARTITIONS, assigned=kept, revoking=revoking)


def reconcile(
    member: ConsumerMember,
    target_epoch: int,
    target: Partitions,
    owned: Partitions | None,
    taken: Callable[[], Collection[TopicIdPartition]],
) -> ConsumerMember:
    """The member after its next step towards the target. `owned`: what it says it has; None if it does not say.

    `taken` is asked, if need be, for the partitions that any member holds.
    """
    if member.is_reconciled_to(target_epoch):
        return member
    epoch = member.epoch
    if member.state is MemberState.UNREVOKED_PARTITIONS:
        if owned is None or not owned.isdisjoint(member.revoking):
            return member
        epoch += 1  # it has given up what it was asked to
    return _next(member, epoch, target_epoch, target, owned, taken)


def _next(
    member: ConsumerMember,
    epoch: int,
    target_epoch: int,
    target: Partitions,
    owned: Partitions | None,
    taken: Callable[[], Collection[TopicIdPartition]],
) -> ConsumerMember:
    kept = {tp: since for tp, since in member.assigned.items() if tp in target}
    revoking = {tp: since for tp, since in member.assigned.items() if tp not in target}
    if revoking and (owned is None or not owned.isdisjoint(revoking)):
        return _moved(member, epoch, MemberState.UNREVOKED_PARTITIONS, kept, revoking)
    wanted = target - kept.keys()
    # What it has just given up, and is to have again, is its own to take.
    free = wanted - (set(taken()) - member.revoking.keys()) if wanted else wanted
    state = MemberState.STABLE if free == wanted else MemberState.UNRELEASED_PARTITIONS
    return _moved(member, target_epoch, state, {**kept, **dict.fromkeys(free, target_epoch)}, {})


def _moved(
    member: ConsumerMember,
    epoch: int,
    state: MemberState,
    assigned: dict[TopicIdPartition, int],
    revoking: dict[TopicIdPartition, int],
) -> ConsumerMember:
    previous = member.previous_epoch if epoch == member.epoch else member.epoch
    return replace(member, epoch=epoch, previous_epoch=previous, state=state, assigned=assigned, revoking=revoking)
