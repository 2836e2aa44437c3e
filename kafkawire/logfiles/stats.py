"""What is in a partition, counted: codecs, sizes, times, producers, transactions, keys, and what compaction would keep.

Headers are enough for most of it. For keys the records are read twice: once to learn the last offset of each key, in
a map that never grows beyond what it was given, and once more to see which records would stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from kafkawire.compression import CODECS
from kafkawire.errors import KafkaWireError
from kafkawire.logfiles.files import LocalFile
from kafkawire.logfiles.finding import Partition
from kafkawire.logfiles.offset_map import ENTRY_SIZE, OffsetMap
from kafkawire.logfiles.reading import batches
from kafkawire.logfiles.segment import Batch, marker_type
from kafkawire.logfiles.transactions import Hidden, Transactions
from kafkawire.logfiles.walking import Damage
from kafkawire.records import ControlRecordType, Record, RecordBatch

__all__ = ["MAP_BYTES", "Codec", "Keys", "Producer", "Stats", "stats_of"]

MAP_BYTES = 128 * 1024 * 1024
"""Memory for the keys of one partition: 5 million of them."""
_MOST_PRODUCERS = 100_000
_ROOMY = 2  # slots for each key: then nearly every look-up needs one step

Told = Callable[[str, int, int], None]


@dataclass(slots=True)
class Codec:
    """Batches of one codec. Sizes in bytes; `record_bytes`: of the records once they are decompressed."""

    batches: int = 0
    records: int = 0
    size: int = 0
    record_bytes: int = 0


@dataclass(slots=True)
class Producer:
    """What a producer has written: data, the last of it, and its decided transactions."""

    epoch: int
    batches: int = 0
    records: int = 0
    last_offset: int = -1
    last_timestamp: int = -1
    committed: int = 0
    aborted: int = 0


@dataclass(slots=True)
class Keys:
    """Keys of records, and what compaction of all of it would keep. `up_to`: the last offset that the map had room for.

    Of `kept` records, `kept_tombstones` go too once `delete.retention.ms` have passed. Sizes are those of keys and
    values.
    """

    distinct: int = 0
    without: int = 0
    tombstones: int = 0
    size: int = 0
    kept: int = 0
    kept_tombstones: int = 0
    kept_size: int = 0
    up_to: int = -1
    is_complete: bool = True


@dataclass(slots=True)
class Stats:
    """One partition. Offsets and times (ms) are None where there is no batch."""

    segments: int = 0
    size: int = 0
    batches: int = 0
    records: int = 0
    control_batches: int = 0
    first_offset: int | None = None
    last_offset: int | None = None
    first_timestamp: int | None = None
    last_timestamp: int | None = None
    smallest_batch: int = 0
    largest_batch: int = 0
    formats: dict[int, int] = field(default_factory=dict)
    codecs: dict[str, Codec] = field(default_factory=dict)
    producers: dict[int, Producer] = field(default_factory=dict)
    open_transactions: dict[int, int] = field(default_factory=dict)
    """Producer id to first offset of what is not decided."""
    damaged: list[tuple[str, int, str]] = field(default_factory=list)
    """File, position, cause."""
    keys: Keys | None = None


def stats_of(
    partition: Partition, *, keys: bool = True, memory: int = MAP_BYTES, told: Told = lambda _path, _at, _size: None
) -> Stats:
    """Count what is in a partition; `memory` bytes are for its `keys`. Raises `OSError`."""
    found, transactions, ends = Stats(segments=len(partition.segments)), Transactions(), {}
    for path, position, batch in _all(partition, found, told):
        ends[path] = position + batch.size_in_bytes
        _count(found, path, position, batch, transactions, look_inside=keys)
    found.open_transactions = dict(transactions.opened)
    if keys:
        hidden, slots = Hidden(transactions.aborted), min(memory // ENTRY_SIZE, _ROOMY * found.records)
        found.keys = _keys(lambda: _records(partition, hidden, ends, told), slots)
    return found


def _all(partition: Partition, found: Stats | None, told: Told) -> Iterator[tuple[str, int, Batch]]:
    """Each sound batch; with `found`, damage is noted there."""
    for segment in partition.segments:
        with LocalFile(segment.path) as file:
            if found is not None:
                found.size += file.size
            skip = -1
            for number, (position, batch) in enumerate(batches(file)):
                if isinstance(batch, Damage):
                    skip = position
                    if found is not None and len(found.damaged) < 1000:
                        found.damaged.append((segment.path, position, batch.cause))
                elif position != skip:
                    yield segment.path, position, batch
                if number % 1000 == 0:
                    told(segment.path, position, file.size)


def _count(
    found: Stats, path: str, position: int, batch: Batch, transactions: Transactions, *, look_inside: bool
) -> None:
    size, last = batch.size_in_bytes, batch.last_offset
    found.batches += 1
    found.formats[batch.magic] = found.formats.get(batch.magic, 0) + 1
    found.smallest_batch = min(found.smallest_batch or size, size)
    found.largest_batch = max(found.largest_batch, size)
    try:
        records, inside = _size_of(batch, look_inside)
        first = batch.base_offset
    except KafkaWireError as exc:
        found.damaged.append((path, position, str(exc).partition(": ")[2] or str(exc)))
        return
    found.records += records
    found.first_offset = first if found.first_offset is None else found.first_offset
    found.last_offset = last
    _count_time(found, batch)
    codec = found.codecs.setdefault(CODECS[batch.codec] if batch.codec < len(CODECS) else str(batch.codec), Codec())
    codec.batches += 1
    codec.records += records
    codec.size += size
    codec.record_bytes += inside
    if isinstance(batch, RecordBatch):
        _count_producer(found, batch, transactions)


def _size_of(batch: Batch, look_inside: bool) -> tuple[int, int]:
    """How many records are in it, and how many bytes these take; the latter only if one may look."""
    if not isinstance(batch, RecordBatch):
        records = batch.records()
        return len(records), sum(len(record.key or b"") + len(record.value or b"") for record in records)
    if not look_inside:
        return batch.record_count, 0
    _, start, end = batch.body()
    return batch.record_count, end - start


def _count_time(found: Stats, batch: Batch) -> None:
    first = batch.max_timestamp
    if isinstance(batch, RecordBatch) and batch.delete_horizon is None and batch.base_timestamp >= 0:
        first = min(first, batch.base_timestamp)
    if batch.max_timestamp < 0:
        return
    found.first_timestamp = first if found.first_timestamp is None else min(found.first_timestamp, first)
    found.last_timestamp = max(found.last_timestamp or 0, batch.max_timestamp)


def _count_producer(found: Stats, batch: RecordBatch, transactions: Transactions) -> None:
    found.control_batches += batch.is_control
    if batch.producer_id < 0:
        return
    if batch.producer_id not in found.producers and len(found.producers) >= _MOST_PRODUCERS:
        del found.producers[next(iter(found.producers))]
    producer = found.producers.setdefault(batch.producer_id, Producer(batch.producer_epoch))
    producer.epoch = batch.producer_epoch
    producer.last_timestamp = batch.max_timestamp
    marker = marker_type(batch) if batch.is_control else None
    transactions.see(batch, marker)
    if batch.is_control:
        producer.committed += marker is ControlRecordType.COMMIT
        producer.aborted += marker is ControlRecordType.ABORT
    else:
        producer.batches += 1
        producer.records += batch.record_count
        producer.last_offset = batch.last_offset


def _keys(records: Callable[[], Iterator[Record]], slots: int) -> Keys:
    found, latest = Keys(), OffsetMap(max(slots, 1))
    for record in records():
        found.size += _size(record)
        found.without += record.key is None
        found.tombstones += record.value is None and record.key is not None
        if found.is_complete and record.key is not None:
            found.is_complete = latest.put(record.key, record.offset)
        if found.is_complete:
            found.up_to = record.offset
    found.distinct = len(latest)
    for record in records():
        if record.offset <= found.up_to and (record.key is None or latest.get(record.key) != record.offset):
            continue
        found.kept += 1
        found.kept_size += _size(record)
        found.kept_tombstones += record.value is None
    return found


def _size(record: Record) -> int:
    return len(record.key or b"") + len(record.value or b"")


def _records(partition: Partition, hidden: Hidden, ends: Mapping[str, int], told: Told) -> Iterator[Record]:
    """The records that count: not those of aborted transactions, no markers, and none that came since the count began.

    `ends`: where the last batch of each file ended then; a broker may go on writing.
    """
    for path, position, batch in _all(partition, None, told):
        if position >= ends.get(path, 0) or batch in hidden:
            continue
        try:
            records: list[Record] = batch.records()
        except KafkaWireError:  # it was among the damaged ones before
            continue
        yield from records
