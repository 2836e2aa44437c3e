"""Keeps groups and committed offsets in the partitions of `__consumer_offsets`.

The topic is made when the first group needs it. A group's records all lie in one partition, chosen by Java's hash of
its name, so that a real broker finds them where it would have put them.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from kafkawire.broker.clock import Clock
from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.groups.records import Entry
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.topic_table import OFFSETS_TOPIC, Topic
from kafkawire.broker.topics import Topics
from kafkawire.errors import KafkaError, KafkaWireError

if TYPE_CHECKING:
    from kafkawire.records import LegacyBatch, RecordBatch

__all__ = ["GroupStore", "partition_of"]

_LOG = logging.getLogger("kafkawire.broker")
_PIECE = 1024 * 1024
_COMMIT = b"\x00\x00\x00\x01"  # key of a control record: int16 version 0, int16 type 1


def partition_of(group_id: str, partitions: int) -> int:
    """The partition of `__consumer_offsets` that a group's records are in."""
    units = group_id.encode("utf-16-be", "surrogatepass")
    code = 0
    for high, low in zip(units[::2], units[1::2], strict=True):
        code = (31 * code + (high << 8 | low)) & 0xFFFFFFFF
    signed = code - (1 << 32) if code & 0x80000000 else code
    return abs(signed) % partitions if signed != -(1 << 31) else 0


class GroupStore:
    """Reads and writes the records. `notify` is told about every log that has grown."""

    def __init__(
        self, config: BrokerConfig, topics: Topics, clock: Clock, notify: Callable[[PartitionLog], object]
    ) -> None:
        self._config = config
        self._topics = topics
        self._clock = clock
        self._notify = notify

    def topic(self) -> Topic:
        """The topic; it is made if it does not exist. Raises `OSError` if it cannot be."""
        found = self._topics.get(OFFSETS_TOPIC)
        if found is not None:
            return found
        options = {
            "cleanup.policy": "compact",
            "compression.type": "producer",
            "segment.bytes": str(self._config.offsets_topic_segment_bytes),
        }
        partitions = self._config.offsets_topic_num_partitions
        return self._topics.create(OFFSETS_TOPIC, partitions, options, self._clock.time_ms())

    def write(self, group_id: str, entries: list[Entry]) -> None:
        """Append records of one group. Raises `OSError`, or `KafkaError` if they are too many for one batch."""
        from kafkawire.records import write_batch

        topic = self.topic()
        log = topic.logs.get(partition_of(group_id, topic.partitions))
        if log is None:
            raise OSError(f"the log for group {group_id} could not be made")
        now_ms = self._clock.time_ms()
        records = [(number, now_ms, key, value, ()) for number, (key, value) in enumerate(entries)]
        log.append(write_batch(records, magic=2), now_ms, from_client=False)
        self._notify(log)

    def replay(self) -> Iterator[Entry]:
        """Every record that counts, in order: those of transactions only once they were committed."""
        topic = self._topics.get(OFFSETS_TOPIC)
        for log in topic.logs.values() if topic else ():
            try:
                yield from _entries(log)
            except (KafkaError, KafkaWireError) as exc:
                _LOG.error("%s: %s; groups after this point are not loaded", log.directory, exc)


def _entries(log: PartitionLog) -> Iterator[Entry]:
    open_transactions: defaultdict[int, list[Entry]] = defaultdict(list)
    for batch in _batches(log):
        if batch.is_control:
            pending = open_transactions.pop(batch.producer_id, [])
            if any(record.key == _COMMIT for record in batch):
                yield from pending
        else:
            entries = [(record.key or b"", record.value) for record in batch]
            if batch.is_transactional:
                open_transactions[batch.producer_id] += entries
            else:
                yield from entries


def _batches(log: PartitionLog) -> Iterator[RecordBatch | LegacyBatch]:
    """All batches, read in large pieces: most are small, one for each commit."""
    from kafkawire.records import read_batches

    offset = log.log_start_offset
    while (piece := log.read(offset, _PIECE)) is not None:
        for batch in read_batches(piece.read()):
            yield batch
            offset = batch.last_offset + 1
