"""Offsets that were committed within transactions which are still open (KIP-98).

They count from the commit of their transaction on, and are gone with its abort. Meanwhile they make the older offset of
their partition unstable, which consumers may ask not to be told (KIP-447). An offset that was written after them, by
somebody else, is not taken back by the commit: what stands later in the log counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from kafkawire.broker.groups.records import Committed
from kafkawire.broker.groups.store import Open

__all__ = ["PendingOffsets", "TopicPartition"]

TopicPartition = tuple[str, int]
"""Topic and partition."""


@dataclass(slots=True)
class _Pending:
    committed: Committed
    offset: int  # of the record
    is_outdated: bool = False


class PendingOffsets:
    """The offsets of open transactions, by group."""

    def __init__(self) -> None:
        self._groups: dict[str, dict[Open, dict[TopicPartition, _Pending]]] = {}
        self._groups_of: dict[Open, dict[str, None]] = {}

    def add(self, group_id: str, transaction: Open, offsets: Mapping[TopicPartition, Committed], offset: int) -> None:
        """Take note of offsets that stand in the log from `offset` on."""
        pending = self._groups.setdefault(group_id, {}).setdefault(transaction, {})
        self._groups_of.setdefault(transaction, {})[group_id] = None
        pending.update((partition, _Pending(committed, offset)) for partition, committed in offsets.items())

    def groups(self) -> list[str]:
        """The groups that have any."""
        return list(self._groups)

    def partitions(self, group_id: str) -> set[TopicPartition]:
        """The partitions of which a group has any."""
        return {partition for pending in self._groups.get(group_id, {}).values() for partition in pending}

    def has(self, group_id: str, partition: TopicPartition | None = None) -> bool:
        """Whether a group takes part in an open transaction; or whether it has a pending offset of the partition."""
        found = self._groups.get(group_id)
        return bool(found) and (partition is None or any(partition in pending for pending in (found or {}).values()))

    def outdate(self, group_id: str, partitions: Collection[TopicPartition], before: int) -> None:
        """What stands in the log before that offset no longer counts for these partitions."""
        for pending in self._groups.get(group_id, {}).values():
            for partition in partitions:
                if partition in pending and pending[partition].offset < before:
                    pending[partition].is_outdated = True

    def forget(self, group_id: str, partitions: Iterable[TopicPartition]) -> None:
        """Drop what there is of these partitions."""
        gone = set(partitions)
        for pending in self._groups.get(group_id, {}).values():
            for partition in gone & pending.keys():
                del pending[partition]

    def forget_group(self, group_id: str) -> None:
        """Drop all that a group has."""
        self._groups.pop(group_id, None)

    def end(self, transaction: Open, *, is_commit: bool) -> dict[str, dict[TopicPartition, Committed]]:
        """Take a transaction out; returns what counts from now on, by group."""
        counts: dict[str, dict[TopicPartition, Committed]] = {}
        for group_id in self._groups_of.pop(transaction, ()):
            found = self._groups.get(group_id, {})
            pending = found.pop(transaction, {})
            if not found:
                self._groups.pop(group_id, None)
            valid = {partition: at for partition, at in pending.items() if is_commit and not at.is_outdated}
            for partition, at in valid.items():
                self.outdate(group_id, (partition,), at.offset)
            if valid:
                counts[group_id] = {partition: at.committed for partition, at in valid.items()}
        return counts
