"""How the members of a classic group come to a new generation: the phases, and what time does to them.

    EMPTY -> PREPARING_REBALANCE -> COMPLETING_REBALANCE -> STABLE -> PREPARING_REBALANCE ...

Preparing lasts until all members have joined, or their rebalance timeout ends. A group that was empty waits instead for
`initial_delay`, and again for as long if somebody came meanwhile. Completing lasts until the leader brings the
assignments. `classic.Group` adds what members ask for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum

from kafkawire.broker.groups.answers import joined, synced, vote
from kafkawire.broker.groups.member import Member
from kafkawire.broker.groups.roster import Roster
from kafkawire.error_code import ErrorCode
from kafkawire.messages import JoinGroupResponse, SyncGroupResponse

__all__ = ["Rebalancing", "State"]


class State(Enum):
    """Where a group stands; the values are the names that DescribeGroups shows."""

    EMPTY = "Empty"
    PREPARING_REBALANCE = "PreparingRebalance"
    COMPLETING_REBALANCE = "CompletingRebalance"
    STABLE = "Stable"


class Rebalancing:
    """The state of a group. `save` writes it down, before anyone learns their assignment, and returns an error code."""

    def __init__(self, group_id: str, save: Callable[..., ErrorCode], initial_delay: float) -> None:
        self.group_id = group_id
        self.state = State.EMPTY
        self.generation = 0
        self.protocol_type = ""
        self.protocol: str | None = None
        self.leader: str | None = None
        self.since_ms = -1  # when it was last saved; an empty group's offsets are kept from then on
        self.roster = Roster()
        self._save = save
        self._initial_delay = initial_delay
        self._is_initial = False
        self._is_joined_anew = False  # somebody came since the initial delay began
        self._initial_left = 0.0  # by how much the initial delay may grow
        self._join_ends = 0.0
        self._sync_ends = 0.0

    @property
    def members(self) -> dict[str, Member]:
        """The members by id."""
        return self.roster.members

    # What time brings

    def next_deadline(self) -> float | None:
        """When `expire` wants to be called, at the latest."""
        deadline = self.roster.soonest
        if self.state is State.PREPARING_REBALANCE:
            deadline = min(deadline, self._join_ends)
        elif self._is_waiting_for_sync():
            deadline = min(deadline, self._sync_ends)
        return deadline if deadline < float("inf") else None

    def expire(self, now: float) -> None:
        """Let go of who has been silent for too long, and end what has waited for too long."""
        self.roster.drop_pending(now)
        self.roster.changed()
        if self._is_waiting_for_sync() and self._sync_ends <= now:
            self._remove([m for m in self.members.values() if not m.has_synced], now)
        self._remove([m for m in self.members.values() if m.is_expected and m.deadline <= now], now)
        if self.state is State.PREPARING_REBALANCE and self._join_ends <= now and not self._prolong(now):
            self._complete_join(now)
        self._maybe_complete(now)

    def _is_waiting_for_sync(self) -> bool:
        settled = self.state in (State.COMPLETING_REBALANCE, State.STABLE)
        return settled and not all(member.has_synced for member in self.members.values())

    def _prolong(self, now: float) -> bool:
        if not (self._is_initial and self._is_joined_anew and self._initial_left > 0):
            return False
        self._is_joined_anew = False
        self._join_ends = now + min(self._initial_delay, self._initial_left)
        self._initial_left -= self._initial_delay
        return True

    # Preparing

    def prepare_rebalance(self, now: float) -> None:
        """Ask all members to join again."""
        if self.state is not State.PREPARING_REBALANCE:
            if self.state is State.COMPLETING_REBALANCE:
                self._unassign(ErrorCode.REBALANCE_IN_PROGRESS, now)
            self._is_initial = self.state is State.EMPTY
            self._is_joined_anew = False
            timeout = self.roster.rebalance_timeout
            self._initial_left = timeout - self._initial_delay
            self._join_ends = now + (self._initial_delay if self._is_initial else timeout)
            self.state = State.PREPARING_REBALANCE
        self._maybe_complete(now)

    def _maybe_complete(self, now: float) -> None:
        if self.state is not State.PREPARING_REBALANCE:
            return
        if self.roster.is_complete if not self._is_initial else self._join_ends <= now:
            self._complete_join(now)

    def _complete_join(self, now: float) -> None:
        self.roster.drop_absent()
        present = [m for m in self.members.values() if m.join is not None]
        if self.members and not present:  # static members only, none of them back yet
            self._join_ends = now + self.roster.rebalance_timeout
            return
        self._is_initial = False
        self.generation += 1
        if present:
            self._begin_generation(present, now)
        else:
            self.state, self.protocol, self.leader = State.EMPTY, None, None
            self._save(self)

    def _begin_generation(self, present: list[Member], now: float) -> None:
        if self.leader not in {m.member_id for m in present}:
            self.leader = present[0].member_id
        self.protocol = vote(self.members.values())
        self.state = State.COMPLETING_REBALANCE
        self._sync_ends = now + self.roster.rebalance_timeout
        for member in self.members.values():
            member.touch(now)
            member.has_synced, member.is_new = False, False
            reply, member.join = member.join, None
            if reply:
                reply.settle(joined(self, member))
        self.roster.changed()

    # Completing

    def _assign(self, assignments: Mapping[str, bytes], now: float) -> None:
        for member in self.members.values():
            member.assignment = assignments.get(member.member_id, b"")
        self.state = State.STABLE
        error = self._save(self)
        if error is not ErrorCode.NONE:
            self._unassign(error, now)
            self.prepare_rebalance(now)
            return
        for member in self.members.values():
            member.held = member.assignment
            self._settle_sync(member, synced(self, member), now)
        self.roster.changed()

    def _unassign(self, error: ErrorCode, now: float) -> None:
        for member in self.members.values():
            member.assignment = b""
            self._settle_sync(member, SyncGroupResponse(error_code=error), now)
        self.roster.changed()

    def _settle_sync(self, member: Member, response: SyncGroupResponse, now: float) -> None:
        reply, member.sync = member.sync, None
        if reply:
            member.touch(now)  # it could not send heartbeats while it waited
            reply.settle(response)

    # Leaving

    def _remove(self, members: Iterable[Member], now: float) -> None:
        gone = list(members)
        for member in gone:
            self.members.pop(member.member_id, None)
            self._dismiss(member, ErrorCode.UNKNOWN_MEMBER_ID, now)
        if gone:
            self.roster.changed()
            self.prepare_rebalance(now)

    def _dismiss(self, member: Member, error: ErrorCode, now: float) -> None:
        if member.join:
            member.join.settle(JoinGroupResponse(error_code=error))
            member.join = None
        self._settle_sync(member, SyncGroupResponse(error_code=error), now)
