"""What a partition remembers of its producers: so a batch sent twice is stored once, and transactions end (KIP-98).

A producer numbers its records per partition. Each batch must continue where its last one ended; one that repeats any of
the last five (a retry whose response was lost) is answered with the offset it got the first time. A producer that
starts over comes with a higher epoch, and everything of an older epoch is refused. A transaction begins with its first
batch and ends with a marker, which may bring a higher epoch too: what comes late is refused then (KIP-890).

The state is a function of the log, so it can always be made again by replaying the headers of batches. `.snapshot`
files hold it as of an offset, to keep that replay short.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.logfiles.producer_snapshot import decode_snapshot, encode_snapshot
from kafkawire.records.header import BatchHeader

if TYPE_CHECKING:
    from kafkawire.messages.producer_snapshot import ProducerEntry
    from kafkawire.records import EndTxnMarker

__all__ = ["LastOfProducer", "ProducerStates", "Stored"]

_REMEMBERED = 5
_NO_EPOCH = -1


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
    timestamp: int = -1

    def begin_epoch(self, epoch: int) -> None:
        """Numbers start again with every epoch."""
        if epoch != self.epoch:
            self.epoch = epoch
            self.batches.clear()


class ProducerStates:
    """The producers of one partition, by producer id."""

    def __init__(self) -> None:
        self._producers: dict[int, _Producer] = {}
        self._undecided: dict[int, int] = {}  # kept apart: every fetch asks for the smallest

    def __len__(self) -> int:
        return len(self._producers)

    def check(self, header: BatchHeader, *, from_client: bool = True) -> Stored | None:
        """Judge a batch about to be appended: None to append it, or where it is from the first time.

        Batches of a coordinator are not numbered. Raises `KafkaError` INVALID_PRODUCER_EPOCH,
        OUT_OF_ORDER_SEQUENCE_NUMBER or INVALID_TXN_STATE.
        """
        producer = self._producers.get(header.producer_id)
        if producer is None:
            return None  # its earlier batches may have been deleted, so any sequence is as good as another
        if header.producer_epoch < producer.epoch:
            raise _stale(header.producer_id, producer.epoch, header.producer_epoch)
        if from_client and header.producer_epoch > producer.epoch:
            self._must_follow(header, last_sequence=-1)
        elif from_client:
            for batch in producer.batches:
                if (batch.first_sequence, batch.last_sequence) == (header.base_sequence, header.last_sequence):
                    return batch
            self._must_follow(header, producer.batches[-1].last_sequence if producer.batches else -1)
        if producer.current_txn_first_offset >= 0 and not header.is_transactional:
            raise KafkaError(ErrorCode.INVALID_TXN_STATE, f"producer {header.producer_id} is in a transaction")
        return None

    def check_marker(self, producer_id: int, epoch: int, coordinator_epoch: int, *, is_new_epoch: bool = False) -> None:
        """Judge a marker; with `is_new_epoch` it must bring a higher one, unless it is there already (KIP-890).

        Raises `KafkaError` INVALID_PRODUCER_EPOCH or TRANSACTION_COORDINATOR_FENCED.
        """
        producer = self._producers.get(producer_id, _Producer())
        is_open = producer.current_txn_first_offset >= 0
        if epoch < producer.epoch or (is_new_epoch and is_open and epoch == producer.epoch):
            raise _stale(producer_id, producer.epoch, epoch)
        if coordinator_epoch < producer.coordinator_epoch:
            raise KafkaError(
                ErrorCode.TRANSACTION_COORDINATOR_FENCED,
                f"coordinator epoch {coordinator_epoch}, there was {producer.coordinator_epoch} before",
            )

    def is_open(self, producer_id: int, epoch: int) -> bool:
        """Whether the producer of that epoch has an undecided transaction here."""
        producer = self._producers.get(producer_id)
        return producer is not None and producer.current_txn_first_offset >= 0 and producer.epoch == epoch

    def knows_batches(self, producer_id: int) -> bool:
        """Whether anything is remembered that the producer has written."""
        producer = self._producers.get(producer_id)
        return producer is not None and bool(producer.batches)

    def update(self, header: BatchHeader, marker: EndTxnMarker | None = None) -> int | None:
        """Take note of a batch that is in the log; `header` is that of the batch as stored, `marker` what it says.

        Returns the offset at which the transaction began that the batch ends, if it does.
        """
        if header.producer_id < 0 or (header.is_control and marker is None):
            return None
        producer = self._producers.setdefault(header.producer_id, _Producer())
        producer.begin_epoch(header.producer_epoch)
        producer.timestamp = header.max_timestamp
        if marker is not None:
            producer.coordinator_epoch = marker.coordinator_epoch
            producer.current_txn_first_offset = -1
            return self._undecided.pop(header.producer_id, None)
        if header.is_transactional and producer.current_txn_first_offset < 0:
            producer.current_txn_first_offset = header.base_offset
            self._undecided[header.producer_id] = header.base_offset
        producer.batches.append(
            Stored(
                header.base_sequence, header.last_sequence, header.base_offset, header.last_offset, header.max_timestamp
            )
        )
        return None

    def expire(self, before_ms: int) -> None:
        """Forget the producers whose last batch is older than `before_ms` (`producer.id.expiration.ms`)."""
        for producer_id, producer in list(self._producers.items()):
            if producer.timestamp < before_ms and producer.current_txn_first_offset < 0:
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

    def entries(self) -> list[ProducerEntry]:
        """What there is to say about each producer: of its batches the last one, as Kafka does."""
        return [_entry(producer_id, producer) for producer_id, producer in sorted(self._producers.items())]

    def encode(self) -> bytes:
        """The content of a `.snapshot` file."""
        return encode_snapshot(self.entries())

    def load(self, data: bytes) -> None:
        """Take over the content of a `.snapshot` file; raises `DecodeError` if it is damaged."""
        for entry in decode_snapshot(data):
            producer = _Producer(entry.epoch, timestamp=entry.timestamp)
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


def _stale(producer_id: int, known: int, came: int) -> KafkaError:
    fault = f"producer {producer_id} has epoch {known}, not {came}"
    return KafkaError(ErrorCode.INVALID_PRODUCER_EPOCH, fault)


def _entry(producer_id: int, producer: _Producer) -> ProducerEntry:
    from kafkawire.messages.producer_snapshot import ProducerEntry

    entry = ProducerEntry(
        producer_id=producer_id,
        epoch=producer.epoch,
        last_sequence=-1,
        last_offset=-1,
        offset_delta=0,
        timestamp=producer.timestamp,
        coordinator_epoch=producer.coordinator_epoch,
        current_txn_first_offset=producer.current_txn_first_offset,
    )
    if producer.batches:
        last = producer.batches[-1]
        entry.last_sequence, entry.last_offset = last.last_sequence, last.last_offset
        entry.offset_delta = last.last_offset - last.base_offset
    return entry
