"""All groups of a broker with their committed offsets, kept in memory and written through to `__consumer_offsets`.

On a single node this broker coordinates every group. Nothing here waits: what cannot be answered at once is a `Reply`,
and an alarm is set to the time at which `expire` should be called.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.config.groups import MIGRATION_POLICIES, ConsumerOptions, consumer_options
from kafkawire.broker.groups.classic import Group
from kafkawire.broker.groups.classic_members import ClassicMembers
from kafkawire.broker.groups.committed import CommittedOffsets, used_ms
from kafkawire.broker.groups.consumer import ConsumerGroup
from kafkawire.broker.groups.consumer_protocol import reads
from kafkawire.broker.groups.consumer_state import GroupState, Refusal
from kafkawire.broker.groups.deadlines import Deadlines
from kafkawire.broker.groups.loading import SavedGroups
from kafkawire.broker.groups.migration import downgraded, upgraded
from kafkawire.broker.groups.records import Committed, Entry, group_entry, offset_entry, restore_members
from kafkawire.broker.groups.store import GroupStore
from kafkawire.broker.groups.subscriptions import Catalog, RegexResolver
from kafkawire.broker.loop.clock import Clock, NewAlarm, no_alarm
from kafkawire.error_code import ErrorCode

__all__ = ["Groups"]


class Groups:
    """The groups by their ids. `config` tells the options in force, `options_of` those of one group."""

    def __init__(
        self,
        config: Callable[[], BrokerConfig],
        clock: Clock,
        store: GroupStore,
        topics: Catalog,
        options_of: Callable[[str], Mapping[str, str]] = lambda _: {},
        alarm: NewAlarm = no_alarm,
        changed: Callable[[], object] = lambda: None,
    ) -> None:
        self.offsets = CommittedOffsets(store)
        """What groups have committed."""
        self.topic = store.topic
        """`__consumer_offsets`, in which they are kept."""
        self.store = store
        self._wake_at = alarm(self.expire)
        self._changed = changed
        self._config = config
        self._clock = clock
        self._topics = topics
        self._options_of = options_of
        self._groups: dict[str, Group] = {}
        self._consumer_groups: dict[str, ConsumerGroup] = {}
        self.of_share_groups: dict[bytes, bytes | None] = {}
        """The records of share groups that were found while loading, for whoever keeps those."""
        self._resolver = RegexResolver()
        self._deadlines = Deadlines()
        self._next_check = clock.now() + config().offsets_retention_check_interval_ms / 1000

    def __iter__(self) -> Iterator[Group]:
        return iter(list(self._groups.values()))

    @property
    def consumer_groups(self) -> Mapping[str, ConsumerGroup]:
        """The groups of KIP-848 by their ids; all others are classic ones."""
        return self._consumer_groups

    def load(self) -> None:
        """Take over what `__consumer_offsets` says."""
        replayed = self.store.replay()
        saved = SavedGroups(replayed.latest.items())
        self.offsets.restore(saved.offsets, replayed)
        self.of_share_groups = saved.share
        now = self._clock.now()
        for group_id, state in saved.consumer.items():
            group = self._consumer_groups[group_id] = self._new_consumer_group(group_id)
            group.restore(state, now)
            self._deadlines.watch(group)
        for group_id in {*saved.classic, *self.offsets.groups()} - self._consumer_groups.keys():
            classic = self.get_or_make(group_id)
            if group_id in saved.classic:
                restore_members(classic, saved.classic[group_id], now)
                if len(classic.members) > self._config().group_max_size:
                    classic.prepare_rebalance(now)
                self._deadlines.watch(classic)
        self.arm()

    # Groups by their ids

    def get(self, group_id: str) -> Group | None:
        """The classic group of that id."""
        return self._groups.get(group_id)

    def get_or_make(self, group_id: str) -> Group:
        """The classic group of that id; an empty one if there is none."""
        group = self._groups.get(group_id)
        if group is None:
            group = self._groups[group_id] = self._new_group(group_id)
        return group

    def consumer_group(self, group_id: str, *, create: bool = False) -> ConsumerGroup:
        """The group of KIP-848 of that id. Raises `Refusal`.

        With `create` there always is one, made out of the classic group of that id if need be; it becomes the group of
        that id with the first step that it takes.
        """
        found = self._consumer_groups.get(group_id)
        classic = self._groups.get(group_id)
        if found is not None:
            return found
        if not create:
            is_classic = "is not a consumer group" if classic is not None else "not found"
            raise Refusal(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} {is_classic}.")
        group = self._new_consumer_group(group_id)
        if classic is not None and classic.is_in_use:
            is_allowed = "upgrade" in self._migrations()
            state = upgraded(classic, self._topics, is_allowed=is_allowed, max_size=group.options.max_size)
            group.restore(state, self._clock.now())
        return group

    def classic_group(self, group_id: str) -> Group:
        """The classic group of that id, made if need be; it takes the place of one of KIP-848, which has no members.

        Raises `Refusal` if that cannot be written down.
        """
        modern = self._consumer_groups.get(group_id)
        if modern is not None:
            error = self.store.save(group_id, _tombstones(modern))
            if error is not ErrorCode.NONE:
                raise Refusal(error, f"Group {group_id} cannot be kept.")
            self._forget(modern)
        return self.get_or_make(group_id)

    def classic_members(self, group_id: str) -> ClassicMembers | None:
        """Those members of a group of KIP-848 that speak the classic protocol, if it has members."""
        group = self._consumer_groups.get(group_id)
        if group is None or not group.members:
            return None
        return ClassicMembers(group, self._topics, self.arm_for, may_join=bool(self._migrations()))

    def _new_group(self, group_id: str) -> Group:
        config = self._config()
        delay = config.group_initial_rebalance_delay_ms / 1000
        return Group(group_id, self._save, initial_delay=delay, max_size=config.group_max_size)

    def _new_consumer_group(self, group_id: str) -> ConsumerGroup:
        def options() -> ConsumerOptions:
            return consumer_options(self._config(), self._options_of(group_id))

        return ConsumerGroup(
            group_id,
            self._save_consumer,
            self._topics,
            options,
            resolver=self._resolver,
            downgrade=self._downgrade,
        )

    def _migrations(self) -> Collection[str]:
        return MIGRATION_POLICIES[self._config().group_consumer_migration_policy.lower()]

    def _forget(self, group: Group | ConsumerGroup) -> None:
        self._deadlines.forget(group)
        if isinstance(group, Group):
            self._groups.pop(group.group_id, None)
        else:
            self._consumer_groups.pop(group.group_id, None)

    def _downgrade(self, group: ConsumerGroup, state: GroupState, now: float, must_join: bool) -> bool:
        if "downgrade" not in self._migrations() or len(state.members) > self._config().group_max_size:
            return False
        classic = self._new_group(group.group_id)
        downgraded(classic, state, group.state.epoch, self._topics, now)
        now_ms = self._clock.time_ms()
        error = self.store.save(group.group_id, [*_tombstones(group), group_entry(group.group_id, classic, now_ms)])
        if error is not ErrorCode.NONE:
            raise Refusal(error, f"Group {group.group_id} cannot be kept.")
        self._forget(group)
        self._groups[group.group_id] = classic
        if must_join or not state.is_reconciled:
            classic.prepare_rebalance(now)
        self.arm_for(classic)
        return True

    def delete(self, group_id: str) -> ErrorCode:
        """Remove a group that has no members, and its offsets."""
        classic, modern = self._groups.get(group_id), self._consumer_groups.get(group_id)
        if classic is None and modern is None:
            return ErrorCode.GROUP_ID_NOT_FOUND
        if (classic is not None and classic.is_in_use) or (modern is not None and modern.members):
            return ErrorCode.NON_EMPTY_GROUP
        entries = [offset_entry(group_id, *partition, None) for partition in self.offsets.partitions_of(group_id)]
        own = _tombstones(modern) if modern is not None else [group_entry(group_id, None, 0)]
        error = self.store.save(group_id, [*entries, *own])
        if error is ErrorCode.NONE:
            if classic is not None:
                self._forget(classic)
            if modern is not None:
                self._forget(modern)
            self.offsets.forget_group(group_id)
        return error

    # Offsets

    def subscribes_to(self, group_id: str, topic: str) -> bool:
        """Whether a group has members that read the topic."""
        modern, classic = self._consumer_groups.get(group_id), self._groups.get(group_id)
        return modern.subscribes_to(topic) if modern is not None else classic is not None and reads(classic, topic)

    def expire_offsets(self) -> None:
        """Remove offsets of no use for `offsets.retention.minutes`, and groups with neither members nor offsets."""
        before_ms = self._clock.time_ms() - self._config().offsets_retention_minutes * 60_000

        def is_old(group_id: str, topic: str, at: Committed) -> bool:
            return not self.subscribes_to(group_id, topic) and used_ms(self._groups.get(group_id), at) <= before_ms

        self.offsets.remove(is_old)
        kept = self.offsets.groups()
        for group_id in [*self._groups, *self._consumer_groups]:
            if group_id not in kept:
                self.delete(group_id)  # unless it has members

    # Time

    def expire(self) -> None:
        """Let time act on every group that waited for it."""
        now = self._clock.now()
        for group in list(self._deadlines.due(now)):
            deadline = group.next_deadline()
            if deadline is not None and deadline <= now:
                group.expire(now)
            if self._is_alive(group):
                self._deadlines.watch(group)
        if self._next_check <= now:
            self._next_check = now + self._config().offsets_retention_check_interval_ms / 1000
            self.expire_offsets()
        self.arm()
        self._changed()

    def catch_up(self) -> None:
        """Let time act that has passed: under load what a client asks may come before the timer that was due."""
        first = self._deadlines.next()
        if first is not None and first <= self._clock.now():
            self.expire()

    def arm(self) -> None:
        """Ask to be woken for the next deadline of any group."""
        first = self._deadlines.next()
        self._wake_at(self._next_check if first is None else min(first, self._next_check))

    def arm_for(self, group: Group | ConsumerGroup) -> None:
        """Ask to be woken for a group's deadline, after the group has changed."""
        self._changed()
        if self._is_alive(group):
            deadline = self._deadlines.watch(group)
            if deadline is not None:
                self._wake_at(deadline)

    def _is_alive(self, group: object) -> bool:
        group_id = getattr(group, "group_id", "")
        return group in (self._groups.get(group_id), self._consumer_groups.get(group_id))

    # Records

    def _save(self, group: Group) -> ErrorCode:
        now_ms = self._clock.time_ms()
        error = self.store.save(group.group_id, [group_entry(group.group_id, group, now_ms)])
        if error is ErrorCode.NONE:
            group.since_ms = now_ms
        return error

    def _save_consumer(self, group: ConsumerGroup, after: GroupState) -> ErrorCode:
        from kafkawire.broker.groups.consumer_records import changes  # loaded by who needs it

        group_id = group.group_id
        if self._consumer_groups.get(group_id) is group:
            entries = changes(group_id, group.state, after)
            return self.store.save(group_id, entries) if entries else ErrorCode.NONE
        classic = self._groups.get(group_id)
        entries = changes(group_id, GroupState(), after)
        if classic is not None and classic.protocol_type:  # else it is only a name for offsets, and has no record
            entries = [group_entry(group_id, None, 0), *entries]
        error = self.store.save(group_id, entries)
        if error is ErrorCode.NONE:
            self._consumer_groups[group_id] = group
            if classic is not None:
                self._forget(classic)
                classic.disband(ErrorCode.REBALANCE_IN_PROGRESS, self._clock.now())
        return error


def _tombstones(group: ConsumerGroup) -> list[Entry]:
    from kafkawire.broker.groups.consumer_records import tombstones  # loaded by who needs it

    return tombstones(group.group_id, group.state)
