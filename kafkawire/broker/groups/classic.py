"""A consumer group of the classic protocol, as a state machine over values.

Members join; when all have, one of them (the leader) is told who is there, works out an assignment and hands it in with
SyncGroup, from where everybody gets theirs. Whenever someone joins, leaves or falls silent, all of it begins again:

    EMPTY -> PREPARING_REBALANCE -> COMPLETING_REBALANCE -> STABLE -> PREPARING_REBALANCE ...

The broker never looks into the assignments. Time comes in as `now` (seconds); `next_deadline` says when `expire` wants
to be called. Answers that must wait for other members are `Reply` values. Randomness (member ids) comes in with the
call, and `save` writes the group down: it returns an error code, and is called before anyone learns their assignment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from kafkawire.broker.groups.answers import joined, refuse_join, synced, vote
from kafkawire.broker.groups.member import JoinCall, Member
from kafkawire.broker.reply import Reply
from kafkawire.error_code import ErrorCode
from kafkawire.messages import JoinGroupResponse, SyncGroupResponse

__all__ = ["Group", "State"]


class State(Enum):
    """Where a group stands; the values are the names that DescribeGroups shows."""

    EMPTY = "Empty"
    PREPARING_REBALANCE = "PreparingRebalance"
    COMPLETING_REBALANCE = "CompletingRebalance"
    STABLE = "Stable"


class Group:
    """One group. `initial_delay`: how long an empty group waits for more members after the first, in seconds."""

    def __init__(
        self,
        group_id: str,
        save: Callable[[Group], ErrorCode],
        *,
        initial_delay: float = 0.0,
        max_size: int = 2**31 - 1,
    ) -> None:
        self.group_id = group_id
        self.state = State.EMPTY
        self.generation = 0
        self.protocol_type = ""
        self.protocol: str | None = None
        self.leader: str | None = None
        self.members: dict[str, Member] = {}
        self.since_ms = -1  # when it was last saved; an empty group's offsets are kept from then on
        self._pending: dict[str, float] = {}  # ids given out, but not joined with yet -> until when
        self._save = save
        self._initial_delay = initial_delay
        self._max_size = max_size
        self._rebalance_starts = 0.0  # not completed before this
        self._rebalance_ends = 0.0  # completed then with whoever has joined
        self._sync_ends = 0.0

    @property
    def is_in_use(self) -> bool:
        """Whether anyone is in the group, or about to be."""
        return bool(self.members or self._pending) or self.state is not State.EMPTY

    # What members ask for

    def join(self, call: JoinCall, now: float) -> Reply[JoinGroupResponse]:
        """A member wants in, or comes again for the next generation."""
        if not self._accepts(call):
            return refuse_join(ErrorCode.INCONSISTENT_GROUP_PROTOCOL, call.member_id)
        known = self._static(call.instance_id)
        if known is not None and not call.member_id:
            return self._replace(known, call, now)
        if known is not None and known.member_id != call.member_id:
            return refuse_join(ErrorCode.FENCED_INSTANCE_ID, call.member_id)
        if not call.member_id:
            return self._join_new(call, now)
        if self._pending.pop(call.member_id, None) is not None:
            return self._add(Member.of(call, call.member_id, now), call, now)
        member = self.members.get(call.member_id)
        if member is None:
            return refuse_join(ErrorCode.UNKNOWN_MEMBER_ID, call.member_id)
        return self._rejoin(member, call, now)

    def sync(
        self,
        member_id: str,
        instance_id: str | None,
        generation: int,
        assignments: Mapping[str, bytes],
        now: float,
        protocol_type: str | None = None,
        protocol: str | None = None,
    ) -> Reply[SyncGroupResponse]:
        """A member asks for its assignment; the leader brings everybody's."""
        error = self.check(member_id, instance_id, generation)
        if error is ErrorCode.NONE and not self._agrees(protocol_type, protocol):
            error = ErrorCode.INCONSISTENT_GROUP_PROTOCOL
        if error is ErrorCode.NONE and self.state is State.PREPARING_REBALANCE:
            error = ErrorCode.REBALANCE_IN_PROGRESS
        if error is not ErrorCode.NONE:
            return Reply.of(SyncGroupResponse(error_code=error))
        member = self.members[member_id]
        member.touch(now)
        member.has_synced = True
        if self.state is State.STABLE:
            return Reply.of(synced(self, member))
        reply = member.sync = Reply()
        if member_id == self.leader:
            self._assign(assignments, now)
        return reply

    def heartbeat(self, member_id: str, instance_id: str | None, generation: int, now: float) -> ErrorCode:
        """A member is alive; the answer tells it whether to join again."""
        if member_id in self._pending:
            return ErrorCode.UNKNOWN_MEMBER_ID
        error = self.check(member_id, instance_id, generation)
        if error is not ErrorCode.NONE:
            return error
        self.members[member_id].touch(now)
        return ErrorCode.REBALANCE_IN_PROGRESS if self.state is State.PREPARING_REBALANCE else ErrorCode.NONE

    def leave(self, member_id: str, instance_id: str | None, now: float) -> ErrorCode:
        """A member goes. A static one may be named by its instance id alone."""
        if self._pending.pop(member_id, None) is not None:
            self._maybe_complete(now)
            return ErrorCode.NONE
        member = self._static(instance_id) if instance_id is not None else self.members.get(member_id)
        if member is None:
            return ErrorCode.UNKNOWN_MEMBER_ID
        if instance_id is not None and member_id and member.member_id != member_id:
            return ErrorCode.FENCED_INSTANCE_ID
        self._remove([member], now)
        return ErrorCode.NONE

    def check_commit(self, member_id: str, instance_id: str | None, generation: int) -> ErrorCode:
        """Whether a member may commit offsets. Who is in no group at all may, as long as the group is empty."""
        if generation < 0 and not member_id and instance_id is None:
            return ErrorCode.NONE if not self.members else ErrorCode.UNKNOWN_MEMBER_ID
        error = self.check(member_id, instance_id, generation)
        if error is ErrorCode.NONE and self.state is State.COMPLETING_REBALANCE:
            return ErrorCode.REBALANCE_IN_PROGRESS
        return error

    def check(self, member_id: str, instance_id: str | None, generation: int) -> ErrorCode:
        """Whether this is a member of this generation."""
        known = self._static(instance_id)
        if known is not None and known.member_id != member_id:
            return ErrorCode.FENCED_INSTANCE_ID
        if member_id not in self.members or (instance_id is not None and known is None):
            return ErrorCode.UNKNOWN_MEMBER_ID
        return ErrorCode.NONE if generation == self.generation else ErrorCode.ILLEGAL_GENERATION

    # What time brings

    def next_deadline(self) -> float | None:
        """When `expire` wants to be called, at the latest."""
        deadlines = [*self._pending.values(), *(m.deadline for m in self.members.values() if not m.is_waiting)]
        if self.state is State.PREPARING_REBALANCE:
            deadlines.append(self._rebalance_starts if self._all_joined() else self._rebalance_ends)
        elif self.state is State.COMPLETING_REBALANCE:
            deadlines.append(self._sync_ends)
        return min(deadlines, default=None)

    def expire(self, now: float) -> None:
        """Let go of who has been silent for too long, and end what has waited for too long."""
        self._pending = {member_id: until for member_id, until in self._pending.items() if until > now}
        if self.state is State.COMPLETING_REBALANCE and self._sync_ends <= now:
            self._remove([m for m in self.members.values() if not m.has_synced], now)
        self._remove([m for m in self.members.values() if not m.is_waiting and m.deadline <= now], now)
        if self.state is State.PREPARING_REBALANCE and self._rebalance_ends <= now:
            self._complete_join(now)
        self._maybe_complete(now)

    def restore(self, generation: int, protocol_type: str, protocol: str | None, leader: str | None) -> None:
        """Take over what was saved; `members` is filled by the caller, before."""
        self.generation, self.protocol_type, self.protocol, self.leader = generation, protocol_type, protocol, leader
        self.state = State.STABLE if self.members else State.EMPTY

    # Joining

    def _accepts(self, call: JoinCall) -> bool:
        if not call.protocol_type or not call.protocols:
            return False
        others = [m for m in self.members.values() if m.member_id != call.member_id]
        if not others:
            return True
        return call.protocol_type == self.protocol_type and any(
            all(name in member.protocols for member in others) for name in call.protocols
        )

    def _agrees(self, protocol_type: str | None, protocol: str | None) -> bool:
        return protocol_type in (None, self.protocol_type) and protocol in (None, self.protocol)

    def _static(self, instance_id: str | None) -> Member | None:
        if instance_id is None:
            return None
        return next((m for m in self.members.values() if m.instance_id == instance_id), None)

    def _join_new(self, call: JoinCall, now: float) -> Reply[JoinGroupResponse]:
        if len(self.members) + len(self._pending) >= self._max_size:
            return refuse_join(ErrorCode.GROUP_MAX_SIZE_REACHED, "")
        if call.must_know_id and call.instance_id is None:
            self._pending[call.new_member_id] = now + call.session_timeout
            return refuse_join(ErrorCode.MEMBER_ID_REQUIRED, call.new_member_id)
        return self._add(Member.of(call, call.new_member_id, now), call, now)

    def _add(self, member: Member, call: JoinCall, now: float) -> Reply[JoinGroupResponse]:
        if not self.members:
            self.protocol_type = call.protocol_type
        self.members[member.member_id] = member
        if self.state is State.PREPARING_REBALANCE and self._rebalance_starts > now:
            # An empty group that is filling up: each newcomer buys the next one some time.
            self._rebalance_starts = min(now + self._initial_delay, self._rebalance_ends)
        return self._wait_for_others(member, now)

    def _rejoin(self, member: Member, call: JoinCall, now: float) -> Reply[JoinGroupResponse]:
        member.touch(now)
        unchanged = member.protocols == call.protocols
        self._update(member, call)
        settled = self.state is State.COMPLETING_REBALANCE or (
            self.state is State.STABLE and member.member_id != self.leader
        )
        if unchanged and settled:
            return Reply.of(joined(self, member))
        return self._wait_for_others(member, now)

    def _replace(self, old: Member, call: JoinCall, now: float) -> Reply[JoinGroupResponse]:
        # A static member has been restarted: it gets a new id, keeps its assignment, and whoever still uses the old id
        # is shut out (KIP-345).
        if old.join:
            old.join.settle(JoinGroupResponse(error_code=ErrorCode.FENCED_INSTANCE_ID, member_id=old.member_id))
        if old.sync:
            old.sync.settle(SyncGroupResponse(error_code=ErrorCode.FENCED_INSTANCE_ID))
        member = Member.of(call, call.new_member_id, now)
        member.assignment = old.assignment
        self.members = {m.member_id: m for m in (member if m is old else m for m in self.members.values())}
        leader_before = self.leader
        if self.leader == old.member_id:
            self.leader = member.member_id
        if self.state is not State.STABLE or vote(self.members.values()) != self.protocol:
            return self._wait_for_others(member, now)
        self._save(self)
        response = joined(self, member)
        if call.can_skip_assignment:
            response.skip_assignment = response.leader == member.member_id
        else:
            response.leader, response.members = leader_before or "", []
        return Reply.of(response)

    def _update(self, member: Member, call: JoinCall) -> None:
        member.protocols = dict(call.protocols)
        member.session_timeout, member.rebalance_timeout = call.session_timeout, call.rebalance_timeout
        member.client_id, member.client_host = call.client_id, call.client_host

    def _wait_for_others(self, member: Member, now: float) -> Reply[JoinGroupResponse]:
        if member.join:  # it asks again on another connection; the old one is of no use any more
            member.join.settle(JoinGroupResponse(error_code=ErrorCode.UNKNOWN_MEMBER_ID, member_id=member.member_id))
        reply = member.join = Reply()
        self._prepare_rebalance(now)
        self._maybe_complete(now)
        return reply

    def _prepare_rebalance(self, now: float) -> None:
        if self.state is State.PREPARING_REBALANCE:
            return
        for member in self.members.values():
            self._settle_sync(member, SyncGroupResponse(error_code=ErrorCode.REBALANCE_IN_PROGRESS), now)
        self._rebalance_ends = now + self._rebalance_timeout()
        self._rebalance_starts = now + self._initial_delay if self.state is State.EMPTY else now
        self.state = State.PREPARING_REBALANCE

    def _rebalance_timeout(self) -> float:
        return max((m.rebalance_timeout for m in self.members.values()), default=0.0)

    def _all_joined(self) -> bool:
        return not self._pending and all(m.join is not None for m in self.members.values())

    def _maybe_complete(self, now: float) -> None:
        if self.state is State.PREPARING_REBALANCE and self._all_joined() and self._rebalance_starts <= now:
            self._complete_join(now)

    def _complete_join(self, now: float) -> None:
        self.members = {i: m for i, m in self.members.items() if m.join is not None or m.instance_id is not None}
        present = [m for m in self.members.values() if m.join is not None]
        if self.members and not present:  # static members only, none of them back yet
            self._rebalance_ends = now + self._rebalance_timeout()
            return
        self.generation += 1
        if not present:
            self._become_empty()
            return
        if self.leader not in {m.member_id for m in present}:
            self.leader = present[0].member_id
        self.protocol = vote(self.members.values())
        self.state = State.COMPLETING_REBALANCE
        self._sync_ends = now + self._rebalance_timeout()
        for member in present:
            member.touch(now)
            member.has_synced = False
            reply, member.join = member.join, None
            if reply:
                reply.settle(joined(self, member))

    def _become_empty(self) -> None:
        self.state, self.protocol, self.leader = State.EMPTY, None, None
        self._save(self)

    # Assigning

    def _assign(self, assignments: Mapping[str, bytes], now: float) -> None:
        for member in self.members.values():
            member.assignment = assignments.get(member.member_id, b"")
        self.state = State.STABLE
        error = self._save(self)
        if error is not ErrorCode.NONE:
            self._unassign(error, now)
            return
        for member in self.members.values():
            self._settle_sync(member, synced(self, member), now)

    def _unassign(self, error: ErrorCode, now: float) -> None:
        for member in self.members.values():
            member.assignment = b""
            self._settle_sync(member, SyncGroupResponse(error_code=error), now)
        self._prepare_rebalance(now)

    def _settle_sync(self, member: Member, response: SyncGroupResponse, now: float) -> None:
        reply, member.sync = member.sync, None
        if reply:
            member.touch(now)  # it could not send heartbeats while it waited
            reply.settle(response)

    # Leaving

    def _remove(self, members: list[Member], now: float) -> None:
        for member in members:
            self.members.pop(member.member_id, None)
            if member.join:
                member.join.settle(JoinGroupResponse(error_code=ErrorCode.UNKNOWN_MEMBER_ID))
            self._settle_sync(member, SyncGroupResponse(error_code=ErrorCode.UNKNOWN_MEMBER_ID), now)
        if members:
            self._prepare_rebalance(now)
            self._maybe_complete(now)
