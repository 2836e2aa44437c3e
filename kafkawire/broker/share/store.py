"""Keeps the states of share partitions in `__share_group_state`: a snapshot now and then, and what has changed since.

Records of one share partition have one key, but each counts, so the topic is not compacted. What lies before the oldest
snapshot that counts is deleted instead.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.loop.clock import Clock
from kafkawire.broker.metadata.controller import Controller
from kafkawire.broker.metadata.internal_topic import InternalTopic, batches_of
from kafkawire.broker.share.records import (
    Saved,
    StateKey,
    coordinator_key,
    read_state,
    snapshot_entry,
    tombstones,
    update_entry,
)
from kafkawire.broker.share.slots import Change, StateRun
from kafkawire.broker.share.state import SharePartition
from kafkawire.errors import KafkaError, KafkaWireError

__all__ = ["STATE_TOPIC", "ShareStore"]

_LOG = logging.getLogger("kafkawire.broker")
STATE_TOPIC = "__share_group_state"


class ShareStore:
    """What is written down, by share partition. `notify` is told of every log that it has appended to."""

    def __init__(
        self,
        config: Callable[[], BrokerConfig],
        controller: Controller,
        clock: Clock,
        notify: Callable[[PartitionLog], object],
    ) -> None:
        self.saved: dict[StateKey, Saved] = {}
        self._config = config
        self._clock = clock
        self._snapshots: dict[StateKey, int] = {}
        """Where the last snapshot of each stands."""
        options = {
            "cleanup.policy": "delete",
            "compression.type": "producer",
            "min.insync.replicas": "1",
            "retention.ms": "-1",
            "segment.bytes": str(config().share_coordinator_state_topic_segment_bytes),
        }
        partitions = config().share_coordinator_state_topic_num_partitions
        self.topic = InternalTopic(STATE_TOPIC, partitions, options, controller, clock, notify)

    def load(self) -> None:
        """Take over what the topic says."""
        for log in self.topic.logs().values():
            try:
                self._replay(log)
            except (KafkaError, KafkaWireError) as exc:
                _LOG.error("%s: %s; share groups after this point are not loaded", log.directory, exc)

    def _replay(self, log: PartitionLog) -> None:
        for batch in batches_of(log):
            for record in batch if not batch.is_control else ():
                try:
                    read_state(self.saved, record.key or b"", record.value)
                except KafkaWireError as exc:
                    _LOG.warning("passing over a record of %s: %s", STATE_TOPIC, exc)

    def prune(self, opened: Mapping[StateKey, SharePartition]) -> None:
        """Delete old segments, after writing down anew what only they tell. `opened`: what is not as it was read."""
        old = {number: log for number, log in self.topic.logs().items() if len(log.segments) > 1}
        kept = {number: log.segments[-1].base_offset for number, log in old.items()}
        for key in list(self.saved) if old else ():
            if self._snapshots.get(key, -1) < kept.get(self.topic.partition_of(coordinator_key(key)), -1):
                self._snapshot_again(key, opened.get(key))
        for number, log in old.items():
            log.delete_before(kept[number])

    def _snapshot_again(self, key: StateKey, partition: SharePartition | None) -> None:
        old = self.saved[key]
        saved = Saved(old.state_epoch, old.snapshot_epoch + 1, old.start, old.complete, old.created_ms)
        saved.runs = runs = list(old.runs)
        if partition is not None and old.start >= 0:
            saved.start, saved.complete, runs = partition.start, partition.complete, partition.runs()
        self._write_snapshot(key, saved, runs)

    # Steps. All raise `OSError`, or `KafkaError` for what is too large.

    def initialize(self, key: StateKey, state_epoch: int, start: int = -1) -> None:
        """Begin, or begin anew, with a state epoch; `start` -1 leaves it to the group's options where."""
        now_ms = self._clock.time_ms()
        before = self.saved.get(key)
        created_ms = now_ms if before is None else before.created_ms
        snapshot_epoch = 0 if before is None else before.snapshot_epoch + 1
        saved = Saved(state_epoch, snapshot_epoch, start, -1 if start < 0 else 0, created_ms)
        self._write_snapshot(key, saved, ())

    def update(self, key: StateKey, change: Change, partition: SharePartition, leader_epoch: int) -> None:
        """Write down a change; every so often all of the state instead."""
        saved = self.saved[key]
        if saved.updates + 1 >= self._config().share_coordinator_snapshot_update_records_per_snapshot:
            whole = Saved(saved.state_epoch, saved.snapshot_epoch + 1, change.start, change.complete, saved.created_ms)
            self._write_snapshot(key, whole, partition.runs(), leader_epoch)
            return
        self.topic.write(coordinator_key(key), [update_entry(key, saved, change, leader_epoch)])
        saved.start, saved.complete = change.start, change.complete
        saved.updates += 1

    def forget(self, key: StateKey) -> None:
        """Let nothing be left of a share partition."""
        if key in self.saved:
            self.topic.write(coordinator_key(key), tombstones(key))
            del self.saved[key]
            self._snapshots.pop(key, None)

    def _write_snapshot(self, key: StateKey, saved: Saved, runs: Iterable[StateRun], leader_epoch: int = 0) -> None:
        entry = snapshot_entry(key, saved, runs, leader_epoch, self._clock.time_ms())
        self._snapshots[key] = self.topic.write(coordinator_key(key), [entry])
        self.saved[key] = saved
