"""Committed offsets by group, in memory and in `__consumer_offsets`, with those of transactions that are open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from kafkawire.broker.groups.classic import Group, State
from kafkawire.broker.groups.consumer_protocol import CONSUMER_PROTOCOL
from kafkawire.broker.groups.loading import Offsets, take_pending
from kafkawire.broker.groups.pending import PendingOffsets, TopicPartition
from kafkawire.broker.groups.records import Committed, offset_entry
from kafkawire.broker.groups.store import GroupStore, Open, Replayed
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["CommittedOffsets", "used_ms"]

_LOG = RateLimitedLogger("kafkawire.broker")
_AFTER_ALL = _NEVER = 2**63


class CommittedOffsets:
    """What groups have committed, whether they have members or not."""

    def __init__(self, store: GroupStore) -> None:
        self._store = store
        self._offsets: dict[str, Offsets] = {}
        self._pending = PendingOffsets()

    def restore(self, offsets: dict[str, Offsets], replayed: Replayed) -> None:
        """Take over what was saved, and what is part of transactions that were open at the stop."""
        self._offsets = offsets
        take_pending(replayed, self._pending)

    def commit(self, group_id: str, offsets: Mapping[TopicPartition, Committed]) -> ErrorCode:
        """Keep offsets, all of them or (with an error) none."""
        entries = [offset_entry(group_id, *partition, committed) for partition, committed in offsets.items()]
        error = self._store.save(group_id, entries, too_large=ErrorCode.INVALID_COMMIT_OFFSET_SIZE)
        if error is ErrorCode.NONE:
            self._offsets.setdefault(group_id, {}).update(offsets)
            self._pending.outdate(group_id, offsets.keys(), before=_AFTER_ALL)
        return error

    def commit_in_transaction(
        self, group_id: str, producer: tuple[int, int], offsets: Mapping[TopicPartition, Committed]
    ) -> ErrorCode:
        """Keep offsets that count once the transaction of that producer (id and epoch) is committed."""
        entries = [offset_entry(group_id, *partition, committed) for partition, committed in offsets.items()]
        try:
            offset = self._store.write(group_id, entries, producer)
            transaction = self._store.topic.partition_of(group_id), producer[0]
        except OSError as exc:
            _LOG.error("group %s cannot be kept: %s", group_id, exc)
            return ErrorCode.COORDINATOR_NOT_AVAILABLE
        except KafkaError as exc:
            is_large = exc.code == ErrorCode.MESSAGE_TOO_LARGE
            return ErrorCode.INVALID_COMMIT_OFFSET_SIZE if is_large else ErrorCode.of(exc.code)
        self._pending.add(group_id, transaction, offsets, offset)
        return ErrorCode.NONE

    def end_transaction(self, transaction: Open, *, is_commit: bool) -> None:
        """A marker was written to a partition of `__consumer_offsets`."""
        for group_id, offsets in self._pending.end(transaction, is_commit=is_commit).items():
            self._offsets.setdefault(group_id, {}).update(offsets)

    def is_unstable(self, group_id: str, partition: TopicPartition) -> bool:
        """Whether an open transaction may change the offset of a partition."""
        return self._pending.has(group_id, partition)

    def of(self, group_id: str) -> Mapping[TopicPartition, Committed]:
        """The committed offsets of a group by topic and partition."""
        return self._offsets.get(group_id, {})

    def partitions_of(self, group_id: str) -> set[TopicPartition]:
        """The topic-partitions of which a group has offsets, pending ones too."""
        return {*self._offsets.get(group_id, ()), *self._pending.partitions(group_id)}

    def groups(self) -> set[str]:
        """The groups that have offsets, pending ones too."""
        return {*self._pending.groups(), *(group_id for group_id, offsets in self._offsets.items() if offsets)}

    def forget_group(self, group_id: str) -> None:
        """Drop all that a group has; the records that say so were written."""
        self._offsets.pop(group_id, None)
        self._pending.forget_group(group_id)

    def delete(self, group_id: str, partitions: Iterable[TopicPartition]) -> ErrorCode:
        """Remove those of the offsets that there are, pending ones too."""
        offsets = self._offsets.get(group_id, {})
        pending = self._pending.partitions(group_id)
        gone = [partition for partition in partitions if partition in offsets or partition in pending]
        error = ErrorCode.NONE
        if gone:
            error = self._store.save(group_id, [offset_entry(group_id, *partition, None) for partition in gone])
        if gone and error is ErrorCode.NONE:
            self._pending.forget(group_id, gone)
            for partition in gone:
                offsets.pop(partition, None)
        return error

    def forget_topic(self, topic: str) -> None:
        """Remove the offsets of a topic that was deleted."""
        for group_id in self._pending.groups():
            self.delete(
                group_id, [partition for partition in self._pending.partitions(group_id) if partition[0] == topic]
            )
        self.remove(lambda _, name, __: name == topic)

    def remove(self, is_useless: Callable[[str, str, Committed], bool]) -> None:
        """Remove the offsets of which that is said, given group, topic and what was committed."""
        for group_id, offsets in list(self._offsets.items()):
            pending = self._pending.partitions(group_id)
            gone = [
                partition
                for partition, committed in offsets.items()
                if partition not in pending and is_useless(group_id, partition[0], committed)
            ]
            self.delete(group_id, gone)
            if not offsets:
                del self._offsets[group_id]


def used_ms(group: Group | None, committed: Committed) -> int:
    """When an offset was of use for the last time, if the group (None: one of KIP-848) does not read its topic now.

    A group's offsets age from when it became empty; those of a group in use that does not read the topic (any more),
    and those of who is in no group, from their commit (KIP-211).
    """
    if group is None or not group.protocol_type:
        return committed.commit_ms
    if group.state is State.EMPTY:
        return group.since_ms if group.since_ms >= 0 else committed.commit_ms
    is_known = group.state is State.STABLE and group.protocol_type == CONSUMER_PROTOCOL
    return committed.commit_ms if is_known else _NEVER
