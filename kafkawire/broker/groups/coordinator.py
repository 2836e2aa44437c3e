"""All groups of a broker with their committed offsets, kept in memory and written through to `__consumer_offsets`.

On a single node this broker coordinates every group. Nothing here waits: what cannot be answered at once is a `Reply`,
and `on_deadline` is called with the time at which `expire` should be.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping

from kafkawire.broker.clock import Clock
from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.groups.classic import Group, State
from kafkawire.broker.groups.consumer import ConsumerGroup
from kafkawire.broker.groups.consumer_protocol import CONSUMER_PROTOCOL, reads
from kafkawire.broker.groups.consumer_state import GroupState, Refusal
from kafkawire.broker.groups.records import (
    CONSUMER_TYPES,
    Committed,
    Entry,
    group_entry,
    offset_entry,
    read_entry,
    record_type,
    restore_members,
)
from kafkawire.broker.groups.store import GroupStore
from kafkawire.broker.groups.subscriptions import RegexResolver
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.messages import GroupMetadataValue, OffsetCommitKey

__all__ = ["Groups"]

_PASSING = "passing over a record of __consumer_offsets: %s"
_NEVER = 2**63
_LOG = logging.getLogger("kafkawire.broker")
Offsets = dict[tuple[str, int], Committed]


class Groups:
    """The groups by their ids."""

    def __init__(self, config: BrokerConfig, clock: Clock, store: GroupStore) -> None:
        self.on_deadline: Callable[[float], object] = lambda _: None
        self._config = config
        self._clock = clock
        self._store = store
        self._groups: dict[str, Group] = {}
        self._consumer_groups: dict[str, ConsumerGroup] = {}
        self._resolver = RegexResolver()
        self._next_check = clock.now() + config.offsets_retention_check_interval_ms / 1000
        self._offsets: dict[str, Offsets] = {}

    def __iter__(self) -> Iterator[Group]:
        return iter(list(self._groups.values()))

    @property
    def consumer_groups(self) -> Mapping[str, ConsumerGroup]:
        """The groups of KIP-848 by their ids; all others are classic ones."""
        return self._consumer_groups

    def load(self) -> None:
        """Take over what `__consumer_offsets` says."""
        saved: dict[str, GroupMetadataValue] = {}
        modern: list[Entry] = []
        for key, value in self._store.replay():
            try:
                if record_type(key) in CONSUMER_TYPES:
                    modern.append((key, value))
                else:
                    read_entry(key, value, self._load_offset, lambda group, found: _set(saved, group, found))
            except KafkaWireError as exc:
                _LOG.warning(_PASSING, exc)
        self._load_consumer_groups(modern)
        for group_id in {*saved, *self._offsets} - self._consumer_groups.keys():
            group = self.get_or_make(group_id)
            if group_id in saved:
                restore_members(group, saved[group_id], self._clock.now())
        self.arm()

    def _load_consumer_groups(self, entries: list[Entry]) -> None:
        if not entries:
            return
        from kafkawire.broker.groups.consumer_records import SavedConsumerGroups  # loaded by who needs it

        saved = SavedConsumerGroups()
        for key, value in entries:
            try:
                saved.take(key, value)
            except KafkaWireError as exc:
                _LOG.warning(_PASSING, exc)
        for group_id, state in saved.states().items():
            self._new_consumer_group(group_id).restore(state, self._clock.now())

    def get(self, group_id: str) -> Group | None:
        """The classic group of that id."""
        return self._groups.get(group_id)

    def consumer_group(self, group_id: str, *, create: bool = False) -> ConsumerGroup:
        """The group of KIP-848 of that id. Raises `Refusal`.

        With `create` it is made, where there is none or only a classic one without members.
        """
        found = self._consumer_groups.get(group_id)
        classic = self._groups.get(group_id)
        if found is not None:
            return found
        if classic is not None and (classic.is_in_use or not create):
            raise Refusal(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} is not a consumer group.")
        if not create:
            raise Refusal(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} not found.")
        if classic is not None:
            self._drop_classic(classic)
        return self._new_consumer_group(group_id)

    def classic_group(self, group_id: str) -> Group:
        """The classic group of that id, made if need be; it takes the place of one of KIP-848 without members.

        Raises `Refusal` where that one has members: they speak another protocol.
        """
        modern = self._consumer_groups.get(group_id)
        if modern is not None:
            if modern.members:
                raise Refusal(ErrorCode.INCONSISTENT_GROUP_PROTOCOL, f"Group {group_id} is a consumer group.")
            self._drop_consumer(modern)
        return self.get_or_make(group_id)

    def _drop_classic(self, group: Group) -> None:
        if group.protocol_type:  # else it is only a name for offsets, and has no record
            self._must_write(group.group_id, [group_entry(group.group_id, None, 0)])
        del self._groups[group.group_id]

    def _drop_consumer(self, group: ConsumerGroup) -> None:
        self._must_write(group.group_id, _tombstones(group))
        del self._consumer_groups[group.group_id]

    def _must_write(self, group_id: str, entries: list[Entry]) -> None:
        error = self._write(group_id, entries)
        if error is not ErrorCode.NONE:
            raise Refusal(error, f"Group {group_id} cannot be kept.")

    def _new_consumer_group(self, group_id: str) -> ConsumerGroup:
        group = self._consumer_groups[group_id] = ConsumerGroup(
            group_id,
            self._save_consumer,
            self._resolver,
            session_timeout=self._config.group_consumer_session_timeout_ms / 1000,
            max_size=self._config.group_consumer_max_size,
        )
        return group

    def get_or_make(self, group_id: str) -> Group:
        """The group of that id; an empty one if there is none."""
        group = self._groups.get(group_id)
        if group is None:
            group = self._groups[group_id] = Group(
                group_id,
                self._save,
                initial_delay=self._config.group_initial_rebalance_delay_ms / 1000,
                max_size=self._config.group_max_size,
            )
        return group

    def ready(self) -> None:
        """Make sure that groups have a place to be kept. Raises `OSError`."""
        self._store.topic()

    def commit(self, group_id: str, offsets: Mapping[tuple[str, int], Committed]) -> ErrorCode:
        """Keep offsets, all of them or (with an error) none."""
        entries = [offset_entry(group_id, *place, committed) for place, committed in offsets.items()]
        error = self._write(group_id, entries)
        if error is ErrorCode.NONE:
            self._offsets.setdefault(group_id, {}).update(offsets)
        return error

    def offsets(self, group_id: str) -> Mapping[tuple[str, int], Committed]:
        """The committed offsets of a group by topic and partition."""
        return self._offsets.get(group_id, {})

    def delete(self, group_id: str) -> ErrorCode:
        """Remove a group that has no members, and its offsets."""
        classic, modern = self._groups.get(group_id), self._consumer_groups.get(group_id)
        if classic is None and modern is None:
            return ErrorCode.GROUP_ID_NOT_FOUND
        if (classic is not None and classic.state is not State.EMPTY) or (modern is not None and modern.members):
            return ErrorCode.NON_EMPTY_GROUP
        entries = [offset_entry(group_id, *place, None) for place in self.offsets(group_id)]
        own = _tombstones(modern) if modern is not None else [group_entry(group_id, None, 0)]
        error = self._write(group_id, [*entries, *own])
        if error is ErrorCode.NONE:
            self._groups.pop(group_id, None)
            self._consumer_groups.pop(group_id, None)
            self._offsets.pop(group_id, None)
        return error

    def delete_offsets(self, group_id: str, places: Iterable[tuple[str, int]]) -> ErrorCode:
        """Remove those of the offsets that there are."""
        offsets = self._offsets.get(group_id, {})
        gone = [place for place in places if place in offsets]
        error = ErrorCode.NONE
        if gone:
            error = self._write(group_id, [offset_entry(group_id, *place, None) for place in gone])
        if gone and error is ErrorCode.NONE:
            for place in gone:
                del offsets[place]
        return error

    def subscribes_to(self, group_id: str, topic: str) -> bool:
        """Whether a group has members that read the topic."""
        modern, classic = self._consumer_groups.get(group_id), self._groups.get(group_id)
        return modern.subscribes_to(topic) if modern is not None else classic is not None and reads(classic, topic)

    def forget_topic(self, topic: str) -> None:
        """Remove the offsets of a topic that was deleted."""
        for group_id, offsets in self._offsets.items():
            self.delete_offsets(group_id, [place for place in offsets if place[0] == topic])

    def expire_offsets(self) -> None:
        """Remove the offsets that nobody has committed, and no group has used, for `offsets.retention.minutes`."""
        before_ms = self._clock.time_ms() - self._config.offsets_retention_minutes * 60_000
        for group_id in list(self._offsets):
            offsets = self._offsets[group_id]
            old = [
                (topic, number)
                for (topic, number), at in offsets.items()
                if not self.subscribes_to(group_id, topic) and self._used_ms(group_id, at) <= before_ms
            ]
            if old and self.delete_offsets(group_id, old) is ErrorCode.NONE and not offsets:
                self._offsets.pop(group_id)
                self.delete(group_id)  # unless it has members, as Kafka does

    def _used_ms(self, group_id: str, committed: Committed) -> int:
        # KIP-211: a group's offsets age from when it became empty; those of a group in use that does not read the topic
        # (any more), and those of who is in no group, from their commit.
        group = self._groups.get(group_id)
        if group is None or not group.protocol_type:
            return committed.commit_ms
        if group.state is State.EMPTY:
            return group.since_ms if group.since_ms >= 0 else committed.commit_ms
        is_known = group.state is State.STABLE and group.protocol_type == CONSUMER_PROTOCOL
        return committed.commit_ms if is_known else _NEVER

    def expire(self) -> None:
        """Let time act on every group that waited for it."""
        now = self._clock.now()
        for group in self._all():
            deadline = group.next_deadline()
            if deadline is not None and deadline <= now:
                group.expire(now)
        if self._next_check <= now:
            self._next_check = now + self._config.offsets_retention_check_interval_ms / 1000
            self.expire_offsets()
        self.arm()

    def arm(self) -> None:
        """Ask to be woken for the next deadline of any group."""
        groups = self._all()
        deadlines = [deadline for group in groups if (deadline := group.next_deadline()) is not None]
        self.on_deadline(min((self._next_check, *deadlines)))

    def _all(self) -> list[Group | ConsumerGroup]:
        return [*self._groups.values(), *self._consumer_groups.values()]

    def arm_for(self, group: Group | ConsumerGroup) -> None:
        """The same after a change to one group."""
        deadline = group.next_deadline()
        if deadline is not None:
            self.on_deadline(deadline)

    def _save(self, group: Group) -> ErrorCode:
        now_ms = self._clock.time_ms()
        error = self._write(group.group_id, [group_entry(group.group_id, group, now_ms)])
        if error is ErrorCode.NONE:
            group.since_ms = now_ms
        return error

    def _save_consumer(self, group_id: str, before: GroupState, after: GroupState) -> ErrorCode:
        if before is after:
            return ErrorCode.NONE
        from kafkawire.broker.groups.consumer_records import changes  # loaded by who needs it

        entries = changes(group_id, before, after, self._clock.time_ms())
        return self._write(group_id, entries) if entries else ErrorCode.NONE

    def _write(self, group_id: str, entries: list[Entry]) -> ErrorCode:
        try:
            self._store.write(group_id, entries)
        except OSError as exc:
            _LOG.error("group %s cannot be kept: %s", group_id, exc)
            return ErrorCode.COORDINATOR_NOT_AVAILABLE
        except KafkaError as exc:
            _LOG.error("group %s cannot be kept: %s", group_id, exc)
            too_large = exc.code == ErrorCode.MESSAGE_TOO_LARGE
            return ErrorCode.INVALID_COMMIT_OFFSET_SIZE if too_large else ErrorCode.UNKNOWN_SERVER_ERROR
        return ErrorCode.NONE

    def _load_offset(self, key: OffsetCommitKey, committed: Committed | None) -> None:
        offsets = self._offsets.setdefault(key.group, {})
        if committed is None:
            offsets.pop((key.topic, key.partition), None)
        else:
            offsets[key.topic, key.partition] = committed
        if not offsets:
            del self._offsets[key.group]


def _set(saved: dict[str, GroupMetadataValue], group_id: str, value: GroupMetadataValue | None) -> None:
    if value is None:
        saved.pop(group_id, None)
    else:
        saved[group_id] = value


def _tombstones(group: ConsumerGroup) -> list[Entry]:
    from kafkawire.broker.groups.consumer_records import tombstones  # loaded by who needs it

    return tombstones(group.group_id, group.state)
