"""All share groups of a broker: their members, the partitions they share, and the sessions of those who fetch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.config.share_groups import ShareOptions, share_options
from kafkawire.broker.groups.consumer_state import Refusal
from kafkawire.broker.groups.coordinator import Groups
from kafkawire.broker.groups.member_timers import MemberTimers, Timer
from kafkawire.broker.groups.records import Entry
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.loop.clock import Clock, NewAlarm, no_alarm
from kafkawire.broker.metadata.controller import Controller
from kafkawire.broker.share.group import ShareCall, SharedTopic, ShareGroupState, ShareMember, admit, find, refreshed
from kafkawire.broker.share.partitions import SharePartitions
from kafkawire.broker.share.records import StateKey
from kafkawire.broker.share.sessions import ShareSession, ShareSessions
from kafkawire.broker.share.store import ShareStore
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["ShareGroup", "ShareGroups"]

_LOG = RateLimitedLogger("kafkawire.broker")
_RETRY_S = 1.0


class ShareGroup:
    """One group: its state, and when its members have to be heard from."""

    def __init__(self, group_id: str, state: ShareGroupState) -> None:
        self.group_id = group_id
        self.state = state
        self.timers = MemberTimers()


class ShareGroups:
    """The groups by their ids. `config` tells the options in force, `options_of` those that one group sets."""

    def __init__(
        self,
        config: Callable[[], BrokerConfig],
        clock: Clock,
        controller: Controller,
        groups: Groups,
        options_of: Callable[[str], Mapping[str, str]],
        notify: Callable[[PartitionLog], object],
        alarm: NewAlarm = no_alarm,
    ) -> None:
        self._wake_at = alarm(self.expire)
        self._config = config
        self._clock = clock
        self._topics = controller.image.topics
        self._groups = groups  # of the other kinds
        self._options_of = options_of
        self._shared: dict[str, ShareGroup] = {}
        self.store = ShareStore(config, controller, clock, notify)
        self.partitions = SharePartitions(self.store, self._topics, clock, self.options, notify, self._wake_at)
        self.sessions = ShareSessions(lambda: config().group_share_max_share_sessions, self._release)

    def __iter__(self) -> Iterator[ShareGroup]:
        return iter(list(self._shared.values()))

    def __contains__(self, group_id: object) -> bool:
        return group_id in self._shared

    def options(self, group_id: str) -> ShareOptions:
        """The options in force for a group."""
        return share_options(self._config(), self._options_of(group_id))

    def load(self, entries: Mapping[bytes, bytes | None]) -> None:
        """Take over what the internal topics say; `entries`: the records of share groups in `__consumer_offsets`."""
        self.store.load()
        now = self._clock.now()
        for group_id, state in _saved(entries).items():
            group = self._shared[group_id] = ShareGroup(group_id, state)
            for member_id in state.members:
                self._expect(group, member_id, now)

    # Members

    def get(self, group_id: str) -> ShareGroup:
        """The group of that id. Raises `Refusal`."""
        group = self._shared.get(group_id)
        if group is None:
            kind = "is not a share group" if self._is_other(group_id) else "not found"
            raise Refusal(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} {kind}.")
        return group

    def heartbeat(self, group_id: str, call: ShareCall) -> tuple[ShareMember, bool]:
        """A member is alive, or joins; it is answered with what it is to be, and whether that is new to it."""
        if call.epoch and group_id not in self._shared:
            what = "Group {} is not a share group." if self._is_other(group_id) else "Share group {} not found."
            raise Refusal(ErrorCode.GROUP_ID_NOT_FOUND, what.format(group_id))
        group = self._shared.get(group_id) or self._make(group_id)
        options, now_ms = self.options(group_id), self._clock.time_ms()
        known = admit(group_id, group.state, call, options.max_size)
        updated = known.updated(call)
        is_new = known.member_id not in group.state.members
        is_changed = is_new or updated.topics != known.topics
        state = group.state if not is_new and updated == known else group.state.with_member(updated)
        state, member = refreshed(
            state, updated, self._topics, now_ms, options.assignment_interval_ms, is_changed=is_changed
        )
        self._become(group, self._initialized(group_id, state))
        self._expect(group, member.member_id, self._clock.now())
        return member, not call.epoch or call.topics is not None or member.assigned != known.assigned

    def leave(self, group_id: str, member_id: str) -> None:
        """A member goes. Raises `Refusal`."""
        group = self.get(group_id)
        self._remove(group, [find(group_id, group.state, member_id).member_id])

    def _is_other(self, group_id: str) -> bool:
        """Whether that is a group of another kind."""
        return group_id in self._groups.consumer_groups or self._groups.get(group_id) is not None

    def _make(self, group_id: str) -> ShareGroup:
        if self._is_other(group_id):
            raise Refusal(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} is not a share group.")
        return ShareGroup(group_id, ShareGroupState())

    def _initialized(self, group_id: str, state: ShareGroupState) -> ShareGroupState:
        """The state of a group, with a place for that of every partition that is read."""
        missing = state.to_initialize(self._topics)
        if not missing:
            return state
        try:
            for topic_id, topic in missing.items():
                for index in sorted(topic.partitions):
                    key = StateKey(group_id, topic_id, index)
                    if key not in self.store.saved:
                        self.store.initialize(key, state.epoch)
        except (OSError, KafkaError) as exc:
            _LOG.error("share group %s cannot be kept: %s", group_id, exc)
            raise Refusal(ErrorCode.COORDINATOR_NOT_AVAILABLE, "The state cannot be kept.") from exc
        return replace(state, topics={**state.topics, **missing})

    def _become(self, group: ShareGroup, state: ShareGroupState) -> None:
        from kafkawire.broker.share.group_records import changes  # loaded by who needs it

        is_new = group.group_id not in self._shared
        before = ShareGroupState(epoch=0) if is_new else group.state
        entries = changes(group.group_id, before, state)
        if entries:
            self._write(group.group_id, entries)
        group.timers.forget(group.state.members.keys() - state.members.keys())
        group.state = state
        self._shared[group.group_id] = group

    def _write(self, group_id: str, entries: list[Entry]) -> None:
        error = self._groups.store.save(group_id, entries)
        if error is not ErrorCode.NONE:
            raise Refusal(error, "the group cannot be kept")

    def _remove(self, group: ShareGroup, names: Iterable[str]) -> None:
        self._become(group, group.state.without(names, self._topics))

    def _expect(self, group: ShareGroup, member_id: str, now: float) -> None:
        deadline = now + self.options(group.group_id).session_timeout_ms / 1000
        group.timers.set(Timer.SESSION, member_id, deadline)
        self._wake_at(deadline)

    # What they share

    def start(self, group_id: str, offsets: Mapping[StateKey, int]) -> None:
        """Let a group that has no members, or is new, begin at these offsets. Raises `Refusal`."""
        _check_id(group_id)
        group = self._empty(group_id) if group_id in self._shared else self._make(group_id)
        topics = dict(group.state.topics)
        try:
            for key, offset in offsets.items():
                name = self._topics.by_id(key.topic_id)
                known = topics.get(key.topic_id, SharedTopic(name.name if name else "", frozenset()))
                topics[key.topic_id] = SharedTopic(known.name, known.partitions | {key.partition})
                self.store.initialize(key, group.state.epoch, offset)
                self.partitions.forget(key)
        except (OSError, KafkaError) as exc:
            _LOG.error("share group %s cannot be kept: %s", group_id, exc)
            raise Refusal(ErrorCode.COORDINATOR_NOT_AVAILABLE, "The state cannot be kept.") from exc
        self._become(group, replace(group.state, topics=topics))

    def forget_offsets(self, group_id: str, keys: Iterable[StateKey]) -> None:
        """Let a group that has no members forget these partitions. Raises `Refusal`."""
        _check_id(group_id)
        group = self._empty(group_id)
        gone = set(keys)
        self._forget_states(gone)
        ids = {key.topic_id for key in gone}
        kept = {topic_id: topic for topic_id, topic in group.state.topics.items() if topic_id not in ids}
        self._become(group, replace(group.state, topics=kept))

    def delete(self, group_id: str) -> ErrorCode:
        """Remove a group that has no members, and all that it has said."""
        from kafkawire.broker.share.group_records import tombstones  # loaded by who needs it

        try:
            group = self._empty(group_id)
            self._forget_states(self.partitions.of_group(group_id))
            self._write(group_id, tombstones(group_id, group.state))
        except Refusal as exc:
            return ErrorCode.of(exc.code)
        self.sessions.forget_group(group_id)
        del self._shared[group_id]
        return ErrorCode.NONE

    def forget_topic(self, name: str) -> None:
        """A topic was deleted: what groups have said of its records is of no use any more."""
        for group in list(self._shared.values()):
            gone = {topic_id: topic for topic_id, topic in group.state.topics.items() if topic.name == name}
            if not gone:
                continue
            kept = {topic_id: topic for topic_id, topic in group.state.topics.items() if topic_id not in gone}
            keys = [StateKey(group.group_id, each, index) for each, topic in gone.items() for index in topic.partitions]
            try:
                self._forget_states(keys)
                self._become(group, replace(group.state, topics=kept))
            except Refusal as exc:
                _LOG.error("share group %s keeps what it said of topic %s: %s", group.group_id, name, exc)

    def _empty(self, group_id: str) -> ShareGroup:
        group = self.get(group_id)
        if group.state.members:
            raise Refusal(ErrorCode.NON_EMPTY_GROUP, "The group is not empty.")
        return group

    def _forget_states(self, keys: Iterable[StateKey]) -> None:
        try:
            for key in list(keys):
                self.store.forget(key)
                self.partitions.forget(key)
        except (OSError, KafkaError) as exc:
            _LOG.error("the state of a share group cannot be removed: %s", exc)
            raise Refusal(ErrorCode.COORDINATOR_NOT_AVAILABLE, "The state cannot be removed.") from exc

    def _release(self, session: ShareSession) -> None:
        """A session has ended: what is locked for its member is given back."""
        for key in session.touched:
            try:
                self.partitions.release(key, session.member_id)
            except KafkaError:  # named where it was tried; the locks will time out
                continue

    # Time

    def expire(self) -> None:
        """Let go of members that are silent, and of locks that are over."""
        now = self._clock.now()
        for group in list(self._shared.values()):
            gone = [name for name, _ in group.timers.due(now) if name in group.state.members]
            try:
                if gone:
                    self._remove(group, gone)
            except Refusal:  # it could not be kept (which is logged where it is tried), so it has not happened yet
                for name in gone:
                    group.timers.set(Timer.SESSION, name, now + _RETRY_S)
        self.partitions.expire()
        self.arm()

    def arm(self) -> None:
        """Ask to be woken for the next deadline."""
        deadlines = [deadline for group in self._shared.values() if (deadline := group.timers.next()) is not None]
        if deadlines:
            self._wake_at(min(deadlines))
        self.partitions.arm()


def _check_id(group_id: str) -> None:
    if not group_id:
        raise Refusal(ErrorCode.INVALID_GROUP_ID, "The configured groupId is invalid.")


def _saved(entries: Mapping[bytes, bytes | None]) -> dict[str, ShareGroupState]:
    if not entries:
        return {}
    from kafkawire.broker.share.group_records import SavedShareGroups  # loaded by who needs it

    saved = SavedShareGroups()
    for key, value in entries.items():
        try:
            saved.take(key, value)
        except KafkaWireError as exc:
            _LOG.warning("passing over a record of __consumer_offsets: %s", exc)
    return saved.finish()
