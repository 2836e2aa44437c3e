"""Who may speak in a consumer group (KIP-848): members are found by id or instance id, and their epochs are checked.

Each function is told the state of the group and raises `Refusal`, in Kafka's words, where somebody may not.
"""

from __future__ import annotations

from dataclasses import replace

from kafkawire.broker.groups.consumer_member import LEFT_FOR_NOW, ConsumerMember, MemberState
from kafkawire.broker.groups.consumer_state import JOIN, GroupState, HeartbeatCall, Refusal
from kafkawire.broker.groups.member import JoinCall
from kafkawire.error_code import ErrorCode

__all__ = ["admit", "admit_classic", "check_room", "find"]


def check_room(state: GroupState, member_id: str, max_size: int) -> None:
    """Refuse somebody new in a group that is full."""
    if member_id not in state.members and len(state.members) >= max_size:
        raise Refusal(
            ErrorCode.GROUP_MAX_SIZE_REACHED,
            f"The consumer group has reached its maximum capacity of {max_size} members.",
        )


def admit(group_id: str, state: GroupState, call: HeartbeatCall) -> tuple[GroupState, ConsumerMember]:
    """The member that sends a heartbeat, known or new, and the state in which it has the place of its old self."""
    is_joining = call.epoch == JOIN
    if call.instance_id is not None and is_joining:
        return _admit_static(state, call.member_id, call.instance_id, is_classic=False)
    if is_joining and call.member_id not in state.members:
        return state, ConsumerMember(call.member_id)
    member = find(group_id, state, call.member_id, call.instance_id)
    _check_epoch(member, call)
    return state, member


def admit_classic(
    group_id: str, state: GroupState, call: JoinCall, member_id: str
) -> tuple[GroupState, ConsumerMember]:
    """Take in a member that sends JoinGroup. Any id will do for a dynamic one."""
    if call.instance_id is None:
        return state, state.members.get(member_id) or ConsumerMember(member_id)
    if not call.member_id:
        return _admit_static(state, member_id, call.instance_id, is_classic=True)
    return state, find(group_id, state, member_id, call.instance_id)


def find(group_id: str, state: GroupState, member_id: str, instance_id: str | None = None) -> ConsumerMember:
    """The member of that id; a static one must give its instance id."""
    if instance_id is None:
        found = state.members.get(member_id)
        if found is None:
            raise Refusal(ErrorCode.UNKNOWN_MEMBER_ID, f"Member {member_id} is not a member of group {group_id}.")
        return found
    found = _instance(state, instance_id)
    if found is None:
        raise Refusal(ErrorCode.UNKNOWN_MEMBER_ID, f"Instance id {instance_id} is unknown.")
    if found.member_id != member_id:
        raise Refusal(
            ErrorCode.FENCED_INSTANCE_ID,
            f"Static member {member_id} with instance id {instance_id} was fenced by member {found.member_id}.",
        )
    return found


def _instance(state: GroupState, instance_id: str) -> ConsumerMember | None:
    return next((m for m in state.members.values() if m.instance_id == instance_id), None)


def _admit_static(
    state: GroupState, member_id: str, instance_id: str, *, is_classic: bool
) -> tuple[GroupState, ConsumerMember]:
    known = _instance(state, instance_id)
    if known is None:
        return state, state.members.get(member_id) or ConsumerMember(member_id, instance_id)
    # A classic member cannot say that it will be back; it is replaced, and replaces, without.
    if not is_classic and known.classic is None and known.epoch != LEFT_FOR_NOW:
        raise Refusal(
            ErrorCode.UNRELEASED_INSTANCE_ID,
            f"Static member {member_id} with instance id {instance_id} cannot join the group because the "
            f"instance id is owned by {known.member_id} member.",
        )
    return _replaced(state, known, member_id)


def _replaced(state: GroupState, old: ConsumerMember, member_id: str) -> tuple[GroupState, ConsumerMember]:
    # A static member is back under a new id: it takes over what the old one had, and no epoch goes up.
    member = replace(old, member_id=member_id, epoch=0, previous_epoch=0)
    members = {name: m for name, m in state.members.items() if name != old.member_id}
    target = {name: topic_partitions for name, topic_partitions in state.target.items() if name != old.member_id}
    target[member_id] = state.target.get(old.member_id, frozenset())
    return replace(state, members={**members, member_id: member}, target=target), member


def _check_epoch(member: ConsumerMember, call: HeartbeatCall) -> None:
    if member.state is MemberState.UNKNOWN and call.owned != frozenset():  # written down by a newer broker
        raise Refusal(
            ErrorCode.FENCED_MEMBER_EPOCH,
            "The consumer group member is in a unknown state. The member must abandon all its partitions and rejoin.",
        )
    if call.epoch in (JOIN, member.epoch):
        return
    # The response that raised the epoch may have been lost: a member that has not gone past it is let in again.
    is_late = call.epoch == member.previous_epoch and call.owned is not None and call.owned <= member.assigned.keys()
    if not is_late:
        comparison = "greater" if call.epoch > member.epoch else "smaller"
        raise Refusal(
            ErrorCode.FENCED_MEMBER_EPOCH,
            f"The consumer group member has a {comparison} member epoch ({call.epoch}) than the one known by the group "
            f"coordinator ({member.epoch}). The member must abandon all its partitions and rejoin.",
        )
