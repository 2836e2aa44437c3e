"""A consumer group of the classic protocol, as a state machine over values.

Members join; when all have, one of them (the leader) is told who is there, works out an assignment and hands it in with
SyncGroup, from where everybody gets theirs. Whenever someone joins, leaves or falls silent, all of it begins again; see
`rebalancing` for the phases.

The broker never looks into the assignments. Time comes in as `now` (seconds); `next_deadline` says when `expire` wants
to be called. Answers that must wait for other members are `Reply` values. Randomness (member ids) comes in with the
call, and `save` writes the group down: it returns an error code, and is called before anyone learns their assignment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from kafkawire.broker.groups.answers import joined, refuse_join, synced, vote
from kafkawire.broker.groups.member import JoinCall, Member
from kafkawire.broker.groups.rebalancing import Rebalancing, State
from kafkawire.broker.loop.reply import Reply
from kafkawire.error_code import ErrorCode
from kafkawire.messages import JoinGroupResponse, SyncGroupResponse

__all__ = ["Group", "State"]


class Group(Rebalancing):
    """One group. `initial_delay`: how long an empty group waits for more members after the first, in seconds."""

    def __init__(
        self,
        group_id: str,
        save: Callable[[Group], ErrorCode],
        *,
        initial_delay: float = 0.0,
        max_size: int = 2**31 - 1,
    ) -> None:
        super().__init__(group_id, save, initial_delay)
        self._max_size = max_size

    @property
    def is_in_use(self) -> bool:
        """Whether anyone is in the group, or was a moment ago."""
        return self.state is not State.EMPTY

    def join(self, call: JoinCall, now: float) -> Reply[JoinGroupResponse]:
        """A member wants in, or comes again for the next generation."""
        if not self._has_room(call.member_id):
            self.roster.pending.pop(call.member_id, None)
            return refuse_join(ErrorCode.GROUP_MAX_SIZE_REACHED, "")
        if not self._accepts(call):
            return refuse_join(ErrorCode.INCONSISTENT_GROUP_PROTOCOL, call.member_id)
        if not call.member_id:
            return self._join_new(call, now)
        if call.member_id in self.roster.pending:
            return self._join_pending(call, now)
        error = self.roster.check(call.member_id, call.instance_id)
        if error is not ErrorCode.NONE:
            return refuse_join(error, call.member_id)
        return self._rejoin(self.members[call.member_id], call, now)

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
            member.held = member.assignment
            return Reply.of(synced(self, member))
        if member.sync:  # it asks again on another connection; the old one is of no use any more
            member.sync.settle(SyncGroupResponse(error_code=ErrorCode.REBALANCE_IN_PROGRESS))
        reply = member.sync = Reply()
        if member_id == self.leader:
            self._assign(assignments, now)
        return reply

    def heartbeat(self, member_id: str, instance_id: str | None, generation: int, now: float) -> ErrorCode:
        """A member is alive; the answer tells it whether to join again."""
        error = self.check(member_id, instance_id, generation)
        if error is not ErrorCode.NONE:
            return error
        self.members[member_id].touch(now)
        return ErrorCode.REBALANCE_IN_PROGRESS if self.state is State.PREPARING_REBALANCE else ErrorCode.NONE

    def leave(self, leaving: Iterable[tuple[str, str | None]], now: float) -> list[ErrorCode]:
        """Members go, named by (member id, instance id). A static one may be named by its instance id alone."""
        results = [self._let_go(member_id, instance_id, now) for member_id, instance_id in leaving]
        if ErrorCode.NONE in results and self.state is not State.EMPTY:
            self.prepare_rebalance(now)
        return results

    def disband(self, error: ErrorCode, now: float) -> None:
        """Tell everybody who waits that there is no such group any more."""
        for member in self.members.values():
            self._dismiss(member, error, now)

    def check_commit(self, member_id: str, instance_id: str | None, generation: int) -> ErrorCode:
        """Whether a member may commit offsets. Without a generation anybody may, as long as the group is empty."""
        if generation < 0 and self.state is State.EMPTY:
            return ErrorCode.NONE
        if generation < 0 and not member_id and instance_id is None:
            return ErrorCode.UNKNOWN_MEMBER_ID
        error = self.check(member_id, instance_id, generation)
        if error is ErrorCode.NONE and self.state is State.COMPLETING_REBALANCE:
            return ErrorCode.REBALANCE_IN_PROGRESS
        return error

    def check(self, member_id: str, instance_id: str | None, generation: int) -> ErrorCode:
        """Whether this is a member of this generation."""
        error = self.roster.check(member_id, instance_id)
        if error is ErrorCode.NONE and generation != self.generation:
            return ErrorCode.ILLEGAL_GENERATION
        return error

    def restore(self, generation: int, protocol_type: str, protocol: str | None, leader: str | None) -> None:
        """Take over what was saved; `members` is filled by the caller, before."""
        self.generation, self.protocol_type, self.protocol, self.leader = generation, protocol_type, protocol, leader
        self.state = State.STABLE if self.members else State.EMPTY
        self.roster.changed()

    # Joining

    def _has_room(self, member_id: str) -> bool:
        if self.state is State.EMPTY:
            return True
        if self.state is State.PREPARING_REBALANCE:  # so that a group that is too large loses who comes last
            there_is_room = len(self.members) < self._max_size or self.roster.joined < self._max_size
            return there_is_room or self.roster.has_joined(member_id)
        return member_id in self.members or len(self.members) < self._max_size

    def _accepts(self, call: JoinCall) -> bool:
        if self.state is State.EMPTY:
            return bool(call.protocol_type and call.protocols)
        return call.protocol_type == self.protocol_type and self.roster.all_speak_one_of(call.protocols)

    def _agrees(self, protocol_type: str | None, protocol: str | None) -> bool:
        return protocol_type in (None, self.protocol_type) and protocol in (None, self.protocol or protocol)

    def _join_new(self, call: JoinCall, now: float) -> Reply[JoinGroupResponse]:
        known = self.roster.static(call.instance_id)
        if known is not None:
            return self._replace(known, call, now)
        if call.must_know_id and call.instance_id is None:
            self.roster.add_pending(call.new_member_id, now + call.session_timeout)
            return refuse_join(ErrorCode.MEMBER_ID_REQUIRED, call.new_member_id)
        return self._add(Member.of(call, call.new_member_id, now), call, now)

    def _join_pending(self, call: JoinCall, now: float) -> Reply[JoinGroupResponse]:
        if call.instance_id is not None:  # ids are given out first to dynamic members alone
            return refuse_join(ErrorCode.UNKNOWN_SERVER_ERROR, "")
        del self.roster.pending[call.member_id]
        return self._add(Member.of(call, call.member_id, now), call, now)

    def _add(self, member: Member, call: JoinCall, now: float) -> Reply[JoinGroupResponse]:
        if not self.members:
            self.protocol_type = call.protocol_type
        self.roster.add(member)
        self._is_joined_anew = True
        return self._wait_for_others(member, now)

    def _rejoin(self, member: Member, call: JoinCall, now: float) -> Reply[JoinGroupResponse]:
        member.touch(now)
        unchanged = list(member.protocols.items()) == list(call.protocols.items())
        settled = self.state is State.COMPLETING_REBALANCE or (
            self.state is State.STABLE and member.member_id != self.leader
        )
        if unchanged and settled:
            return Reply.of(joined(self, member))
        if member.protocols.keys() != call.protocols.keys():
            self.roster.changed()
        member.protocols = dict(call.protocols)
        member.session_timeout, member.rebalance_timeout = call.session_timeout, call.rebalance_timeout
        return self._wait_for_others(member, now)

    def _replace(self, old: Member, call: JoinCall, now: float) -> Reply[JoinGroupResponse]:
        # A static member has been restarted: it gets a new id, keeps its assignment, and whoever still uses the old id
        # is shut out (KIP-345).
        leader_before = self.leader or ""
        member = Member.of(call, call.new_member_id, now)
        member.assignment, member.held, member.has_synced, member.is_new = old.assignment, old.held, True, False
        member.touch(now)
        self._put(member, old)
        if self.state is not State.STABLE or vote(self.members.values()) != self.protocol:
            self._shut_out(old, now)
            return self._wait_for_others(member, now)
        error = self._save(self)
        if error is not ErrorCode.NONE:
            self._put(old, member)
            return refuse_join(error, "")
        self._shut_out(old, now)
        response = joined(self, member)
        if call.can_skip_assignment:
            response.skip_assignment = response.leader == member.member_id
        else:
            response.leader, response.members = leader_before, []
        return Reply.of(response)

    def _put(self, member: Member, old: Member) -> None:
        self.roster.replace(old, member)
        if self.leader == old.member_id:
            self.leader = member.member_id

    def _shut_out(self, old: Member, now: float) -> None:
        if old.join:
            old.join.settle(JoinGroupResponse(error_code=ErrorCode.FENCED_INSTANCE_ID, member_id=old.member_id))
            old.join = None
        self._dismiss(old, ErrorCode.FENCED_INSTANCE_ID, now)

    def _wait_for_others(self, member: Member, now: float) -> Reply[JoinGroupResponse]:
        if member.join:  # it asks again on another connection; the old one is of no use any more
            member.join.settle(JoinGroupResponse(error_code=ErrorCode.UNKNOWN_MEMBER_ID, member_id=member.member_id))
        reply = member.join = Reply()
        self.prepare_rebalance(now)
        return reply

    # Leaving

    def _let_go(self, member_id: str, instance_id: str | None, now: float) -> ErrorCode:
        if self.roster.pending.pop(member_id, None) is not None:
            return ErrorCode.NONE
        static = self.roster.static(instance_id)
        if not member_id and static is not None:
            member_id = static.member_id
        error = self.roster.check(member_id, instance_id)
        if error is ErrorCode.NONE:
            self._dismiss(self.members.pop(member_id), ErrorCode.UNKNOWN_MEMBER_ID, now)
            self.roster.changed()
        return error
