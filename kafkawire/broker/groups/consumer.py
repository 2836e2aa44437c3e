"""A consumer group of KIP-848, as a state machine over values.

Members say with each heartbeat what they subscribe to and own; the group works out who should have what, and leads each
member there by the answers to its own heartbeats. Nobody ever waits for the others:

    a subscription, a member or a topic changes -> the group epoch goes up -> a new target assignment with that epoch
    -> each member gives up, gets, and takes over the epoch, one heartbeat at a time (`consumer_member.reconcile`)

`GroupState` never changes: a step makes a new one, `save` writes the difference down, and only then it is the group's.
So what could not be kept has not happened. Time comes in as `now` (seconds). Refusals are raised as `Refusal`.

Members that still speak the classic protocol are led the same way; `classic_members` speaks with them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from kafkawire.broker.config.groups import ConsumerOptions
from kafkawire.broker.groups.admission import admit, check_room, find
from kafkawire.broker.groups.assignors import ASSIGNORS
from kafkawire.broker.groups.consumer_member import (
    LEFT_FOR_NOW,
    ConsumerMember,
    MemberState,
    Partitions,
    TopicPartition,
    reconcile,
    without_topics,
)
from kafkawire.broker.groups.consumer_state import GroupState, HeartbeatCall, Refusal
from kafkawire.broker.groups.member_timers import MemberTimers, Timer
from kafkawire.broker.groups.subscriptions import (
    Catalog,
    Reading,
    RegexResolver,
    metadata_hash,
    reading,
    retarget,
    topic_ids,
)
from kafkawire.error_code import ErrorCode

__all__ = ["ConsumerGroup"]

_RETRY_S = 1.0
Save = Callable[["ConsumerGroup", GroupState], ErrorCode]
Downgrade = Callable[["ConsumerGroup", GroupState, float, bool], bool]


class ConsumerGroup:
    """One group. `save` is told the group as it was and the state after a step, and answers with an error code.

    `downgrade` is told the state when the last member is gone that did not speak the classic protocol; if it answers
    with True the group has become a classic one and this object is of no use any more.
    """

    def __init__(
        self,
        group_id: str,
        save: Save,
        topics: Catalog,
        options: Callable[[], ConsumerOptions] = ConsumerOptions,
        *,
        resolver: RegexResolver | None = None,
        downgrade: Downgrade = lambda *_: False,
    ) -> None:
        self.group_id = group_id
        self.state = GroupState()
        self.timers = MemberTimers()
        self._save = save
        self._topics = topics
        self._options = options
        self._resolver = resolver or RegexResolver()
        self._downgrade = downgrade
        self._known: tuple[object, Reading] | None = None  # what members read, as long as they are the same

    @property
    def members(self) -> Mapping[str, ConsumerMember]:
        """The members by id."""
        return self.state.members

    @property
    def options(self) -> ConsumerOptions:
        """What is set for the group at this moment."""
        return self._options()

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

    def heartbeat(self, call: HeartbeatCall, now: float, now_ms: int = 0) -> ConsumerMember:
        """A member is alive, joins, or says what it has done; it is answered with what it is to be."""
        check_room(self.state, call.member_id, self.options.max_size)
        state, member = admit(self.group_id, self.state, call)
        state, settled = self.step(state, member, call.applied_to(member), call.owned, now_ms)
        self.become(state)
        self.timers.forget({settled.member_id} if member.classic else ())
        self.timers.set(Timer.SESSION, settled.member_id, now + self.options.session_timeout)
        self._watch_revocation(settled, now)
        return settled

    def leave(self, member_id: str, instance_id: str | None, epoch: int, now: float = 0.0) -> None:
        """A member goes, or (a static one, with epoch -2) stops for a while and keeps its partitions."""
        member = find(self.group_id, self.state, member_id, instance_id)
        if instance_id is not None and epoch == LEFT_FOR_NOW:
            # Whoever comes back may commit in any epoch: Kafka forgets since when it has had its partitions.
            kept = dict.fromkeys(member.assigned, 0)
            self.become(self.state.with_member(replace(member, epoch=LEFT_FOR_NOW, assigned=kept, revoking={})))
            self.timers.cancel(Timer.REBALANCE, member.member_id)
        else:
            self.remove([member.member_id], now)

    def check_commit(
        self, member_id: str, epoch: int, places: Iterable[TopicPartition] = (), *, knows_epochs: bool = True
    ) -> None:
        """Refuse a commit of offsets for `places` by who may not.

        `knows_epochs`: whether the version of the request does, as it must from members of the new protocol.
        A member whose epoch has gone up meanwhile may still commit what it has had since (KIP-1251).
        """
        if epoch < 0 and not self.members:
            return
        member = find(self.group_id, self.state, member_id)
        if not knows_epochs and member.classic is None:
            raise Refusal(ErrorCode.UNSUPPORTED_VERSION, "OffsetCommit version 9 or above must be used.")
        since = {**member.assigned, **member.revoking}
        if epoch > member.epoch or (epoch < member.epoch and any(since.get(p, epoch + 1) > epoch for p in places)):
            raise Refusal(stale_code(member), f"Member {member_id} is in epoch {member.epoch}, not in {epoch}.")

    def check_fetch(self, member_id: str | None, epoch: int) -> ErrorCode:
        """Whether a member may ask for offsets. Who is no member says neither id nor epoch."""
        if member_id is None:  # with an epoch: Kafka trips over that
            return ErrorCode.NONE if epoch < 0 else ErrorCode.UNKNOWN_SERVER_ERROR
        member = self.members.get(member_id)
        if member is None:
            return ErrorCode.UNKNOWN_MEMBER_ID
        return ErrorCode.NONE if epoch == member.epoch else stale_code(member)

    # What time brings

    def next_deadline(self) -> float | None:
        """When `expire` wants to be called, at the latest."""
        return self.timers.next()

    def expire(self, now: float) -> None:
        """Let go of who has been silent, or has held on to partitions, for too long."""
        gone = {name for name, epoch in self.timers.due(now) if self._is_in(name, epoch)}
        try:
            if gone:
                self.remove(gone, now)
        except Refusal:  # it could not be kept (which is logged where it is tried), so it has not happened yet
            for name in gone:
                self.timers.set(Timer.SESSION, name, now + _RETRY_S)

    def restore(self, state: GroupState, now: float) -> None:
        """Take over what was saved. Members get a whole session to be heard from again."""
        self.state = state
        for member in state.members.values():
            own = member.classic.session_timeout_ms / 1000 if member.classic else self.options.session_timeout
            self.timers.set(Timer.SESSION, member.member_id, now + own)
            self._watch_revocation(member, now)

    def _is_in(self, member_id: str, epoch: int | None) -> bool:
        member = self.members.get(member_id)
        return member is not None and epoch in (None, member.epoch)

    def _watch_revocation(self, member: ConsumerMember, now: float) -> None:
        # A classic member has to come back with JoinGroup, which is watched elsewhere.
        if member.state is not MemberState.UNREVOKED_PARTITIONS or member.classic:
            self.timers.cancel(Timer.REBALANCE, member.member_id)
        else:
            until = now + max(member.rebalance_timeout_ms, 0) / 1000
            self.timers.set_unless_running(Timer.REBALANCE, member.member_id, until, member.epoch)

    # Steps

    def step(
        self, state: GroupState, member: ConsumerMember, told: ConsumerMember, owned: Partitions | None, now_ms: int
    ) -> tuple[GroupState, ConsumerMember]:
        """The state, and the member in it, after the member has said what it is told to be and what it owns."""
        if member.member_id not in state.members or told != member:
            state = state.with_member(told)
        is_changed = _subscription(told) != _subscription(member)
        state = self._refreshed(state, is_changed, now_ms)
        target = state.target.get(told.member_id, frozenset())
        settled = told
        if state.epoch != state.target_epoch or is_changed:  # the target may be of another time
            subscribed = topic_ids(told, state.regexes, self._topics)
            target = frozenset(place for place in target if place[0] in subscribed)
            settled = without_topics(told, subscribed)
        settled = reconcile(settled, state.target_epoch, target, owned, state.taken)
        return state if settled == told else state.with_member(settled), settled

    def become(self, state: GroupState) -> None:
        """Take over a state, once it is written down. Raises `Refusal` if it cannot be."""
        if state is self.state:
            return
        error = self._save(self, state)
        if error is not ErrorCode.NONE:
            raise Refusal(error, "the group cannot be kept")
        self.timers.forget(self.state.members.keys() - state.members.keys())
        self.state = state

    def remove(self, names: Collection[str], now: float) -> None:
        """Let members go; if those that are left all speak the classic protocol they become a classic group."""
        state = self.state.without(names)
        if state.is_all_classic and self._downgrade(self, state, now, True):
            return
        names, _ = reading(state.members.values())
        digest = metadata_hash(names, state.regexes, self._topics)
        self.become(replace(state, metadata_hash=digest))

    def downgrade(self, state: GroupState, now: float) -> bool:
        """Become a classic group of these members, which need not join again if they have what they should."""
        return state.is_all_classic and self._downgrade(self, state, now, False)

    def _refreshed(self, state: GroupState, is_changed: bool, now_ms: int) -> GroupState:
        """With a new epoch if what is read has changed, and its target assignment, if it is time for that."""
        if self._known is None or self._known[0] is not state.members:
            self._known = state.members, reading(state.members.values())
        names, patterns = self._known[1]
        regexes = self._resolver.resolve(patterns, state.regexes, self._topics, now_ms)
        digest = metadata_hash(names, regexes, self._topics)
        if not state.epoch:  # a group begins with epoch 1, and its first subscription makes 2 of it
            state = replace(state, epoch=1)
        if is_changed or digest != state.metadata_hash or regexes != state.regexes:
            state = replace(state, epoch=state.epoch + 1, metadata_hash=digest, regexes=regexes)
        if state.epoch == state.target_epoch or now_ms < state.target_ms + self.options.assignment_interval_ms:
            return state
        target = retarget(state.members, state.target, regexes, self._topics, ASSIGNORS[self._preferred(state)])
        return replace(state, target=target, target_epoch=state.epoch, target_ms=now_ms)

    def _preferred(self, state: GroupState) -> str:
        asked = [member.assignor for member in state.members.values() if member.assignor]
        return max(asked, key=asked.count) if asked else self.options.assignors[0]


def stale_code(member: ConsumerMember) -> ErrorCode:
    """What a member is told that names a wrong epoch, in the words of its protocol."""
    return ErrorCode.ILLEGAL_GENERATION if member.classic else ErrorCode.STALE_MEMBER_EPOCH


def _subscription(member: ConsumerMember) -> tuple[object, ...]:
    return frozenset(member.topic_names), member.topic_regex
