"""What `__consumer_offsets` says about groups when a broker starts: the last record of each key, put together."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import partial

from kafkawire.broker.groups.consumer_state import GroupState
from kafkawire.broker.groups.pending import PendingOffsets
from kafkawire.broker.groups.records import CONSUMER_TYPES, SHARE_TYPES, Committed, Entry, read_entry, record_type
from kafkawire.broker.groups.store import Open, Replayed
from kafkawire.errors import KafkaWireError
from kafkawire.messages import GroupMetadataValue, OffsetCommitKey

__all__ = ["Offsets", "SavedGroups", "take_pending"]

_LOG = logging.getLogger("kafkawire.broker")
Offsets = dict[tuple[str, int], Committed]
"""(topic, partition) -> what was committed."""


class SavedGroups:
    """Reads records, in the order in which they were written. One that makes no sense is named and passed over."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        latest = dict(entries)  # most have been replaced by a later one, and need not be read
        self.classic: dict[str, GroupMetadataValue] = {}
        self.offsets: dict[str, Offsets] = {}
        self.consumer: dict[str, GroupState] = {}
        self.share: dict[bytes, bytes | None] = {}
        modern: list[Entry] = []
        for key, value in latest.items():
            if record_type(key) in CONSUMER_TYPES:
                modern.append((key, value))
                continue
            if record_type(key) in SHARE_TYPES:
                self.share[key] = value
                continue
            try:
                read_entry(key, value, self._take_offset, self._take_group)
            except KafkaWireError as exc:
                _pass_over(exc)
        if modern:
            self._take_consumer_groups(modern)

    def _take_consumer_groups(self, entries: Iterable[Entry]) -> None:
        from kafkawire.broker.groups.consumer_records import SavedConsumerGroups  # loaded by who needs it

        saved = SavedConsumerGroups()
        for key, value in entries:
            try:
                saved.take(key, value)
            except KafkaWireError as exc:
                _pass_over(exc)
        self.consumer = saved.states()

    def _take_group(self, group_id: str, value: GroupMetadataValue | None) -> None:
        if value is None:
            self.classic.pop(group_id, None)
        else:
            self.classic[group_id] = value

    def _take_offset(self, key: OffsetCommitKey, committed: Committed | None) -> None:
        offsets = self.offsets.setdefault(key.group, {})
        if committed is None:
            offsets.pop((key.topic, key.partition), None)
        else:
            offsets[key.topic, key.partition] = committed
        if not offsets:
            del self.offsets[key.group]


def take_pending(replayed: Replayed, pending: PendingOffsets) -> None:
    """Take over the offsets of transactions that were open at the stop."""
    for transaction, entries in replayed.open.items():
        for key, (offset, value) in entries.items():
            take = partial(_take_one, pending, transaction, offset)
            try:
                read_entry(key, value, take, lambda *_: None)
            except KafkaWireError as exc:
                _pass_over(exc)


def _take_one(
    pending: PendingOffsets, transaction: Open, offset: int, at: OffsetCommitKey, committed: Committed | None
) -> None:
    if committed is not None:
        pending.add(at.group, transaction, {(at.topic, at.partition): committed}, offset)


def _pass_over(exc: KafkaWireError) -> None:
    _LOG.warning("passing over a record of __consumer_offsets: %s", exc)
