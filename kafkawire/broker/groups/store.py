"""Keeps groups and committed offsets in the partitions of `__consumer_offsets`."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.groups.records import Entry
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.loop.clock import Clock
from kafkawire.broker.metadata.internal_topic import InternalTopic, batches_of, partition_of
from kafkawire.broker.metadata.topic_table import OFFSETS_TOPIC, Topic
from kafkawire.broker.metadata.topics import Topics
from kafkawire.errors import KafkaError, KafkaWireError

__all__ = ["GroupStore", "Open", "Replayed", "partition_of"]

_LOG = logging.getLogger("kafkawire.broker")
_COMMIT = b"\x00\x00\x00\x01"  # key of a control record: int16 version 0, int16 type 1
Open = tuple[int, int]
"""A transaction that is open in a partition of the topic: the partition and the producer's id."""


@dataclass(slots=True)
class Replayed:
    """What the topic says: the last value of each key, and those that are still part of a transaction.

    Offsets of records come with the latter. What a transaction has written counts from its commit on, but not over what
    was written after it and before the commit.
    """

    latest: dict[bytes, bytes | None] = field(default_factory=dict)
    open: dict[Open, dict[bytes, tuple[int, bytes | None]]] = field(default_factory=dict)

    def take(self, log: PartitionLog, partition: int) -> None:
        """Take over the records of one partition. Raises `KafkaError` or `KafkaWireError` at damage."""
        written: dict[bytes, int] = {}  # where the last value of a key stands that has been in a transaction
        for batch in batches_of(log):
            place = partition, batch.producer_id
            if batch.is_control:
                pending = self.open.pop(place, {})
                if any(record.key == _COMMIT for record in batch):
                    newer = {key: at for key, at in pending.items() if at[0] > written.get(key, -1)}
                    self.latest.update((key, value) for key, (_, value) in newer.items())
                    written.update((key, offset) for key, (offset, _) in newer.items())
            elif batch.is_transactional:
                self.open.setdefault(place, {}).update(
                    (record.key or b"", (record.offset, record.value)) for record in batch
                )
            else:
                self._take_plain({record.key or b"": record.value for record in batch}, batch.last_offset, written)

    def _take_plain(self, entries: dict[bytes, bytes | None], offset: int, written: dict[bytes, int]) -> None:
        self.latest.update(entries)
        if not self.open:
            return
        written.update(dict.fromkeys(entries, offset))
        for pending in self.open.values():
            for key in [key for key in entries if key in pending and entries[key] is None]:
                del pending[key]


class GroupStore:
    """Reads and writes the records. `notify` is told about every log that has grown."""

    def __init__(
        self, config: BrokerConfig, topics: Topics, clock: Clock, notify: Callable[[PartitionLog], object]
    ) -> None:
        options = {
            "cleanup.policy": "compact",
            "compression.type": "producer",
            "segment.bytes": str(config.offsets_topic_segment_bytes),
        }
        self._topic = InternalTopic(OFFSETS_TOPIC, config.offsets_topic_num_partitions, options, topics, clock, notify)

    def topic(self) -> Topic:
        """The topic; it is made if it does not exist. Raises `OSError` if it cannot be."""
        return self._topic.ready()

    def log_of(self, group_id: str) -> PartitionLog:
        """The log with the records of a group. Raises `OSError`."""
        return self._topic.log_of(group_id)

    def partition_of(self, group_id: str) -> int:
        """The partition with the records of a group. Raises `OSError`."""
        return self._topic.partition_of(group_id)

    def write(self, group_id: str, entries: list[Entry], producer: tuple[int, int] = (-1, -1)) -> int:
        """Append records of one group, within the transaction of a `producer` (id and epoch) if there is one.

        Returns the offset of the first. Raises `OSError`, or `KafkaError` if they are too many for one batch.
        """
        return self._topic.write(group_id, entries, producer)

    def replay(self) -> Replayed:
        """Every record that counts, and those that may come to count."""
        replayed = Replayed()
        for partition, log in self._topic.logs().items():
            try:
                replayed.take(log, partition)
            except (KafkaError, KafkaWireError) as exc:
                _LOG.error("%s: %s; groups after this point are not loaded", log.directory, exc)
        return replayed
