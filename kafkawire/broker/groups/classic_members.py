"""Members of a consumer group (KIP-848) that speak the classic protocol: what they ask for, in terms of the new one.

A group is moved from one protocol to the other client by client, and for a while has members of both. The broker
assigns for all of them. A classic member's epoch is its generation; Heartbeat tells it to join again when there is
something for it, JoinGroup is the heartbeat in which it says what it owns, and SyncGroup gives it what it may have.
Nobody leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from kafkawire.broker.groups.admission import admit_classic, check_room, find
from kafkawire.broker.groups.consumer import ConsumerGroup
from kafkawire.broker.groups.consumer_member import ClassicSide, ConsumerMember, MemberState, Partitions
from kafkawire.broker.groups.consumer_protocol import (
    CONSUMER_PROTOCOL,
    read_subscription,
    version_of,
    write_assignment,
)
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.groups.member import JoinCall
from kafkawire.broker.groups.member_timers import Timer
from kafkawire.broker.groups.subscriptions import Catalog, named, topic_partitions_of
from kafkawire.error_code import ErrorCode
from kafkawire.errors import DecodeError
from kafkawire.messages import JoinGroupResponse, SyncGroupResponse

__all__ = ["ClassicMembers"]


class ClassicMembers:
    """The classic members of one group. Whoever may not do what it asks for gets a `Refusal`.

    `arm` is called when there may be an earlier deadline.
    """

    def __init__(
        self, group: ConsumerGroup, topics: Catalog, arm: Callable[[ConsumerGroup], object], *, may_join: bool = True
    ) -> None:
        self._group = group
        self._topics = topics
        self._arm = arm
        self._may_join = may_join

    def join(self, call: JoinCall, now: float, now_ms: int) -> JoinGroupResponse:
        """A member wants in, or comes again to say what it owns now."""
        group = self._group
        member_id = call.member_id or call.new_member_id
        check_room(group.state, member_id, group.options.max_size)
        self._check_protocols(member_id, call)
        if call.must_know_id and not call.member_id and call.instance_id is None:
            return JoinGroupResponse(error_code=ErrorCode.MEMBER_ID_REQUIRED, member_id=member_id)
        state, member = admit_classic(group.group_id, group.state, call, member_id)
        updated, owned = self._updated(member, call)
        if member_id not in group.members and group.downgrade(state.with_member(updated), now):
            return _joined(replace(updated, epoch=group.state.epoch))
        state, reconciled = group.step(state, member, updated, owned, now_ms)
        group.become(state)
        group.timers.forget([member_id])
        group.timers.set(Timer.SESSION, member_id, now + call.session_timeout)
        group.timers.set(Timer.SYNC, member_id, now + call.rebalance_timeout)
        self._arm(group)
        return _joined(reconciled)

    def sync(
        self,
        member_id: str,
        instance_id: str | None,
        generation: int,
        now: float,
        protocol_type: str | None,
        protocol: str | None,
    ) -> SyncGroupResponse:
        """A member asks for its assignment."""
        group = self._group
        member, side = self._checked(member_id, instance_id, generation)
        if protocol_type not in (None, CONSUMER_PROTOCOL) or protocol not in (None, side.protocols[0][0]):
            raise Refusal(ErrorCode.INCONSISTENT_GROUP_PROTOCOL, "The protocol is not that of the join response.")
        # Who is still giving up partitions has heard of the new epoch already.
        if group.state.target_epoch > member.epoch and member.state is not MemberState.UNREVOKED_PARTITIONS:
            self._expect(member, now)
            raise Refusal(ErrorCode.REBALANCE_IN_PROGRESS, f"Member {member_id} should rejoin to catch up.")
        group.timers.cancel(Timer.SYNC, member_id)
        self._touch(member, side, now)
        assignment = write_assignment(named(member.assigned, self._topics), version_of(side.protocols[0][1]))
        return SyncGroupResponse(protocol_type=protocol_type, protocol_name=protocol, assignment=assignment)

    def heartbeat(self, member_id: str, instance_id: str | None, generation: int, now: float) -> ErrorCode:
        """A member is alive; the response tells it whether to join again."""
        member, side = self._checked(member_id, instance_id, generation)
        self._touch(member, side, now)
        if not self._should_join(member):
            return ErrorCode.NONE
        self._expect(member, now)
        return ErrorCode.REBALANCE_IN_PROGRESS

    def leave(self, leaving: Iterable[tuple[str, str | None]], now: float) -> list[tuple[str, ErrorCode]]:
        """Members go, of either protocol; tells the id of each. A static one may be named by its instance id alone."""
        gone: dict[str, None] = {}
        results = [self._let_go(member_id, instance_id, gone) for member_id, instance_id in leaving]
        if gone:
            self._group.remove(gone.keys(), now)
        return results

    def _let_go(self, member_id: str, instance_id: str | None, gone: dict[str, None]) -> tuple[str, ErrorCode]:
        group = self._group
        if instance_id is not None and not member_id:
            known = (m.member_id for m in group.members.values() if m.instance_id == instance_id)
            member_id = next(known, "")
        try:
            find(group.group_id, group.state, member_id, instance_id)
        except Refusal as exc:
            return member_id, ErrorCode.of(exc.code)
        gone[member_id] = None
        return member_id, ErrorCode.NONE

    def _check_protocols(self, member_id: str, call: JoinCall) -> None:
        sides = [dict(m.classic.protocols) for m in self._group.members.values() if m.classic is not None]
        has_common = any(all(name in side for side in sides) for name in call.protocols)
        if call.protocol_type != CONSUMER_PROTOCOL or not has_common or not self._may_join:
            raise Refusal(ErrorCode.INCONSISTENT_GROUP_PROTOCOL, f"Member {member_id}'s protocols are not supported.")

    def _updated(self, member: ConsumerMember, call: JoinCall) -> tuple[ConsumerMember, Partitions]:
        try:
            subscription = read_subscription(next(iter(call.protocols.values())))
        except DecodeError as exc:
            raise Refusal(ErrorCode.UNKNOWN_SERVER_ERROR, f"Malformed embedded consumer protocol: {exc}") from exc
        updated = replace(
            member,
            instance_id=call.instance_id or member.instance_id,
            rack_id=subscription.rack_id or member.rack_id,
            client_id=call.client_id,
            client_host=call.client_host,
            rebalance_timeout_ms=int(call.rebalance_timeout * 1000),
            topic_names=tuple(sorted(set(subscription.topics))),
            classic=ClassicSide(int(call.session_timeout * 1000), tuple(call.protocols.items())),
        )
        owned = [(topic.topic, index) for topic in subscription.owned_partitions for index in topic.partitions]
        return updated, topic_partitions_of(owned, self._topics)

    def _checked(self, member_id: str, instance_id: str | None, generation: int) -> tuple[ConsumerMember, ClassicSide]:
        group = self._group
        member = find(group.group_id, group.state, member_id, instance_id)
        if member.classic is None:
            raise Refusal(ErrorCode.UNKNOWN_MEMBER_ID, f"Member {member_id} does not use the classic protocol.")
        if generation != member.epoch:
            raise Refusal(ErrorCode.ILLEGAL_GENERATION, f"Member {member_id} is in epoch {member.epoch}.")
        return member, member.classic

    def _should_join(self, member: ConsumerMember) -> bool:
        state = self._group.state
        if member.epoch < state.target_epoch or member.state is MemberState.UNREVOKED_PARTITIONS:
            return True
        missing = state.target.get(member.member_id, frozenset()) - member.assigned.keys()
        return member.state is MemberState.UNRELEASED_PARTITIONS and missing.isdisjoint(state.taken())

    def _expect(self, member: ConsumerMember, now: float) -> None:
        until = now + max(member.rebalance_timeout_ms, 0) / 1000
        self._group.timers.set_unless_running(Timer.JOIN, member.member_id, until)
        self._arm(self._group)

    def _touch(self, member: ConsumerMember, side: ClassicSide, now: float) -> None:
        self._group.timers.set(Timer.SESSION, member.member_id, now + side.session_timeout_ms / 1000)


def _joined(member: ConsumerMember) -> JoinGroupResponse:
    assert member.classic is not None
    return JoinGroupResponse(
        generation_id=member.epoch,
        protocol_type=CONSUMER_PROTOCOL,
        protocol_name=member.classic.protocols[0][0],
        member_id=member.member_id,
    )
