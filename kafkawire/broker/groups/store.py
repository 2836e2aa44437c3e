"""Keeps groups and committed offsets in the partitions of `__consumer_offsets`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.groups.records import Entry
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.loop.clock import Clock
from kafkawire.broker.metadata.controller import Controller
from kafkawire.broker.metadata.internal_topic import InternalTopic, batches_of, partition_of
from kafkawire.broker.metadata.topics import OFFSETS_TOPIC
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError, KafkaWireError
from kafkawire.rate_limited_log import RateLimitedLogger

__all__ = ["GroupStore", "Open", "Replayed", "partition_of"]

_LOG = RateLimitedLogger("kafkawire.broker")
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
            transaction = partition, batch.producer_id
            if batch.is_control:
                pending = self.open.pop(transaction, {})
                if any(record.key == _COMMIT for record in batch):
                    newer = {key: at for key, at in pending.items() if at[0] > written.get(key, -1)}
                    self.latest.update((key, value) for key, (_, value) in newer.items())
                    written.update((key, offset) for key, (offset, _) in newer.items())
            elif batch.is_transactional:
                self.open.setdefault(transaction, {}).update(
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
    """Reads and writes the records. `notify` is told of every log that it has appended to."""

    def __init__(
        self, config: BrokerConfig, controller: Controller, clock: Clock, notify: Callable[[PartitionLog], object]
    ) -> None:
        options = {
            "cleanup.policy": "compact",
            "compression.type": "producer",
            "segment.bytes": str(config.offsets_topic_segment_bytes),
        }
        partitions = config.offsets_topic_num_partitions
        self.topic = InternalTopic(OFFSETS_TOPIC, partitions, options, controller, clock, notify)

    def write(self, group_id: str, entries: list[Entry], producer: tuple[int, int] = (-1, -1)) -> int:
        """Append records of one group, within the transaction of a `producer` (id and epoch) if there is one.

        Returns the offset of the first. Raises `OSError`, or `KafkaError` if they are too many for one batch.
        """
        return self.topic.write(group_id, entries, producer)

    def save(
        self, group_id: str, entries: list[Entry], *, too_large: ErrorCode = ErrorCode.UNKNOWN_SERVER_ERROR
    ) -> ErrorCode:
        """Append records of one group, all of them or (with an error, which is logged) none."""
        try:
            self.topic.write(group_id, entries)
        except OSError as exc:
            _LOG.error("group %s cannot be kept: %s", group_id, exc)
            return ErrorCode.COORDINATOR_NOT_AVAILABLE
        except KafkaError as exc:
            _LOG.error("group %s cannot be kept: %s", group_id, exc)
            return too_large if exc.code == ErrorCode.MESSAGE_TOO_LARGE else ErrorCode.UNKNOWN_SERVER_ERROR
        return ErrorCode.NONE

    def replay(self) -> Replayed:
        """Every record that counts, and those that may come to count."""
        replayed = Replayed()
        for partition, log in self.topic.logs().items():
            try:
                replayed.take(log, partition)
            except (KafkaError, KafkaWireError) as exc:
                _LOG.error("%s: %s; groups after this point are not loaded", log.directory, exc)
        return replayed
