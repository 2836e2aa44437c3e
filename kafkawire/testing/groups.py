"""The groups of a broker inside a test: who is in them, what they have committed, and how to make them move."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kafkawire.broker.groups.consumer_protocol import CONSUMER_PROTOCOL, read_assignment
from kafkawire.error_code import ErrorCode
from kafkawire.errors import DecodeError, KafkaError
from kafkawire.testing.faults.values import nearest

if TYPE_CHECKING:
    from uuid import UUID

    from kafkawire.broker.groups.classic import Group
    from kafkawire.broker.groups.consumer import ConsumerGroup
    from kafkawire.broker.node.node import Node
    from kafkawire.broker.share.coordinator import ShareGroup

__all__ = [
    "STATES",
    "GroupMember",
    "GroupStatus",
    "committed",
    "names",
    "or_what_there_is",
    "rebalance",
    "status_of",
    "the_group",
]

TopicAndPartition = tuple[str, int]
STATES = ("Empty", "PreparingRebalance", "CompletingRebalance", "Assigning", "Reconciling", "Stable")
"""What the state of a group can be, in Kafka's words."""


@dataclass(frozen=True, slots=True)
class GroupMember:
    """A member of a group; `partitions` are what it has been given, by topic and number."""

    member_id: str
    client_id: str
    host: str
    partitions: tuple[TopicAndPartition, ...]
    instance_id: str | None = None


@dataclass(frozen=True, slots=True)
class GroupStatus:
    """A group at one moment. `protocol`: classic, consumer (KIP-848) or share; the `epoch` of the first: generation."""

    name: str
    protocol: str
    state: str
    epoch: int
    members: tuple[GroupMember, ...]

    def __str__(self) -> str:
        who = ", ".join(member.client_id or member.member_id for member in self.members)
        number = len(self.members)
        return f"{self.state} with {number} member{'s' * (number != 1)}" + (f" ({who})" if who else "")


def status_of(node: Node, name: str) -> GroupStatus | None:
    """How a group stands, if there is one of that name."""
    modern = node.groups.consumer_groups.get(name)
    if modern is not None:
        return GroupStatus(name, "consumer", modern.state_name, modern.state.epoch, _of_consumer(node, modern))
    classic = node.groups.get(name)
    if classic is not None:
        return GroupStatus(name, "classic", classic.state.value, classic.generation, _of_classic(classic))
    shared = _shared(node, name)
    if shared is not None:
        return GroupStatus(name, "share", shared.state.name, shared.state.epoch, _of_share(node, shared))
    return None


def the_group(node: Node, name: str) -> GroupStatus:
    """How a group stands. Raises `KafkaError` where there is none."""
    found = status_of(node, name)
    if found is None:
        raise KafkaError(
            ErrorCode.GROUP_ID_NOT_FOUND, f"there is no group {name!r}{or_what_there_is(name, names(node))}"
        )
    return found


def names(node: Node) -> list[str]:
    """The groups that there are."""
    shared = [group.group_id for group in node.share]
    return sorted({*node.groups.consumer_groups, *(group.group_id for group in node.groups), *shared})


def committed(node: Node, name: str) -> dict[TopicAndPartition, int]:
    """The offsets that a group has committed. Raises `KafkaError` where there is no such group."""
    the_group(node, name)
    return {partition: one.offset for partition, one in sorted(node.groups.offsets.of(name).items())}


def rebalance(node: Node, name: str) -> None:
    """Let a group share out its partitions anew. Raises `KafkaError` if it is not there or has nobody to do so."""
    status = the_group(node, name)
    if status.protocol == "share":
        raise KafkaError(ErrorCode.GROUP_ID_NOT_FOUND, f"{name!r} is a share group, which does not rebalance")
    if not status.members:
        raise KafkaError(ErrorCode.UNKNOWN_MEMBER_ID, f"group {name!r} has no members that could rebalance")
    modern, classic = node.groups.consumer_groups.get(name), node.groups.get(name)
    if modern is not None:
        modern.become(replace(modern.state, epoch=modern.state.epoch + 1))
    elif classic is not None:
        classic.prepare_rebalance(node.clock.now())
        node.groups.arm_for(classic)


def _shared(node: Node, name: str) -> ShareGroup | None:
    return node.share.get(name) if name in node.share else None


def _of_classic(group: Group) -> tuple[GroupMember, ...]:
    return tuple(
        GroupMember(
            member.member_id,
            member.client_id,
            member.client_host,
            _partitions(member.assignment) if group.protocol_type == CONSUMER_PROTOCOL else (),
            member.instance_id,
        )
        for member in group.members.values()
    )


def _partitions(assignment: bytes) -> tuple[TopicAndPartition, ...]:
    try:
        return tuple(sorted(read_assignment(assignment)[0]))
    except DecodeError:  # another dialect, which the broker hands on as it is
        return ()


def _of_consumer(node: Node, group: ConsumerGroup) -> tuple[GroupMember, ...]:
    return tuple(
        GroupMember(
            member.member_id, member.client_id, member.client_host, _named(node, member.assigned), member.instance_id
        )
        for member in group.members.values()
    )


def _of_share(node: Node, group: ShareGroup) -> tuple[GroupMember, ...]:
    return tuple(
        GroupMember(member.member_id, member.client_id, member.client_host, _named(node, member.assigned))
        for member in group.state.members.values()
    )


def _named(node: Node, partitions: Collection[tuple[UUID, int]]) -> tuple[TopicAndPartition, ...]:
    def known() -> Iterator[TopicAndPartition]:
        for topic_id, number in partitions:
            topic = node.topics.by_id(topic_id)
            if topic is not None:  # else it was just deleted
                yield topic.name, number

    return tuple(sorted(known()))


def or_what_there_is(name: str, known: Collection[str]) -> str:
    """For the end of a sentence about a name that is unknown: the one that may be meant, or all."""
    return nearest(name, known) or (f"; there is {', '.join(known)}" if known else "; there is none at all")
