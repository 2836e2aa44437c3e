"""What compaction keeps of some batches: bytes in, bytes out, as Apache Kafka's log cleaner decides it.

A record goes when a later one has its key. A record without a value (a tombstone) says that its key is gone; it must
stay until every consumer has had time to see it. The first round that meets it gives its batch a delete horizon, now
plus `delete.retention.ms`, kept in the place of the base timestamp (KIP-534); a round after that time drops it. The
markers that end transactions are treated alike, once no record of their transaction is left; records of aborted
transactions go at once.

Offsets never change. A batch that loses some of its records is written anew with its old base and last offset. One that
loses all of them goes, but for two: the last batch of a producer, whose sequence number must not be forgotten, and the
last batch of the round, which shows where the next one begins. Of those the 61 bytes of the header are kept.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kafkawire.broker.log.producers import LastOfProducer
from kafkawire.logfiles.indexes import AbortedTransaction
from kafkawire.logfiles.offset_map import OffsetMap

if TYPE_CHECKING:
    from kafkawire.records import LegacyBatch, Record, RecordBatch

__all__ = ["Round", "Transactions", "add_keys", "clean"]

_ABORT, _COMMIT = 0, 1


class Transactions:
    """Follows the transactions of a log from batch to batch. `aborted`: those that batches to come may belong to."""

    def __init__(self, aborted: Iterable[AbortedTransaction] = ()) -> None:
        self.kept: list[AbortedTransaction] = []
        """Aborted transactions with batches that are still there, since this was last emptied."""
        self._ahead = [(transaction.first_offset, transaction) for transaction in aborted]
        heapq.heapify(self._ahead)
        self._aborted: dict[int, AbortedTransaction] = {}
        self._seen: set[int] = set()  # producers with batches since their last marker

    def is_aborted(self, batch: RecordBatch) -> bool:
        """Whether a batch of records belongs to an aborted transaction; takes note of it."""
        self._advance(batch.last_offset)
        if not batch.is_transactional:
            return False
        self._seen.add(batch.producer_id)
        return batch.producer_id in self._aborted

    def is_marker_done(self, batch: RecordBatch) -> bool:
        """Whether a control batch ends a transaction of which nothing is left; takes note of the end."""
        from kafkawire.records import read_control_record

        self._advance(batch.last_offset)
        records = batch.records()
        if not records:
            return True  # emptied before, so it may go
        kind = read_control_record(records[0]).type_number
        if kind not in (_ABORT, _COMMIT):
            return False
        has_batches = batch.producer_id in self._seen
        self._seen.discard(batch.producer_id)
        if kind == _ABORT:
            transaction = self._aborted.pop(batch.producer_id, None)
            has_batches = has_batches and transaction is not None
            if transaction is not None and has_batches:
                self.kept.append(transaction)
        return not has_batches

    def _advance(self, offset: int) -> None:
        while self._ahead and self._ahead[0][0] <= offset:
            transaction = heapq.heappop(self._ahead)[1]
            self._aborted.setdefault(transaction.producer_id, transaction)


@dataclass(slots=True)
class Round:
    """One round over a log: what is known of it, and how much of it is to be cleaned (all before `end_offset`)."""

    latest: OffsetMap
    end_offset: int
    now_ms: int
    delete_retention_ms: int
    producers: Mapping[int, LastOfProducer] = field(default_factory=dict)
    transactions: Transactions = field(default_factory=Transactions)
    keeps_old_tombstones: bool = True
    """Whether tombstones of formats 0 and 1, which have no place for a delete horizon, stay in this segment."""


def add_keys(data: bytes, start: int, latest: OffsetMap, transactions: Transactions) -> bool:
    """Enter the keys of some batches, from the offset `start` on, into the map; False if they are too many for it."""
    from kafkawire.records import RecordBatch, read_batches

    for batch in read_batches(data):
        if isinstance(batch, RecordBatch):
            if batch.is_control:
                transactions.is_marker_done(batch)
            elif not transactions.is_aborted(batch) and not _add(batch, start, latest):
                return False
            if batch.last_offset >= start:
                latest.latest_offset = batch.last_offset
        elif not _add(batch, start, latest):
            return False
    return True


def _add(batch: RecordBatch | LegacyBatch, start: int, latest: OffsetMap) -> bool:
    for record in batch:
        if record.offset < start:
            continue
        if record.key is None:
            latest.latest_offset = record.offset
        elif not latest.put(record.key, record.offset):
            return False
    return True


def clean(data: bytes, task: Round) -> list[bytes]:
    """What is left of some whole batches, batch by batch. Raises `KafkaWireError` if they cannot be read."""
    from kafkawire.records import RecordBatch, read_batches

    found = [
        _clean_batch(batch, task) if isinstance(batch, RecordBatch) else _clean_old(batch, task)
        for batch in read_batches(data)
    ]
    return [batch for batch in found if batch]


def _clean_batch(batch: RecordBatch, task: Round) -> bytes:
    if batch.is_control:
        marker_done = task.transactions.is_marker_done(batch)
        horizon = batch.delete_horizon
        discards = marker_done and horizon is not None and horizon <= task.now_ms
    else:
        marker_done, discards = False, task.transactions.is_aborted(batch)
    stays_empty = _is_last_of_producer(batch, task) or batch.next_offset == task.end_offset
    if discards:
        return _empty(batch) if stays_empty else b""
    records = batch.records()
    kept = records if batch.is_control else [record for record in records if _stays(record, batch.delete_horizon, task)]
    if not kept:
        return _empty(batch) if stays_empty else b""
    needs_horizon = batch.delete_horizon is None and (marker_done or any(record.value is None for record in kept))
    if len(kept) == len(records) and not needs_horizon:
        return batch.data
    return _rewrite(batch, kept, task.now_ms + task.delete_retention_ms if needs_horizon else batch.delete_horizon)


def _stays(record: Record, horizon: int | None, task: Round) -> bool:
    if record.offset > task.latest.latest_offset:
        return True
    if record.key is None or record.offset < task.latest.get(record.key):
        return False
    return record.value is not None or horizon is None or task.now_ms < horizon


def _is_last_of_producer(batch: RecordBatch, task: Round) -> bool:
    last = task.producers.get(batch.producer_id) if batch.producer_id >= 0 else None
    if last is None:
        return False
    if last.data_offset is not None:
        return batch.last_offset == last.data_offset
    return batch.is_control and batch.producer_epoch == last.epoch


def _rewrite(batch: RecordBatch, records: list[Record], horizon: int | None) -> bytes:
    from kafkawire.records import TimestampType

    stamped = batch.timestamp_type is TimestampType.LOG_APPEND_TIME
    newest = batch.max_timestamp if stamped else None
    return _with_head_of(batch, records, compression=batch.codec, max_timestamp=newest, delete_horizon=horizon)


def _empty(batch: RecordBatch) -> bytes:
    return _with_head_of(batch, [], max_timestamp=batch.max_timestamp)


def _with_head_of(
    batch: RecordBatch,
    records: list[Record],
    *,
    compression: int | None = None,
    max_timestamp: int | None,
    delete_horizon: int | None = None,
) -> bytes:
    """Records in a batch that says of offsets, producer and kind what `batch` says."""
    from kafkawire.records import write_batch

    return write_batch(
        records,
        compression=compression,
        base_offset=batch.base_offset,
        last_offset=batch.last_offset,
        partition_leader_epoch=batch.partition_leader_epoch,
        producer_id=batch.producer_id,
        producer_epoch=batch.producer_epoch,
        base_sequence=batch.base_sequence,
        is_transactional=batch.is_transactional,
        is_control=batch.is_control,
        timestamp_type=batch.timestamp_type,
        max_timestamp=max_timestamp,
        delete_horizon=delete_horizon,
    )


def _clean_old(batch: LegacyBatch, task: Round) -> bytes:
    from kafkawire.records import write_batch

    records = batch.records()
    horizon = None if task.keeps_old_tombstones else task.now_ms
    kept = [record for record in records if _stays(record, horizon, task)]
    if len(kept) == len(records):
        return batch.data
    if not kept:
        return b""
    return write_batch(kept, magic=batch.magic, compression=batch.codec, timestamp_type=batch.timestamp_type)
