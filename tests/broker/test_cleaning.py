"""What compaction keeps, beside what Apache Kafka's cleaner kept of the same logs."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.cleaning import Round, Transactions, add_keys, clean
from kafkawire.broker.log.compaction import Dirt, group_segments, inspect, learn, rewrite
from kafkawire.broker.log.files import MemoryFiles
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.producers import LastOfProducer
from kafkawire.broker.log.recovery import open_log
from kafkawire.logfiles.indexes import AbortedTransaction
from kafkawire.logfiles.offset_map import ENTRY_SIZE, OffsetMap
from kafkawire.records import ControlRecordType, EndTxnMarker, read_batches, write_batch, write_end_txn_marker
from tests.broker.wire import NOW_MS

CORPUS = Path(__file__).parent.parent / "data" / "compaction" / "logs.tar.xz"
RETENTION_MS = 600_000
DAY_MS = 24 * 60 * 60 * 1000
CLEANED_UP_TO = {"plain": 618, "producers": 575, "transactions": 338, "append-time": 584}


def kafkas(side: str, name: str) -> PartitionLog:
    """A partition of the corpus, open in memory."""
    files = MemoryFiles()
    files.make_directory(f"{side}/{name}-0")
    with tarfile.open(CORPUS) as tar:
        for member in tar:
            stored = tar.extractfile(member)
            assert stored is not None
            if member.name.startswith(f"{side}/{name}-0/"):
                files.replace(member.name, stored.read())
    return open_log(files, f"{side}/{name}-0", LogConfig(cleanup_policy="compact"), clean=False)


def clean_log(log: PartitionLog, now_ms: int = NOW_MS, start: int = 0, buffer_size: int = 1 << 20) -> int:
    """One whole round; returns up to where it went."""
    dirt = inspect(log, start, now_ms)
    aborted = [transaction for segment in log.segments for transaction in segment.aborted.read()]
    latest = learn(log.segments, dirt, aborted, buffer_size, 0.9, lambda _: None)
    end = latest.latest_offset + 1
    task = Round(latest, end, now_ms, RETENTION_MS, log.producers.last_batches(), Transactions(aborted))
    for group in group_segments(log.segments, end, log.config.segment_bytes):
        rewrite(log._files, log.directory, group, task, 4096, lambda _: None)
        log.replace(group)
    return end


def fields(log: PartitionLog, end: int) -> Iterator[tuple[Any, ...]]:
    for header, stored in log.segments.batches_from(0):
        if header.last_offset < end:
            (batch,) = read_batches(stored.read())
            assert batch.is_valid
            # The horizon is a time of day, and compressed bytes depend on the library: all else must be the same.
            has_horizon = batch.delete_horizon is not None
            same_bytes = None if has_horizon or header.codec else stored.read()
            times = None if has_horizon else header.base_timestamp
            yield header._replace(batch_length=0, crc=0, base_timestamp=0), times, batch.records(), same_bytes


@pytest.mark.parametrize("name", CLEANED_UP_TO)
def test_what_is_left_is_what_kafka_left(name: str) -> None:
    ours, theirs = kafkas("raw", name), kafkas("cleaned", name)
    before = ours.size
    assert clean_log(ours) == CLEANED_UP_TO[name]
    assert list(fields(ours, CLEANED_UP_TO[name])) == list(fields(theirs, CLEANED_UP_TO[name]))
    assert ours.size < before
    assert [s.aborted.read() for s in ours.segments[:1]] == [s.aborted.read() for s in theirs.segments[:1]]


def test_a_second_round_after_the_horizon_drops_tombstones_and_markers() -> None:
    log = kafkas("raw", "transactions")
    end = clean_log(log)
    kept = [record for _, _, records, _ in fields(log, end) for record in records]
    assert any(record.value is None for record in kept)
    clean_log(log, NOW_MS + RETENTION_MS - 1)
    assert [record for _, _, records, _ in fields(log, end) for record in records] == kept
    clean_log(log, NOW_MS + RETENTION_MS + 1)
    left = [record for _, _, records, _ in fields(log, end) for record in records]
    assert left == [record for record in kept if record in left]
    assert len(left) < len(kept)
    assert not any(record.value is None for record in left)


def records_of(*entries: tuple[int, bytes | None, bytes | None], **options: Any) -> bytes:
    return write_batch([(offset, NOW_MS, key, value, ()) for offset, key, value in entries], **options)


def round_over(data: bytes, **options: Any) -> Round:
    latest = OffsetMap(100)
    transactions = options.pop("aborted", ())
    assert add_keys(data, 0, latest, Transactions(transactions))
    end = options.pop("end_offset", 10**6)
    return Round(latest, end, NOW_MS, RETENTION_MS, transactions=Transactions(transactions), **options)


def test_a_batch_that_loses_nothing_stays_byte_for_byte() -> None:
    data = records_of((0, b"a", b"1"), (1, b"b", b"2"), compression="zstd")
    assert clean(data, round_over(data)) == [data]


def test_original_offsets_and_order_are_kept() -> None:
    data = records_of((0, b"a", b"1"), (1, b"b", b"2"), (2, b"a", b"3")) + records_of((3, b"c", b"4"), (4, b"b", b"5"))
    batches = list(read_batches(b"".join(clean(data, round_over(data)))))
    assert [(b.base_offset, b.last_offset, [r.offset for r in b]) for b in batches] == [(0, 2, [2]), (3, 4, [3, 4])]


def test_the_last_batch_of_a_producer_is_emptied_not_removed() -> None:
    first = records_of((0, b"a", b"1"), producer_id=7, producer_epoch=1, base_sequence=5)
    data = first + records_of((1, b"a", b"2"))
    assert clean(data, round_over(data)) == [data[len(first) :]]
    kept, _ = clean(data, round_over(data, producers={7: LastOfProducer(1, 0)}))
    (batch,) = read_batches(kept)
    assert (len(kept), batch.record_count, batch.last_offset, batch.last_sequence) == (61, 0, 0, 5)
    assert batch.is_valid


def test_the_last_batch_of_the_round_shows_where_it_ended() -> None:
    data = records_of((0, b"a", b"1"), (1, b"a", None))
    task = round_over(data, end_offset=2)
    (dated,) = clean(data, task)
    task.now_ms += RETENTION_MS + 1
    (kept,) = clean(dated, task)
    (batch,) = read_batches(kept)
    assert (len(kept), batch.record_count, batch.next_offset) == (61, 0, 2)


def test_records_of_an_aborted_transaction_go_and_do_not_hide_earlier_ones() -> None:
    transaction = {"producer_id": 7, "producer_epoch": 0, "is_transactional": True}
    marker = EndTxnMarker(ControlRecordType.ABORT, 0)
    data = (
        records_of((0, b"a", b"good"))
        + records_of((1, b"a", b"bad"), base_sequence=0, **transaction)
        + write_end_txn_marker(marker, producer_id=7, producer_epoch=0, timestamp=NOW_MS, base_offset=2)
    )
    task = round_over(data, aborted=[AbortedTransaction(7, 1, 2, 3)])
    left = list(read_batches(b"".join(clean(data, task))))
    assert [(batch.base_offset, batch.is_control) for batch in left] == [(0, False), (2, True)]
    assert task.transactions.kept == [AbortedTransaction(7, 1, 2, 3)]


@pytest.mark.parametrize("magic", [0, 1])
@pytest.mark.parametrize("compression", [None, "gzip"])
def test_older_formats_are_cleaned_too(magic: int, compression: str | None) -> None:
    data = records_of((0, b"a", b"1"), (1, b"b", None), (2, b"a", b"2"), magic=magic, compression=compression)
    task = round_over(data)
    assert [r.offset for b in read_batches(b"".join(clean(data, task))) for r in b] == [1, 2]
    task.keeps_old_tombstones = False
    assert [r.offset for b in read_batches(b"".join(clean(data, task))) for r in b] == [2]


def test_the_offset_map_takes_24_bytes_a_key_and_refuses_a_key_too_many() -> None:
    latest = OffsetMap(10)
    assert len(latest._table) == 10 * ENTRY_SIZE == 240
    assert all(latest.put(b"k%d" % n, n) for n in range(9))
    assert latest.put(b"k3", 20)
    assert not latest.put(b"new", 21)
    assert (latest.get(b"k3"), latest.get(b"k4"), latest.get(b"new"), latest.latest_offset) == (20, 4, -1, 20)


def test_a_small_buffer_leads_to_the_same_log_in_several_rounds() -> None:
    whole, parts = kafkas("raw", "plain"), kafkas("raw", "plain")
    end = clean_log(whole)
    cleaned, rounds = 0, 0
    while cleaned < end:
        cleaned, rounds = clean_log(parts, start=cleaned, buffer_size=10 * ENTRY_SIZE), rounds + 1
    assert rounds > 3
    records = [[r for _, _, records, _ in fields(log, end) for r in records] for log in (whole, parts)]
    assert records[0] == records[1]


def test_dirt_ends_before_what_is_young_or_undecided() -> None:
    log = kafkas("raw", "transactions")
    active = log.segments[-1].base_offset
    assert inspect(log, 0, NOW_MS)[:2] == (0, active)
    assert inspect(log, active, NOW_MS) == Dirt(active, active, log.size - log.segments[-1].size, 0, is_overdue=False)
    newest = log.segments[-2].largest_timestamp()
    log.config = LogConfig(cleanup_policy="compact", min_compaction_lag_ms=1000)
    assert inspect(log, 0, newest + 1000).end == active
    assert inspect(log, 0, newest + 999).end <= log.segments[-2].base_offset
    log.config = LogConfig(cleanup_policy="compact", max_compaction_lag_ms=DAY_MS)
    assert not inspect(log, 0, log.segments[0].first_timestamp_found() + DAY_MS).is_overdue
    assert inspect(log, 0, log.segments[0].first_timestamp_found() + DAY_MS + 1).is_overdue
    log.append(
        records_of((0, b"x", b"y"), producer_id=9, producer_epoch=0, base_sequence=0, is_transactional=True), newest
    )
    assert log.last_stable_offset() == log.end_offset - 1
