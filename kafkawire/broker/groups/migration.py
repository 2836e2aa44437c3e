"""From the classic protocol to that of KIP-848 and back, while members are in the group: what becomes of them.

Going up, each classic member is taken over with the partitions that its leader gave it and goes on to speak the classic
protocol. Coming down, each gets what it was to have by the last target assignment, and is asked to join again.
"""

from __future__ import annotations

from kafkawire.broker.groups.classic import Group
from kafkawire.broker.groups.consumer_member import ClassicSide, ConsumerMember
from kafkawire.broker.groups.consumer_protocol import (
    CONSUMER_PROTOCOL,
    read_assignment,
    read_subscription,
    version_of,
    write_assignment,
)
from kafkawire.broker.groups.consumer_state import GroupState, Refusal
from kafkawire.broker.groups.member import Member
from kafkawire.broker.groups.responses import vote
from kafkawire.broker.groups.subscriptions import Catalog, metadata_hash, named, reading, topic_partitions_of
from kafkawire.error_code import ErrorCode
from kafkawire.errors import DecodeError

__all__ = ["downgraded", "upgraded"]

_CUSTOM = (
    "an unsupported custom assignor is in use. Please refer to the documentation or switch to a default assignor "
    "before re-attempting the upgrade"
)


class _CustomAssignor(Exception):
    """An assignor of the clients' own wrote user data, which the broker cannot do in its place."""


def upgraded(group: Group, topics: Catalog, *, is_allowed: bool, max_size: int) -> GroupState:
    """The state that a classic group has as one of KIP-848. Raises `Refusal`."""
    if not is_allowed:
        raise _refused(group, "online upgrade is disabled")
    if group.protocol_type != CONSUMER_PROTOCOL:
        raise _refused(group, "the group does not use the consumer embedded protocol")
    if len(group.members) > max_size:
        raise _refused(group, "the group size exceeds the consumer group maximum size")
    protocol = group.protocol or (vote(group.members.values()) if group.members else "")
    try:
        members = {
            name: _taken_over(member, protocol, group.generation, topics) for name, member in group.members.items()
        }
    except _CustomAssignor as exc:
        raise _refused(group, _CUSTOM) from exc
    except DecodeError as exc:
        raise _refused(group, "the embedded consumer protocol is malformed") from exc
    target = {name: frozenset(member.assigned) for name, member in members.items()}
    if len(frozenset().union(*target.values())) < sum(map(len, target.values())):
        raise Refusal(ErrorCode.UNKNOWN_SERVER_ERROR, "The leader has given a partition to two members.")
    digest = metadata_hash(reading(members.values()).names, {}, topics)
    return GroupState(group.generation, digest, members, group.generation, target)


def _refused(group: Group, reason: str) -> Refusal:
    return Refusal(
        ErrorCode.GROUP_ID_NOT_FOUND,
        f"Cannot upgrade classic group {group.group_id} to consumer group because {reason}.",
    )


def _taken_over(member: Member, protocol: str, generation: int, topics: Catalog) -> ConsumerMember:
    subscription = read_subscription(member.protocols.get(protocol, b""))
    if read_assignment(member.assignment)[1]:
        raise _CustomAssignor
    topic_partitions = topic_partitions_of(read_assignment(member.held)[0], topics)
    return ConsumerMember(
        member.member_id,
        member.instance_id,
        subscription.rack_id,
        member.client_id,
        member.client_host,
        int(member.rebalance_timeout * 1000),
        tuple(sorted(set(subscription.topics))),
        epoch=generation,
        previous_epoch=generation,
        assigned=dict.fromkeys(topic_partitions, generation),
        classic=ClassicSide(int(member.session_timeout * 1000), tuple(member.protocols.items())),
    )


def downgraded(group: Group, state: GroupState, generation: int, topics: Catalog, now: float) -> None:
    """Let an empty classic group have these members, all of whom speak its protocol, in that generation."""
    for member in state.members.values():
        group.roster.add(_handed_back(member, now))
    protocol = vote(group.members.values())
    for member_id, handed in group.members.items():
        topic_partitions = named(state.target.get(member_id, frozenset()), topics)
        version = version_of(handed.protocols[protocol])
        handed.assignment = write_assignment(topic_partitions, version)
        handed.held = write_assignment(named(state.members[member_id].held(), topics), version)
    group.restore(generation, CONSUMER_PROTOCOL, protocol, next(iter(group.members)))


def _handed_back(member: ConsumerMember, now: float) -> Member:
    assert member.classic is not None
    session_timeout = member.classic.session_timeout_ms / 1000
    return Member(
        member.member_id,
        member.instance_id,
        member.client_id,
        member.client_host,
        session_timeout,
        member.rebalance_timeout_ms / 1000,
        dict(member.classic.protocols),
        now + session_timeout,
        has_synced=True,
    )
