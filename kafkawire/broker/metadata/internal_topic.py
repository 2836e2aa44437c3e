"""The topics in which coordinators keep their state: made when first needed, written by key, and read at the start.

All records of one key (a group, a transactional id) lie in one partition, chosen by Java's hash of it, so that a real
broker finds them where it would have put them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.loop.clock import Clock
from kafkawire.broker.metadata.controller import Controller
from kafkawire.broker.metadata.topics import Topic

if TYPE_CHECKING:
    from kafkawire.records import LegacyBatch, RecordBatch

__all__ = ["Entry", "InternalTopic", "batches_of", "partition_of"]

_PIECE = 1024 * 1024
_NOBODY = (-1, -1)
Entry = tuple[bytes, bytes | None]
"""Key and value of a record."""


def partition_of(key: str, partitions: int) -> int:
    """The partition that the records of a key are in."""
    units = key.encode("utf-16-be", "surrogatepass")
    code = 0
    for high, low in zip(units[::2], units[1::2], strict=True):
        code = (31 * code + (high << 8 | low)) & 0xFFFFFFFF
    signed = code - (1 << 32) if code & 0x80000000 else code
    return abs(signed) % partitions if signed != -(1 << 31) else 0


class InternalTopic:
    """A topic of the broker's own, which gets `options` and `partitions`. `notify` is told what it has appended to."""

    def __init__(
        self,
        name: str,
        partitions: int,
        options: Mapping[str, str],
        controller: Controller,
        clock: Clock,
        notify: Callable[[PartitionLog], object],
    ) -> None:
        self._name, self._partitions, self._options = name, partitions, options
        self._controller = controller
        self._topics = controller.image.topics
        self._clock = clock
        self._notify = notify

    def ready(self) -> Topic:
        """The topic; it is made if it does not exist. Raises `OSError` if it cannot be."""
        found = self._topics.get(self._name)
        return found or self._controller.create(self._name, self._partitions, self._options, self._clock.time_ms())

    def partition_of(self, key: str) -> int:
        """Where the records of a key are. Raises `OSError`."""
        return partition_of(key, self.ready().partitions)

    def log_of(self, key: str) -> PartitionLog:
        """The log with the records of a key. Raises `OSError`."""
        topic = self.ready()
        log = topic.logs.get(partition_of(key, topic.partitions))
        if log is None:
            raise OSError(f"the log for {key} could not be made")
        return log

    def logs(self) -> Mapping[int, PartitionLog]:
        """All logs by partition; none if there is no topic yet."""
        topic = self._topics.get(self._name)
        return topic.logs if topic else {}

    def write(self, key: str, entries: Sequence[Entry], producer: tuple[int, int] = _NOBODY) -> int:
        """Append records of one key, within the transaction of a `producer` (id and epoch) if there is one.

        Returns the offset of the first. Raises `OSError`, or `KafkaError` if they are too many for one batch or the
        producer's epoch is an old one.
        """
        from kafkawire.records import write_batch

        log, now_ms = self.log_of(key), self._clock.time_ms()
        records = [(number, now_ms, name, value, ()) for number, (name, value) in enumerate(entries)]
        in_transaction = producer != _NOBODY
        batch = write_batch(
            records, producer_id=producer[0], producer_epoch=producer[1], is_transactional=in_transaction
        )
        appended = log.append(batch, now_ms, from_client=False)
        self._notify(log)
        return appended.base_offset


def batches_of(log: PartitionLog) -> Iterator[RecordBatch | LegacyBatch]:
    """All batches of a log, read in large pieces: most are small. Raises `KafkaError` or `KafkaWireError` at damage."""
    from kafkawire.records import read_batches

    offset = log.log_start_offset
    while (piece := log.read(offset, _PIECE)) is not None:
        for batch in read_batches(piece.read()):
            yield batch
            offset = batch.last_offset + 1
