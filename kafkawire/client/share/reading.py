"""From the response to a share fetch to records: of all that came, those that the broker has locked for this consumer.

A batch travels whole, also if only a part of it is locked. A locked offset without a record (a transaction marker, or
what compaction has removed) is acknowledged as a gap. A batch that cannot be read is rejected, as nobody else could
read it either; one whose compression is not to be had here is released. So is a record that cannot be deserialized, as
in Kafka's own consumer: another member may know how to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kafkawire.client.errors import DeserializationFailed
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.serializing import Deserializers
from kafkawire.client.share.acknowledgements import AcknowledgeType, OffsetRange
from kafkawire.client.share.records import ShareRecord
from kafkawire.errors import DecodeError, KafkaWireError, UnsupportedCodec
from kafkawire.message import Buffer
from kafkawire.records import LegacyBatch, Record, RecordBatch, read_batches

if TYPE_CHECKING:
    from kafkawire.messages.share_fetch_response import AcquiredRecords

__all__ = ["Acquired", "read_acquired"]

Batch = RecordBatch | LegacyBatch


@dataclass(slots=True)
class Acquired:
    """What a response holds for the application; `others` are the locked offsets that it does not get to see."""

    records: list[ShareRecord] = field(default_factory=list)
    others: list[OffsetRange] = field(default_factory=list)
    errors: list[KafkaWireError] = field(default_factory=list)


def read_acquired(
    tp: TopicPartition,
    data: Buffer,
    acquired: Iterable[AcquiredRecords],
    *,
    check_crc: bool = True,
    deserializers: Deserializers | None = None,
) -> Acquired:
    """The locked records of one partition. `data` as the broker sent it, `acquired` its ranges of locked offsets."""
    locks = _Locks(acquired)
    out = Acquired()
    batches = read_batches(data, check_crc=check_crc)
    try:
        for batch in batches:
            _read_batch(tp, batch, locks, out, deserializers)
    except DecodeError as exc:
        out.errors.append(type(exc)(f"{tp}: {exc}"))
    # What is cut off, or begins nobody knows where, may come whole next time.
    unread = bool(out.errors) or batches.partial_bytes > 0
    out.others += locks.rest(AcknowledgeType.RELEASE if unread else AcknowledgeType.GAP)
    return out


def _read_batch(
    tp: TopicPartition, batch: Batch, locks: _Locks, out: Acquired, deserializers: Deserializers | None
) -> None:
    if isinstance(batch, RecordBatch) and batch.is_control:
        return
    try:
        records = batch.records()
    except (DecodeError, UnsupportedCodec) as exc:
        out.errors.append(type(exc)(f"{tp}: {exc}"))
        kind = AcknowledgeType.RELEASE if isinstance(exc, UnsupportedCodec) else AcknowledgeType.REJECT
        if isinstance(batch, RecordBatch):
            out.others += locks.until(batch.base_offset, AcknowledgeType.GAP)
        out.others += locks.until(batch.last_offset + 1, kind)
        return
    for record in records:
        out.others += locks.until(record.offset, AcknowledgeType.GAP)
        count = locks.take(record.offset)
        if count is not None and _is_deserialized(tp, record, out, deserializers):
            out.records.append(_record(tp, record, count))


def _is_deserialized(tp: TopicPartition, record: Record, out: Acquired, deserializers: Deserializers | None) -> bool:
    """Whether the record can be handed out; else it is released."""
    try:
        if deserializers is not None:
            deserializers.deserialize(tp, record)
    except DeserializationFailed as exc:
        out.errors.append(exc)
        out.others.append((record.offset, record.offset, AcknowledgeType.RELEASE))
        return False
    return True


def _record(tp: TopicPartition, record: Record, count: int) -> ShareRecord:
    return ShareRecord(*tp, record.offset, record.timestamp, record.key, record.value, record.headers, count)


class _Locks:
    """Ranges of locked offsets, used up in order."""

    def __init__(self, acquired: Iterable[AcquiredRecords]) -> None:
        self._ranges = _ordered([(each.first_offset, each.last_offset, each.delivery_count) for each in acquired])
        self._index = 0
        self._next = self._ranges[0][0] if self._ranges else 0

    def take(self, offset: int) -> int | None:
        """The delivery count at an offset, if it is locked; what lies before it has to be used up."""
        if self._index == len(self._ranges) or offset != self._next:
            return None
        _, last, count = self._ranges[self._index]
        self._go_to(offset + 1, last)
        return count

    def until(self, end: int, kind: AcknowledgeType) -> Iterator[OffsetRange]:
        """Use up the locked offsets below `end`, as ranges of one type."""
        while self._index < len(self._ranges) and self._next < end:
            last = self._ranges[self._index][1]
            upto = min(last, end - 1)
            yield self._next, upto, kind
            self._go_to(upto + 1, last)

    def rest(self, kind: AcknowledgeType) -> Iterator[OffsetRange]:
        """Use up all of them."""
        return self.until(self._ranges[-1][1] + 1 if self._ranges else 0, kind)

    def _go_to(self, offset: int, last: int) -> None:
        self._next = offset
        if offset > last:
            self._index += 1
            if self._index < len(self._ranges):
                self._next = self._ranges[self._index][0]


def _ordered(ranges: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """The ranges as they are to be: in order, none empty, none twice. Raises `DecodeError`."""
    end = -1
    for first, last, _ in ranges:
        if not end < first <= last:
            raise DecodeError(f"ranges of acquired records overlap or are empty: {first} to {last} behind {end}")
        end = last
    return list(ranges)
