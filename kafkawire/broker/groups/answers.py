"""What a group's members are told: the answers to JoinGroup and SyncGroup, made from the state of the group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

from kafkawire.broker.loop.reply import Reply
from kafkawire.error_code import ErrorCode
from kafkawire.messages import JoinGroupResponse, SyncGroupResponse
from kafkawire.messages.join_group_response import JoinGroupResponseMember

if TYPE_CHECKING:
    from kafkawire.broker.groups.member import Member
    from kafkawire.broker.groups.rebalancing import Rebalancing

__all__ = ["joined", "refuse_join", "synced", "vote"]


def vote(members: Collection[Member]) -> str:
    """The protocol that most members prefer among those that all of them speak; there must be one."""
    candidates = set.intersection(*(set(member.protocols) for member in members))
    votes = Counter(next(name for name in member.protocols if name in candidates) for member in members)
    return votes.most_common(1)[0][0]


def joined(group: Rebalancing, member: Member) -> JoinGroupResponse:
    """A member is in the generation; the leader is also told who else is."""
    protocol = group.protocol or ""
    others = group.members.values() if member.member_id == group.leader else ()
    return JoinGroupResponse(
        generation_id=group.generation,
        protocol_type=group.protocol_type,
        protocol_name=protocol,
        leader=group.leader or "",
        member_id=member.member_id,
        members=[
            JoinGroupResponseMember(
                member_id=m.member_id, group_instance_id=m.instance_id, metadata=m.protocols.get(protocol, b"")
            )
            for m in others
        ],
    )


def refuse_join(error: ErrorCode, member_id: str) -> Reply[JoinGroupResponse]:
    """A member is not let in."""
    return Reply.of(JoinGroupResponse(error_code=error, member_id=member_id))


def synced(group: Rebalancing, member: Member) -> SyncGroupResponse:
    """A member gets its assignment."""
    return SyncGroupResponse(
        protocol_type=group.protocol_type, protocol_name=group.protocol, assignment=member.assignment
    )
