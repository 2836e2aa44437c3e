"""What a partition remembers of its idempotent producers, so that a batch sent twice is stored once (KIP-98).

A producer numbers its records per partition. Each batch must continue where its last one ended; one that repeats any of
the last five (a retry whose answer was lost) is answered with the offset it got the first time. A producer that starts
over comes with a higher epoch, and everything of an older epoch is refused.

The state is a function of the log, so it can always be made again by replaying batch heads. `.snapshot` files hold it
as of an offset, to keep that replay short.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from struct import Struct
from typing import NamedTuple

from crc32c import crc32c

from kafkawire.broker.log.headers import BatchHeader
from kafkawire.error_code import ErrorCode
from kafkawire.errors import CorruptBatch, KafkaError

__all__ = ["LastOfProducer", "ProducerStates", "Stored"]

_REMEMBERED = 5
_NO_EPOCH = -1
_CRC_FROM = 6  # behind int16 version and uint32 crc
_VERSION_AND_CRC = Struct(">hI")
_SNAPSHOT_VERSION = 1


class LastOfProducer(NamedTuple):
    """Where a producer that is still known stands. `data_offset`: of its last record; None: only a marker is there."""

    epoch: int
    data_offset: int | None


class Stored(NamedTuple):
    """A batch that is in the log. `timestamp`: its largest, in ms."""

    first_sequence: int
    last_sequence: int
    base_offset: int
    last_offset: int
    timestamp: int


@dataclass(slots=True)
class _Producer:
    epoch: int = _NO_EPOCH
    batches: deque[Stored] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    coordinator_epoch: int = -1
    current_txn_first_offset: int = -1


class ProducerStates:
    """The producers of one partition, by producer id."""

    def __init__(self) -> None:
        self._producers: dict[int, _Producer] = {}
        self._undecided: dict[int, int] = {}  # kept apart: every fetch asks for the smallest

    def __len__(self) -> int:
        return len(self._producers)

    def check(self, header: BatchHeader) -> Stored | None:
        """Judge a batch about to be appended: None to append it, or where it is from the first time.

        Raises `KafkaError` INVALID_PRODUCER_EPOCH or OUT_OF_ORDER_SEQUENCE_NUMBER.
        """
        producer = self._producers.get(header.producer_id)
        if producer is None:
            return None  # its earlier batches may have been deleted, so any sequence is as good as another
        if header.producer_epoch < producer.epoch:
            raise KafkaError(
                ErrorCode.INVALID_PRODUCER_EPOCH,
                f"producer {header.producer_id} has epoch {producer.epoch}, the batch {header.producer_epoch}",
            )
        if header.producer_epoch > producer.epoch:
            self._must_follow(header, last_sequence=-1)
            return None
        for batch in producer.batches:
            if (batch.first_sequence, batch.last_sequence) == (header.base_sequence, header.last_sequence):
                return batch
        if producer.batches:
            self._must_follow(header, producer.batches[-1].last_sequence)
        return None

    def update(self, header: BatchHeader) -> int | None:
        """Take note of a batch that is in the log; `header` is that of the batch as stored.

        Returns the offset at which the transaction began that the batch ends, if it does.
        """
        if header.producer_id < 0:
            return None
        if header.is_control:
            if header.producer_id in self._producers:
                self._producers[header.producer_id].current_txn_first_offset = -1
            return self._undecided.pop(header.producer_id, None)
        producer = self._producers.setdefault(header.producer_id, _Producer())
        if header.is_transactional and producer.current_txn_first_offset < 0:
            producer.current_txn_first_offset = header.base_offset
            self._undecided[header.producer_id] = header.base_offset
        if header.producer_epoch != producer.epoch:
            producer.epoch = header.producer_epoch
            producer.batches.clear()
        producer.batches.append(
            Stored(
                header.base_sequence, header.last_sequence, header.base_offset, header.last_offset, header.max_timestamp
            )
        )
        return None

    def expire(self, before_ms: int) -> None:
        """Forget the producers whose last batch is older than `before_ms` (`producer.id.expiration.ms`)."""
        for producer_id, producer in list(self._producers.items()):
            is_old = not producer.batches or producer.batches[-1].timestamp < before_ms
            if is_old and producer.current_txn_first_offset < 0:
                del self._producers[producer_id]

    def first_undecided_offset(self) -> int | None:
        """Where the oldest transaction begins that is neither committed nor aborted."""
        return min(self._undecided.values(), default=None)

    def last_batches(self) -> dict[int, LastOfProducer]:
        """Where each producer stands: compaction keeps its last batch."""
        return {
            producer_id: LastOfProducer(producer.epoch, producer.batches[-1].last_offset if producer.batches else None)
            for producer_id, producer in self._producers.items()
        }

    def encode(self) -> bytes:
        """The content of a `.snapshot` file. It keeps the last batch of each producer, as Kafka does."""
        from kafkawire.messages import ProducerSnapshot
        from kafkawire.messages.producer_snapshot import ProducerEntry

        entries = [
            ProducerEntry(
                producer_id=producer_id,
                epoch=producer.epoch,
                last_sequence=last.last_sequence,
                last_offset=last.last_offset,
                offset_delta=last.last_offset - last.base_offset,
                timestamp=last.timestamp,
                coordinator_epoch=producer.coordinator_epoch,
                current_txn_first_offset=producer.current_txn_first_offset,
            )
            for producer_id, producer in sorted(self._producers.items())
            for last in list(producer.batches)[-1:]
        ]
        body = ProducerSnapshot(producer_entries=entries).encode(_SNAPSHOT_VERSION)[_CRC_FROM - 2 :]
        return _VERSION_AND_CRC.pack(_SNAPSHOT_VERSION, crc32c(body)) + body

    def load(self, data: bytes) -> None:
        """Take over the content of a `.snapshot` file; raises `DecodeError` if it is damaged."""
        from kafkawire.messages import ProducerSnapshot

        if len(data) < _CRC_FROM:
            raise CorruptBatch(f"a producer snapshot of {len(data)} bytes")
        version, crc = _VERSION_AND_CRC.unpack_from(data)
        if version != _SNAPSHOT_VERSION or crc != crc32c(data[_CRC_FROM:]):
            raise CorruptBatch(f"a producer snapshot of version {version} with checksum {crc:#010x}")
        for entry in ProducerSnapshot.decode(data[2:], _SNAPSHOT_VERSION).producer_entries:
            producer = _Producer(entry.epoch)
            producer.coordinator_epoch = entry.coordinator_epoch
            producer.current_txn_first_offset = entry.current_txn_first_offset
            if entry.current_txn_first_offset >= 0:
                self._undecided[entry.producer_id] = entry.current_txn_first_offset
            if entry.last_offset >= 0:
                first = (entry.last_sequence - entry.offset_delta) & 0x7FFFFFFF
                base = entry.last_offset - entry.offset_delta
                producer.batches.append(Stored(first, entry.last_sequence, base, entry.last_offset, entry.timestamp))
            self._producers[entry.producer_id] = producer

    def _must_follow(self, header: BatchHeader, last_sequence: int) -> None:
        if header.base_sequence != (last_sequence + 1) & 0x7FFFFFFF:
            raise KafkaError(
                ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER,
                f"producer {header.producer_id} sent sequence {header.base_sequence} after {last_sequence}",
            )
