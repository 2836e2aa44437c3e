"""A consumer group of KIP-848, as a state machine over values.

Members say with each heartbeat what they subscribe to and own; the group works out who should have what, and leads each
member there by the answers to its own heartbeats. Nobody ever waits for the others:

    a subscription, a member or a topic changes -> the group epoch goes up -> a new target assignment with that epoch
    -> each member gives up, gets, and takes over the epoch, one heartbeat at a time (`consumer_member.reconcile`)

`GroupState` never changes: a step makes a new one, `save` writes the difference down, and only then it is the group's.
So what could not be kept has not happened. Time comes in as `now` (seconds). Refusals are raised as `Refusal`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from kafkawire.broker.groups.assignors import ASSIGNORS
from kafkawire.broker.groups.consumer_member import (
    LEFT_FOR_NOW,
    ConsumerMember,
    MemberState,
    TopicPartition,
    reconcile,
)
from kafkawire.broker.groups.consumer_state import JOIN, GroupState, HeartbeatCall, Refusal
from kafkawire.broker.groups.subscriptions import Catalog, RegexResolver, metadata_hash, retarget
from kafkawire.error_code import ErrorCode

__all__ = ["ConsumerGroup"]

_RETRY_S = 1.0


class ConsumerGroup:
    """One group. `save` is told the state before and after a step, and answers with an error code."""

    def __init__(
        self,
        group_id: str,
        save: Callable[[str, GroupState, GroupState], ErrorCode],
        resolver: RegexResolver | None = None,
        *,
        session_timeout: float = 45.0,
        max_size: int = 2**31 - 1,
        default_assignor: str = "uniform",
    ) -> None:
        self.group_id = group_id
        self.state = GroupState()
        self._save = save
        self._resolver = resolver or RegexResolver()
        self._session_timeout = session_timeout
        self._max_size = max_size
        self._default_assignor = default_assignor
        self._sessions: dict[str, float] = {}  # member id -> until when
        self._rebalances: dict[str, tuple[float, int]] = {}  # member id -> until when, and the epoch it is then out of

    @property
    def members(self) -> Mapping[str, ConsumerMember]:
        """The members by id."""
        return self.state.members

    @property
    def assignor(self) -> str:
        """The assignor that most members ask for."""
        return self._preferred(self.state)

    @property
    def state_name(self) -> str:
        """Where the group stands, in the words that ConsumerGroupDescribe shows."""
        state = self.state
        if not state.members:
            return "Empty"
        if state.epoch > state.target_epoch:
            return "Assigning"
        settled = all(member.is_reconciled_to(state.target_epoch) for member in state.members.values())
        return "Stable" if settled else "Reconciling"

    def subscribes_to(self, topic: str) -> bool:
        """Whether any member reads the topic."""
        state = self.state
        if any(topic in found.topics for found in state.regexes.values()):
            return True
        return any(topic in member.topic_names for member in state.members.values())

    def heartbeat(self, call: HeartbeatCall, topics: Catalog, now: float, now_ms: int = 0) -> ConsumerMember:
        """A member is alive, joins, or says what it has done; it is answered with what it is to be."""
        state, member = self._admit(call)
        told = call.applied_to(member)
        is_new = member.member_id not in state.members
        if is_new or told != member:
            state = state.with_member(told)
        state = self._refreshed(state, _subscription(told) != _subscription(member), topics, now_ms)
        target = state.target.get(told.member_id, frozenset())
        settled = reconcile(told, state.target_epoch, target, call.owned, lambda: _taken(state))
        self._become(state if settled == told else state.with_member(settled))
        self._watch(settled, now)
        return settled

    def leave(self, member_id: str, instance_id: str | None, epoch: int) -> None:
        """A member goes, or (a static one, with epoch -2) stops for a while and keeps its partitions."""
        member = self._member(member_id) if instance_id is None else self._static(instance_id, member_id)
        if instance_id is not None and epoch == LEFT_FOR_NOW:
            # Whoever comes back may commit in any epoch: Kafka forgets since when it has had its partitions.
            kept = dict.fromkeys(member.assigned, 0)
            self._become(self.state.with_member(replace(member, epoch=LEFT_FOR_NOW, assigned=kept, revoking={})))
            self._rebalances.pop(member.member_id, None)
        else:
            self._remove([member.member_id])

    def check_commit(self, member_id: str, epoch: int) -> Callable[[TopicPartition], bool]:
        """Whether offsets may be committed: raises, or says for each (topic id, partition) whether that one may.

        A member whose epoch has gone up meanwhile may still commit what it has had since (KIP-1251).
        """
        if epoch < 0 and not self.members:
            return lambda _: True
        member = self._member(member_id)
        if epoch == member.epoch:
            return lambda _: True
        if epoch > member.epoch:
            raise Refusal(
                ErrorCode.STALE_MEMBER_EPOCH,
                f"Received member epoch {epoch} is newer than current member epoch {member.epoch}.",
            )
        since = {**member.assigned, **member.revoking}
        return lambda place: since.get(place, epoch + 1) <= epoch

    def check_fetch(self, member_id: str | None, epoch: int) -> ErrorCode:
        """Whether a member may ask for offsets. Who is no member says neither id nor epoch."""
        if member_id is None and epoch < 0:
            return ErrorCode.NONE
        member = self.members.get(member_id or "")
        if member is None:
            return ErrorCode.UNKNOWN_MEMBER_ID
        return ErrorCode.NONE if epoch == member.epoch else ErrorCode.STALE_MEMBER_EPOCH

    # What time brings

    def next_deadline(self) -> float | None:
        """When `expire` wants to be called, at the latest."""
        return min((*self._sessions.values(), *(at for at, _ in self._rebalances.values())), default=None)

    def expire(self, now: float) -> None:
        """Let go of who has been silent, or has held on to partitions, for too long."""
        silent = {name for name, until in self._sessions.items() if until <= now}
        late = {name for name, (until, epoch) in self._rebalances.items() if until <= now and self._is_in(name, epoch)}
        for name in [name for name, (until, _) in self._rebalances.items() if until <= now]:
            del self._rebalances[name]
        gone = (silent | late) & self.members.keys()
        try:
            if gone:
                self._remove(gone)
        except Refusal:  # it could not be kept (which is logged where it is tried), so it has not happened yet
            self._sessions.update(dict.fromkeys(gone, now + _RETRY_S))

    def restore(self, state: GroupState, now: float) -> None:
        """Take over what was saved. Members get a whole session to be heard from again."""
        self.state = state
        for member in state.members.values():
            self._watch(member, now)

    # Who may speak

    def _admit(self, call: HeartbeatCall) -> tuple[GroupState, ConsumerMember]:
        if call.epoch == JOIN and call.member_id not in self.members and len(self.members) >= self._max_size:
            raise Refusal(
                ErrorCode.GROUP_MAX_SIZE_REACHED,
                f"The consumer group has reached its maximum capacity of {self._max_size} members.",
            )
        if call.instance_id is not None:
            return self._admit_static(call, call.instance_id)
        if call.epoch == JOIN and call.member_id not in self.members:
            return self.state, ConsumerMember(call.member_id)
        member = self._member(call.member_id)
        _check_epoch(member, call)
        return self.state, member

    def _admit_static(self, call: HeartbeatCall, instance_id: str) -> tuple[GroupState, ConsumerMember]:
        if call.epoch != JOIN:
            member = self._static(instance_id, call.member_id)
            _check_epoch(member, call)
            return self.state, member
        known = self._instance(instance_id)
        if known is None:
            return self.state, ConsumerMember(call.member_id, instance_id)
        if known.epoch != LEFT_FOR_NOW:
            raise Refusal(
                ErrorCode.UNRELEASED_INSTANCE_ID,
                f"Static member {call.member_id} with instance id {instance_id} cannot join the group because the "
                f"instance id is owned by {known.member_id} member.",
            )
        return self._replaced(known, call.member_id)

    def _replaced(self, old: ConsumerMember, member_id: str) -> tuple[GroupState, ConsumerMember]:
        # A static member is back under a new id: it takes over what the old one had, and no epoch goes up.
        member = replace(old, member_id=member_id, epoch=0, previous_epoch=0)
        members = {name: m for name, m in self.members.items() if name != old.member_id}
        target = {name: places for name, places in self.state.target.items() if name != old.member_id}
        target[member_id] = self.state.target.get(old.member_id, frozenset())
        return replace(self.state, members={**members, member_id: member}, target=target), member

    def _member(self, member_id: str) -> ConsumerMember:
        found = self.members.get(member_id)
        if found is None:
            raise Refusal(ErrorCode.UNKNOWN_MEMBER_ID, f"Member {member_id} is not a member of group {self.group_id}.")
        return found

    def _instance(self, instance_id: str) -> ConsumerMember | None:
        return next((m for m in self.members.values() if m.instance_id == instance_id), None)

    def _static(self, instance_id: str, member_id: str) -> ConsumerMember:
        found = self._instance(instance_id)
        if found is None:
            raise Refusal(ErrorCode.UNKNOWN_MEMBER_ID, f"Instance id {instance_id} is unknown.")
        if found.member_id != member_id:
            raise Refusal(
                ErrorCode.FENCED_INSTANCE_ID,
                f"Static member {member_id} with instance id {instance_id} was fenced by member {found.member_id}.",
            )
        return found

    def _is_in(self, member_id: str, epoch: int) -> bool:
        member = self.members.get(member_id)
        return member is not None and member.epoch == epoch

    # Steps

    def _refreshed(self, state: GroupState, is_changed: bool, topics: Catalog, now_ms: int) -> GroupState:
        """With a new epoch if what is read has changed, and the target assignment of that epoch."""
        regexes = self._resolver.resolve(state.members.values(), state.regexes, topics, now_ms)
        digest = metadata_hash(state.members.values(), regexes, topics)
        if not state.epoch:  # a group begins with epoch 1, and its first subscription makes 2 of it
            state = replace(state, epoch=1)
        if is_changed or digest != state.metadata_hash or regexes != state.regexes:
            state = replace(state, epoch=state.epoch + 1, metadata_hash=digest, regexes=regexes)
        if state.epoch == state.target_epoch:
            return state
        target = retarget(state.members, state.target, regexes, topics, ASSIGNORS[self._preferred(state)])
        return replace(state, target=target, target_epoch=state.epoch)

    def _preferred(self, state: GroupState) -> str:
        asked = [member.assignor for member in state.members.values() if member.assignor]
        return max(asked, key=asked.count) if asked else self._default_assignor

    def _remove(self, names: Iterable[str]) -> None:
        gone = set(names)
        self._become(self.state.without(gone))
        for name in gone:
            self._sessions.pop(name, None)
            self._rebalances.pop(name, None)

    def _become(self, state: GroupState) -> None:
        error = self._save(self.group_id, self.state, state)
        if error is not ErrorCode.NONE:
            raise Refusal(error, "the group cannot be kept")
        for name in self.state.members.keys() - state.members.keys():
            self._sessions.pop(name, None)
            self._rebalances.pop(name, None)
        self.state = state

    def _watch(self, member: ConsumerMember, now: float) -> None:
        name = member.member_id
        self._sessions[name] = now + self._session_timeout
        if member.state is not MemberState.UNREVOKED_PARTITIONS:
            self._rebalances.pop(name, None)
        elif self._rebalances.get(name, (0.0, None))[1] != member.epoch:
            self._rebalances[name] = (now + max(member.rebalance_timeout_ms, 0) / 1000, member.epoch)


def _check_epoch(member: ConsumerMember, call: HeartbeatCall) -> None:
    if call.epoch in (JOIN, member.epoch):
        return
    # The answer that raised the epoch may have been lost: a member that has not gone past it is let in again.
    is_late = call.epoch == member.previous_epoch and call.owned is not None and call.owned <= member.assigned.keys()
    if not is_late:
        comparison = "greater" if call.epoch > member.epoch else "smaller"
        raise Refusal(
            ErrorCode.FENCED_MEMBER_EPOCH,
            f"The consumer group member has a {comparison} member epoch ({call.epoch}) than the one known by the group "
            f"coordinator ({member.epoch}). The member must abandon all its partitions and rejoin.",
        )


def _subscription(member: ConsumerMember) -> tuple[object, ...]:
    return member.topic_names, member.topic_regex


def _taken(state: GroupState) -> set[TopicPartition]:
    return {place for member in state.members.values() for place in member.held()}
