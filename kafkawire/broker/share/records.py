"""The state of share partitions as records of `__share_group_state`, in Apache Kafka's format.

A snapshot is all of it; updates, of which the last few come after it, are what has changed since. An update that names
offsets replaces what was said of those before, and moves the start.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from struct import Struct
from typing import NamedTuple
from uuid import UUID

from kafkawire.broker.metadata.internal_topic import Entry
from kafkawire.broker.share.slots import Change, StateRun
from kafkawire.errors import Truncated
from kafkawire.jsonform import uuid_from_text, uuid_text
from kafkawire.messages import ShareSnapshotKey, ShareSnapshotValue, ShareUpdateKey, ShareUpdateValue
from kafkawire.messages.share_snapshot_value import StateBatch
from kafkawire.messages.share_update_value import StateBatch as UpdatedBatch

__all__ = [
    "Saved",
    "StateKey",
    "coordinator_key",
    "parse_coordinator_key",
    "read_state",
    "snapshot_entry",
    "tombstones",
    "update_entry",
]

_INT16 = Struct(">h")
_SNAPSHOT, _UPDATE = 0, 1


class StateKey(NamedTuple):
    """A partition as one group shares it."""

    group_id: str
    topic_id: UUID
    partition: int


@dataclass(slots=True)
class Saved:
    """What is written down of one share partition, beside the states of its records."""

    state_epoch: int = 0
    snapshot_epoch: int = 0
    start: int = -1
    complete: int = -1
    created_ms: int = 0
    updates: int = 0
    """How many came after the snapshot."""
    runs: list[StateRun] = field(default_factory=list)


def coordinator_key(key: StateKey) -> str:
    """What the records of a share partition are found by."""
    return f"{key.group_id}:{uuid_text(key.topic_id)}:{key.partition}"


def parse_coordinator_key(text: str) -> StateKey | None:
    """The opposite of `coordinator_key`; None for what is none."""
    group_id, _, rest = text.partition(":")
    topic_id, _, partition = rest.partition(":")
    if not group_id or not partition.isdecimal():
        return None
    try:
        return StateKey(group_id, uuid_from_text(topic_id), int(partition))
    except ValueError:
        return None


def snapshot_entry(key: StateKey, saved: Saved, runs: Iterable[StateRun], leader_epoch: int, now_ms: int) -> Entry:
    """The record that says everything."""
    value = ShareSnapshotValue(
        snapshot_epoch=saved.snapshot_epoch,
        state_epoch=saved.state_epoch,
        leader_epoch=leader_epoch,
        start_offset=saved.start,
        delivery_complete_count=saved.complete,
        create_timestamp=saved.created_ms,
        write_timestamp=now_ms,
        state_batches=[
            StateBatch(
                first_offset=run.first, last_offset=run.last, delivery_state=run.state, delivery_count=run.deliveries
            )
            for run in runs
        ],
    )
    return _key(_SNAPSHOT, key), _INT16.pack(0) + value.encode(0)


def update_entry(key: StateKey, saved: Saved, change: Change, leader_epoch: int) -> Entry:
    """The record that says what has changed."""
    batches = [
        UpdatedBatch(
            first_offset=run.first, last_offset=run.last, delivery_state=run.state, delivery_count=run.deliveries
        )
        for run in change.runs
    ]
    value = ShareUpdateValue(
        snapshot_epoch=saved.snapshot_epoch,
        leader_epoch=leader_epoch,
        start_offset=change.start,
        delivery_complete_count=change.complete,
        state_batches=batches,
    )
    return _key(_UPDATE, key), _INT16.pack(0) + value.encode(0)


def tombstones(key: StateKey) -> list[Entry]:
    """The record that makes all of it forgotten."""
    return [(_key(_SNAPSHOT, key), None)]


def _key(kind: int, key: StateKey) -> bytes:
    cls = ShareSnapshotKey if kind == _SNAPSHOT else ShareUpdateKey
    return _INT16.pack(kind) + cls(group_id=key.group_id, topic_id=key.topic_id, partition=key.partition).encode(0)


def read_state(states: dict[StateKey, Saved], key: bytes, value: bytes | None) -> None:
    """Take in the next record. Raises `KafkaWireError` for one that makes no sense."""
    if len(key) < _INT16.size:
        raise Truncated(f"a key of {len(key)} bytes has no type")
    kind = _INT16.unpack_from(key)[0]
    if kind == _SNAPSHOT:
        found = ShareSnapshotKey.decode(key[2:], 0)
        _take_snapshot(states, StateKey(found.group_id, found.topic_id, found.partition), value)
    elif kind == _UPDATE and value is not None:
        updated = ShareUpdateKey.decode(key[2:], 0)
        _take_update(states, StateKey(updated.group_id, updated.topic_id, updated.partition), value)


def _take_snapshot(states: dict[StateKey, Saved], key: StateKey, value: bytes | None) -> None:
    if value is None:
        states.pop(key, None)
        return
    found = ShareSnapshotValue.decode(value[2:], 0)
    runs = [StateRun(b.first_offset, b.last_offset, b.delivery_state, b.delivery_count) for b in found.state_batches]
    states[key] = Saved(
        found.state_epoch,
        found.snapshot_epoch,
        found.start_offset,
        found.delivery_complete_count,
        found.create_timestamp,
        runs=runs,
    )


def _take_update(states: dict[StateKey, Saved], key: StateKey, value: bytes) -> None:
    saved = states.get(key)
    found = ShareUpdateValue.decode(value[2:], 0)
    if saved is None or found.snapshot_epoch != saved.snapshot_epoch:  # of a snapshot that is no more
        return
    runs = [StateRun(b.first_offset, b.last_offset, b.delivery_state, b.delivery_count) for b in found.state_batches]
    if found.start_offset >= 0:
        saved.start = max(saved.start, found.start_offset)
    saved.complete = found.delivery_complete_count
    saved.updates += 1
    saved.runs = _combined(saved.runs, runs, saved.start)


def _combined(old: list[StateRun], new: list[StateRun], start: int) -> list[StateRun]:
    """The old runs where the new ones say nothing, and those; from `start` on."""
    for run in new:
        kept: list[StateRun] = []
        for other in old:
            if other.last < run.first or other.first > run.last:
                kept.append(other)
                continue
            if other.first < run.first:
                kept.append(other._replace(last=run.first - 1))
            if other.last > run.last:
                kept.append(other._replace(first=run.last + 1))
        old = [*kept, run]
    return sorted(run._replace(first=max(run.first, start)) for run in old if run.last >= start)
