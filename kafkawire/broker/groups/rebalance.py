"""How the members of a classic group come to a new generation: the phases, and what time does to them.

    EMPTY -> PREPARING_REBALANCE -> COMPLETING_REBALANCE -> STABLE -> PREPARING_REBALANCE ...

Preparing lasts until all members have joined, or their rebalance timeout ends. A group that was empty waits instead for
`initial_delay`, and again for as long if somebody came meanwhile. Completing lasts until the leader brings the
assignments. What members ask for is in `classic.Group`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING

from kafkawire.broker.groups.member import Member
from kafkawire.broker.groups.responses import joined, synced, vote
from kafkawire.error_code import ErrorCode
from kafkawire.messages import JoinGroupResponse, SyncGroupResponse

if TYPE_CHECKING:
    from kafkawire.broker.groups.classic import Group

__all__ = ["Rebalance", "State"]


class State(Enum):
    """Where a group stands; the values are the names that DescribeGroups shows."""

    EMPTY = "Empty"
    PREPARING_REBALANCE = "PreparingRebalance"
    COMPLETING_REBALANCE = "CompletingRebalance"
    STABLE = "Stable"


class Rebalance:
    """Takes one group through its phases. What the group is, is in the group; here is how long it waits for whom.

    `save` writes it down, before anyone learns their assignment, and returns an error code. An empty group waits for
    `initial_delay` seconds for more members after the first.
    """

    def __init__(self, group: Group, save: Callable[[Group], ErrorCode], initial_delay: float) -> None:
        self._group = group
        self._save = save
        self._initial_delay = initial_delay
        self._is_initial = False
        self._has_newcomers = False  # somebody came since the initial delay began
        self._initial_left = 0.0  # by how much the initial delay may grow
        self._join_ends = 0.0
        self._sync_ends = 0.0

    # What time brings

    def next_deadline(self) -> float | None:
        """When `expire` wants to be called, at the latest."""
        deadline = self._group.roster.soonest
        if self._group.state is State.PREPARING_REBALANCE:
            deadline = min(deadline, self._join_ends)
        elif self._is_waiting_for_sync():
            deadline = min(deadline, self._sync_ends)
        return deadline if deadline < float("inf") else None

    def expire(self, now: float) -> None:
        """Let go of who has been silent for too long, and end what has waited for too long."""
        group = self._group
        group.roster.drop_pending(now)
        group.roster.changed()
        if self._is_waiting_for_sync() and self._sync_ends <= now:
            self._remove([m for m in group.members.values() if not m.has_synced], now)
        self._remove([m for m in group.members.values() if m.is_expected and m.deadline <= now], now)
        if group.state is State.PREPARING_REBALANCE and self._join_ends <= now and not self._prolong(now):
            self._complete_join(now)
        self._maybe_complete(now)

    def _is_waiting_for_sync(self) -> bool:
        have_joined = self._group.state in (State.COMPLETING_REBALANCE, State.STABLE)
        return have_joined and not all(member.has_synced for member in self._group.members.values())

    def _prolong(self, now: float) -> bool:
        if not (self._is_initial and self._has_newcomers and self._initial_left > 0):
            return False
        self._has_newcomers = False
        self._join_ends = now + min(self._initial_delay, self._initial_left)
        self._initial_left -= self._initial_delay
        return True

    # Preparing

    def newcomer(self) -> None:
        """Somebody has come that was not in the group: wait for more of them."""
        self._has_newcomers = True

    def prepare(self, now: float) -> None:
        """Ask all members to join again."""
        group = self._group
        if group.state is not State.PREPARING_REBALANCE:
            if group.state is State.COMPLETING_REBALANCE:
                self._unassign(ErrorCode.REBALANCE_IN_PROGRESS, now)
            self._is_initial = group.state is State.EMPTY
            self._has_newcomers = False
            timeout = group.roster.rebalance_timeout
            self._initial_left = timeout - self._initial_delay
            self._join_ends = now + (self._initial_delay if self._is_initial else timeout)
            group.state = State.PREPARING_REBALANCE
        self._maybe_complete(now)

    def _maybe_complete(self, now: float) -> None:
        if self._group.state is not State.PREPARING_REBALANCE:
            return
        if self._group.roster.is_complete if not self._is_initial else self._join_ends <= now:
            self._complete_join(now)

    def _complete_join(self, now: float) -> None:
        group = self._group
        group.roster.drop_absent()
        present = [m for m in group.members.values() if m.join is not None]
        if group.members and not present:  # static members only, none of them back yet
            self._join_ends = now + group.roster.rebalance_timeout
            return
        self._is_initial = False
        group.generation += 1
        if present:
            self._begin_generation(present, now)
        else:
            group.state, group.protocol, group.leader = State.EMPTY, None, None
            self._save(group)

    def _begin_generation(self, present: list[Member], now: float) -> None:
        group = self._group
        if group.leader not in {m.member_id for m in present}:
            group.leader = present[0].member_id
        group.protocol = vote(group.members.values())
        group.state = State.COMPLETING_REBALANCE
        self._sync_ends = now + group.roster.rebalance_timeout
        for member in group.members.values():
            member.touch(now)
            member.has_synced, member.is_new = False, False
            reply, member.join = member.join, None
            if reply:
                reply.set(joined(group, member))
        group.roster.changed()

    # Completing

    def assign(self, assignments: Mapping[str, bytes], now: float) -> None:
        """The leader has brought the assignments: give them out."""
        group = self._group
        for member in group.members.values():
            member.assignment = assignments.get(member.member_id, b"")
        group.state = State.STABLE
        error = self._save(group)
        if error is not ErrorCode.NONE:
            self._unassign(error, now)
            self.prepare(now)
            return
        for member in group.members.values():
            member.held = member.assignment
            self._respond_sync(member, synced(group, member), now)
        group.roster.changed()

    def _unassign(self, error: ErrorCode, now: float) -> None:
        for member in self._group.members.values():
            member.assignment = b""
            self._respond_sync(member, SyncGroupResponse(error_code=error), now)
        self._group.roster.changed()

    def _respond_sync(self, member: Member, response: SyncGroupResponse, now: float) -> None:
        reply, member.sync = member.sync, None
        if reply:
            member.touch(now)  # it could not send heartbeats while it waited
            reply.set(response)

    # Leaving

    def _remove(self, members: Iterable[Member], now: float) -> None:
        gone = list(members)
        for member in gone:
            self._group.members.pop(member.member_id, None)
            self.dismiss(member, ErrorCode.UNKNOWN_MEMBER_ID, now)
        if gone:
            self._group.roster.changed()
            self.prepare(now)

    def dismiss(self, member: Member, error: ErrorCode, now: float) -> None:
        """Answer a member that is no longer in the group, if it waits."""
        if member.join:
            member.join.set(JoinGroupResponse(error_code=error))
            member.join = None
        self._respond_sync(member, SyncGroupResponse(error_code=error), now)
