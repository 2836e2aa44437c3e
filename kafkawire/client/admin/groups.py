"""Groups of all types: list, describe, delete, and remove members."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

from kafkawire.client.admin.base import AdminBase
from kafkawire.client.admin.group_kinds import KINDS, GroupDescription, GroupKind
from kafkawire.client.admin.nesting import read_results
from kafkawire.client.admin.outcome import Outcome
from kafkawire.client.admin.routing import ask, attempt_all, coordinator, label_of
from kafkawire.client.connection import ByVersion
from kafkawire.client.errors import InvalidOption
from kafkawire.error_code import ErrorCode
from kafkawire.errors import UnsupportedVersion

if TYPE_CHECKING:
    from kafkawire.messages import LeaveGroupRequest

__all__ = ["GroupsAdmin", "ListedGroup"]

_STATES, _TYPES = 4, 5
_MANY_MEMBERS = 3
_REASONS = 5

GroupState = Literal[
    "Assigning",
    "CompletingRebalance",
    "Dead",
    "Empty",
    "NotReady",
    "PreparingRebalance",
    "Reconciling",
    "Stable",
]
GroupType = Literal["classic", "consumer", "share", "streams"]


@dataclass(frozen=True, slots=True)
class ListedGroup:
    """A group in a list. `state` and `type` are "" where the broker is too old to say."""

    group_id: str
    protocol_type: str
    state: str
    type: str


Member = tuple[str, str, str | None]
"""Group, member id, instance id: either of the last two says who is meant."""


class GroupsAdmin(AdminBase):
    """Calls about groups."""

    async def list_groups(
        self, *, states: Iterable[GroupState] = (), types: Iterable[GroupType] = ()
    ) -> list[ListedGroup]:
        """The groups of all brokers, in some states ("Stable") and of some types ("classic", "consumer") or all."""
        from kafkawire.messages import ListGroupsRequest

        request = ListGroupsRequest(states_filter=[*states], types_filter=[*types])
        needed = _TYPES if request.types_filter else _STATES if request.states_filter else 0

        def listed(_: int, response: Any) -> list[ListedGroup]:
            return [ListedGroup(g.group_id, g.protocol_type, g.group_state, g.group_type) for g in response.groups]

        found = await self._each_broker(None, request, listed, at_least=needed)
        return sorted((group for groups in found.values() for group in groups), key=lambda group: group.group_id)

    async def describe_groups(self, group_ids: Iterable[str]) -> dict[str, GroupDescription]:
        """State and members of groups, whatever their type is."""
        outcome: Outcome[str, GroupDescription] = Outcome(group_ids, label_of("group"))

        async def attempt(node: int, ids: list[str]) -> None:
            left = ids
            for kind in KINDS:
                left = await self._describe(node, kind, left, outcome) if left else []
            for group_id in left:
                outcome.fail(group_id, ErrorCode.GROUP_ID_NOT_FOUND)

        if outcome.open:
            await attempt_all(self._cluster, outcome, coordinator(), attempt, "describe groups")
        return outcome.finish()

    async def delete_groups(self, group_ids: Iterable[str]) -> None:
        """Delete groups that have no members, and their offsets."""
        from kafkawire.messages import DeleteGroupsRequest

        def build(ids: list[str]) -> DeleteGroupsRequest:
            return DeleteGroupsRequest(groups_names=ids)

        await self._each(group_ids, "group", coordinator(), build, read_results("results", attrgetter("group_id")))

    async def remove_members(
        self,
        group_id: str,
        *,
        member_ids: Iterable[str] | None = None,
        instance_ids: Iterable[str] | None = None,
        reason: str | None = None,
    ) -> None:
        """Remove members of a classic group, by member id or by instance id; all of them if neither is given.

        Raises `InvalidOption` if lists are given and are empty: who looked for members and found none means nobody.
        """
        if member_ids is None and instance_ids is None:
            group = (await self.describe_groups([group_id]))[group_id]
            members: list[Member] = [
                (group_id, "" if m.instance_id else m.member_id, m.instance_id) for m in group.members
            ]
        else:
            members = [(group_id, member_id, None) for member_id in member_ids or ()]
            members += [(group_id, "", instance_id) for instance_id in instance_ids or ()]
            if not members:
                raise InvalidOption("remove_members: no members are named; leave both lists out to remove all")

        def item(member: Any) -> Member:
            return group_id, "" if member.group_instance_id else member.member_id, member.group_instance_id

        await self._each(
            members,
            lambda member: f"member {member[2] or member[1]!r} of group {group_id!r}",
            coordinator(),
            lambda items: _leave_request(group_id, items, reason),
            read_results("members", item),
            at_least=_MANY_MEMBERS,
        )

    async def _describe(self, node: int, kind: GroupKind, ids: list[str], outcome: Outcome[str, Any]) -> list[str]:
        """Ask for groups of one type. Returns the ids of those that are none of that type."""
        try:
            response: Any = await ask(self._cluster, node, kind.request(ids))
        except UnsupportedVersion:
            return ids
        others: list[str] = []
        for group in response.groups:
            if kind.is_other(group):
                others.append(group.group_id)
            else:
                described = None if group.error_code else kind.describe(group, node)
                message = getattr(group, "error_message", None)
                outcome.put(group.group_id, described, group.error_code, message)
        return [group_id for group_id in ids if group_id in others]


def _leave_request(group_id: str, members: list[Member], reason: str | None) -> ByVersion:
    from kafkawire.messages import LeaveGroupRequest
    from kafkawire.messages.leave_group_request import MemberIdentity

    def build(version: int) -> LeaveGroupRequest:
        why = reason if version >= _REASONS else None
        gone = [MemberIdentity(member_id=m, group_instance_id=i, reason=why) for _, m, i in members]
        return LeaveGroupRequest(group_id=group_id, members=gone)

    return ByVersion(LeaveGroupRequest.API_KEY, build)
