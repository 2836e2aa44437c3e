"""All groups of a broker with their committed offsets, kept in memory and written through to `__consumer_offsets`.

On a single node this broker coordinates every group. Nothing here waits: what cannot be answered at once is a `Reply`,
and `on_deadline` is called with the time at which `expire` should be.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping

from kafkawire.broker.clock import Clock
from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.groups.classic import Group, State
from kafkawire.broker.groups.records import Committed, Entry, group_entry, offset_entry, read_entry, restore_members
from kafkawire.broker.groups.store import GroupStore
from kafkawire.error_code import ErrorCode
from kafkawire.errors import DecodeError, KafkaError
from kafkawire.messages import GroupMetadataValue, OffsetCommitKey

__all__ = ["Groups"]

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
        self._offsets: dict[str, Offsets] = {}

    def __iter__(self) -> Iterator[Group]:
        return iter(list(self._groups.values()))

    def load(self) -> None:
        """Take over what `__consumer_offsets` says."""
        saved: dict[str, GroupMetadataValue] = {}
        for key, value in self._store.replay():
            try:
                read_entry(key, value, self._load_offset, lambda group, found: _set(saved, group, found))
            except DecodeError as exc:
                _LOG.warning("passing over a record of __consumer_offsets: %s", exc)
        for group_id in {*saved, *self._offsets}:
            group = self.get_or_make(group_id)
            if group_id in saved:
                restore_members(group, saved[group_id], self._clock.now())
        self.arm()

    def get(self, group_id: str) -> Group | None:
        """The group of that id."""
        return self._groups.get(group_id)

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
        group = self._groups.get(group_id)
        if group is None:
            return ErrorCode.GROUP_ID_NOT_FOUND
        if group.state is not State.EMPTY:
            return ErrorCode.NON_EMPTY_GROUP
        entries = [offset_entry(group_id, *place, None) for place in self.offsets(group_id)]
        error = self._write(group_id, [*entries, group_entry(group_id, None, 0)])
        if error is ErrorCode.NONE:
            del self._groups[group_id]
            self._offsets.pop(group_id, None)
        return error

    def forget_topic(self, topic: str) -> None:
        """Remove the offsets of a topic that was deleted."""
        for group_id, offsets in self._offsets.items():
            gone = [place for place in offsets if place[0] == topic]
            if (
                gone
                and self._write(group_id, [offset_entry(group_id, *place, None) for place in gone]) is ErrorCode.NONE
            ):
                for place in gone:
                    del offsets[place]

    def expire(self) -> None:
        """Let time act on every group that waited for it."""
        now = self._clock.now()
        for group in self:
            deadline = group.next_deadline()
            if deadline is not None and deadline <= now:
                group.expire(now)
        self.arm()

    def arm(self) -> None:
        """Ask to be woken for the next deadline of any group."""
        deadlines = [d for group in self._groups.values() if (d := group.next_deadline()) is not None]
        if deadlines:
            self.on_deadline(min(deadlines))

    def arm_for(self, group: Group) -> None:
        """The same after a change to one group."""
        deadline = group.next_deadline()
        if deadline is not None:
            self.on_deadline(deadline)

    def _save(self, group: Group) -> ErrorCode:
        return self._write(group.group_id, [group_entry(group.group_id, group, self._clock.time_ms())])

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
