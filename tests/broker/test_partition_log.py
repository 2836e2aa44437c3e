from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.config.topic import LogConfig
from kafkawire.broker.log.files import MemoryFiles
from kafkawire.broker.log.partition import PartitionLog
from kafkawire.broker.log.recovery import open_log
from kafkawire.error_code import ErrorCode
from kafkawire.errors import KafkaError
from kafkawire.records import read_batches
from tests.broker.wire import NOW_MS, batch_of


def new_log(files: MemoryFiles | None = None, *, clean: bool = True, **config: Any) -> PartitionLog:
    return open_log(files or MemoryFiles(), "data/t-0", LogConfig(**config), clean=clean)


def read_all(log: PartitionLog, offset: int = 0) -> list[tuple[int, bytes | None]]:
    found = []
    for _, stored in log.segments.batches_from(offset):
        found += [(r.offset, r.value) for batch in read_batches(stored.read()) for r in batch]
    return found


def refusal(log: PartitionLog, records: bytes) -> ErrorCode:
    with pytest.raises(KafkaError) as caught:
        log.append(records, NOW_MS)
    assert log.end_offset == 0
    return ErrorCode.of(caught.value.code)


def test_batches_get_the_next_offsets_and_are_stored_as_they_came_but_for_the_first_16_bytes() -> None:
    log = new_log()
    batch = batch_of(b"a", b"b", compression="zstd")
    assert log.append(batch, NOW_MS).base_offset == 0
    assert log.append(batch, NOW_MS).base_offset == 2
    stored = log.read(2, 1 << 20)
    assert stored is not None
    data = stored.read()
    assert data[16:] == batch[16:]
    assert int.from_bytes(data[:8], "big") == 2
    assert int.from_bytes(data[12:16], "big") == log.leader_epoch
    assert next(iter(read_batches(data))).is_valid
    assert read_all(log) == [(0, b"a"), (1, b"b"), (2, b"a"), (3, b"b")]


def test_every_offset_is_found_across_segments_and_index_entries() -> None:
    log = new_log(segment_bytes=2000, index_interval_bytes=200)
    for number in range(100):
        log.append(batch_of(b"%d" % number, b"x" * (number % 40)), NOW_MS)
    assert len(log.segments) > 3
    for offset in range(200):
        found = log.read(offset, 1)
        assert found is not None
        batch = next(iter(read_batches(found.read())))
        assert batch.base_offset <= offset <= batch.last_offset
    assert [offset for offset, _ in read_all(log)] == list(range(200))


def test_a_first_batch_above_the_limit_comes_whole_or_not_at_all() -> None:
    log = new_log()
    log.append(batch_of(b"x" * 500), NOW_MS)
    whole, none = log.read(0, 10), log.read(0, 10, at_least_one=False)
    assert whole is not None
    assert none is not None
    assert (whole.size, none.size) == (log.size, 0)
    assert none.read() == b""


def test_reads_outside_the_log_are_refused_and_its_end_is_empty() -> None:
    log = new_log()
    log.append(batch_of(b"a", b"b"), NOW_MS)
    assert log.read(2, 100) is None
    log.delete_before(1)
    for offset in (-1, 0, 3):
        with pytest.raises(KafkaError) as caught:
            log.read(offset, 100)
        assert caught.value.code == ErrorCode.OFFSET_OUT_OF_RANGE


def test_what_is_wrong_with_a_batch_is_said_as_kafka_does() -> None:
    good = batch_of(b"value")
    flipped = good[:-1] + bytes([good[-1] ^ 1])
    assert refusal(new_log(), flipped) is ErrorCode.CORRUPT_MESSAGE
    assert refusal(new_log(), good[:30]) is ErrorCode.CORRUPT_MESSAGE
    assert refusal(new_log(), good + good) is ErrorCode.CORRUPT_MESSAGE
    assert refusal(new_log(), batch_of(b"v", base_offset=7, last_offset=7)) is ErrorCode.INVALID_RECORD
    assert refusal(new_log(), batch_of(b"v", is_control=True)) is ErrorCode.INVALID_RECORD
    assert refusal(new_log(), batch_of(b"v", producer_id=5, producer_epoch=0)) is ErrorCode.INVALID_RECORD
    assert refusal(new_log(max_message_bytes=50), good) is ErrorCode.MESSAGE_TOO_LARGE
    assert refusal(new_log(segment_bytes=50), good) is ErrorCode.RECORD_LIST_TOO_LARGE
    assert refusal(new_log(), batch_of(b"v", timestamp=NOW_MS + 7_200_000)) is ErrorCode.INVALID_TIMESTAMP
    assert refusal(new_log(cleanup_policy="compact"), batch_of(b"v", key=None)) is ErrorCode.INVALID_RECORD


def test_log_append_time_is_the_brokers_and_the_checksum_holds() -> None:
    log = new_log(message_timestamp_type="LogAppendTime")
    assert log.append(batch_of(b"a", b"b", timestamp=5, compression="gzip"), NOW_MS).log_append_time == NOW_MS
    stored = log.read(0, 1 << 20)
    assert stored is not None
    batch = next(iter(read_batches(stored.read())))
    assert batch.is_valid
    assert [r.timestamp for r in batch] == [NOW_MS, NOW_MS]


def test_a_batch_sent_twice_is_stored_once() -> None:
    log = new_log()
    producer: dict[str, Any] = {"producer_id": 9, "producer_epoch": 0}
    for number in range(7):
        log.append(batch_of(b"x", b"y", base_sequence=2 * number, **producer), NOW_MS)
    again = log.append(batch_of(b"x", b"y", base_sequence=6, **producer), NOW_MS)
    assert (again.base_offset, again.is_duplicate, log.end_offset) == (6, True, 14)


@pytest.mark.parametrize(
    ("epoch", "sequence", "error"),
    [
        (1, 3, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER),
        (1, 0, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER),
        (0, 2, ErrorCode.INVALID_PRODUCER_EPOCH),
        (2, 1, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER),
        (1, 2, None),
        (2, 0, None),
    ],
)
def test_sequences_continue_within_an_epoch(epoch: int, sequence: int, error: ErrorCode | None) -> None:
    log = new_log()
    log.append(batch_of(b"x", b"y", producer_id=9, producer_epoch=1, base_sequence=0), NOW_MS)
    batch = batch_of(b"z", producer_id=9, producer_epoch=epoch, base_sequence=sequence)
    if error is None:
        assert log.append(batch, NOW_MS).base_offset == 2
        return
    with pytest.raises(KafkaError) as caught:
        log.append(batch, NOW_MS)
    assert caught.value.code == error


def test_sequences_wrap_from_the_largest_number_to_zero() -> None:
    log = new_log()
    log.append(batch_of(b"x", b"y", producer_id=9, producer_epoch=0, base_sequence=2**31 - 2), NOW_MS)
    assert log.append(batch_of(b"z", producer_id=9, producer_epoch=0, base_sequence=0), NOW_MS).base_offset == 2


def test_timestamps_lead_to_batches() -> None:
    log = new_log(segment_bytes=1000, index_interval_bytes=100)
    for number in range(50):
        log.append(batch_of(b"x" * 50, timestamp=NOW_MS + 1000 * number), NOW_MS + 60_000)
    for number in range(50):
        header, _ = next(log.segments.batches_since(NOW_MS + 1000 * number))
        assert header.base_offset == number
    assert next(log.segments.batches_since(NOW_MS + 50_000), None) is None
    assert log.segments.largest_timestamp() == NOW_MS + 49_000


def test_old_segments_go_by_time_and_by_size() -> None:
    by_time = new_log(segment_bytes=200, retention_ms=10_000)
    by_size = new_log(segment_bytes=200, retention_ms=-1, retention_bytes=500)
    for log in (by_time, by_size):
        for number in range(10):
            log.append(batch_of(b"x" * 100, timestamp=NOW_MS + 1000 * number), NOW_MS + 1000 * number)
        log.enforce_retention(NOW_MS + 15_500)
    assert by_time.log_start_offset == 6
    assert 500 <= by_size.size < 500 + 200


def test_a_segment_that_is_written_to_goes_too_when_all_of_it_is_too_old() -> None:
    files = MemoryFiles()
    log = new_log(files, retention_ms=10_000)
    log.append(batch_of(b"a", b"b"), NOW_MS)
    log.enforce_retention(NOW_MS + 10_001)
    assert (log.log_start_offset, log.end_offset, log.size) == (0, 2, 94 - 15)
    log.enforce_retention(NOW_MS + 10_002)
    log.enforce_retention(NOW_MS + 10_003)
    assert (log.log_start_offset, log.end_offset, log.size) == (2, 2, 0)
    assert [name for name in files.list("data/t-0") if name.endswith(".log")] == [f"{2:020d}.log"]
    assert log.append(batch_of(b"c"), NOW_MS + 20_000).base_offset == 2
    assert read_all(log, 2) == [(2, b"c")]


def test_a_segment_is_rolled_by_the_time_of_its_records_not_by_ours() -> None:
    files = MemoryFiles()
    log = new_log(files, segment_ms=1000)
    log.append(batch_of(b"a", timestamp=NOW_MS - 10**9), NOW_MS)
    log.append(batch_of(b"b", timestamp=NOW_MS - 10**9 + 1000), NOW_MS)
    assert len(log.segments) == 1
    log.close()
    log = new_log(files, segment_ms=1000)
    log.append(batch_of(b"c", timestamp=NOW_MS - 10**9 + 1001), NOW_MS)
    assert len(log.segments) == 2


def test_epochs_end_where_the_next_one_begins() -> None:
    files = MemoryFiles()
    log = new_log(files)
    log.append(batch_of(*[b"x"] * 10), NOW_MS)
    log.close()
    files.replace("data/t-0/leader-epoch-checkpoint", b"0\n3\n1 0\n4 3\n6 8\n")
    log = new_log(files)
    assert log.leader_epoch == 6
    assert [log.end_of_epoch(epoch) for epoch in (0, 1, 2, 4, 5, 6, 7)] == [
        (-1, -1),
        (1, 3),
        (1, 3),
        (4, 8),
        (4, 8),
        (6, 10),
        (-1, -1),
    ]
    assert [log.epoch_at(offset) for offset in (0, 2, 3, 7, 8)] == [1, 1, 4, 4, 6]


def test_an_append_that_fails_leaves_the_log_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    log = new_log()
    log.append(batch_of(b"a"), NOW_MS)
    segment = log.segments[-1]
    with monkeypatch.context() as patch:

        def no_space(parts: object) -> None:
            raise OSError(28, "No space left on device")

        patch.setattr(segment._log, "append", no_space)
        with pytest.raises(OSError, match="No space"):
            log.append(batch_of(b"b", producer_id=1, producer_epoch=0, base_sequence=0), NOW_MS)
    assert log.end_offset == 1
    assert log.append(batch_of(b"b", producer_id=1, producer_epoch=0, base_sequence=0), NOW_MS).base_offset == 1
    assert read_all(log) == [(0, b"a"), (1, b"b")]


def test_a_batch_sent_again_while_it_is_flushed_is_not_answered_before_that() -> None:
    log = new_log(flush_messages=1)
    batch = batch_of(b"a", producer_id=1, producer_epoch=0, base_sequence=0)
    log.append(batch, NOW_MS, flush_later=True)
    taken = log.begin_flush()
    assert log.append(batch, NOW_MS, flush_later=True).is_duplicate
    assert log.needs_flush
    log.synced(taken.end_offset, taken.directories)
    log.flush()
    assert log.append(batch, NOW_MS, flush_later=True).is_duplicate
    assert not log.needs_flush


def test_a_segment_ends_when_its_index_is_full() -> None:
    few, many = new_log(index_interval_bytes=0, segment_index_bytes=60), new_log(index_interval_bytes=0)
    for log in (few, many):
        for number in range(20):
            log.append(batch_of(b"v", timestamp=NOW_MS + number), NOW_MS)
    assert len(many.segments) == 1
    # 60 bytes are five entries of the index by time, the last of which is kept for the end.
    assert {segment.base_offset for segment in few.segments} == {0, 5, 10, 15}


def test_segments_begin_earlier_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.randrange", lambda most: most // 2)
    log = new_log(segment_ms=1_000, segment_jitter_ms=400)
    for timestamp in (0, 700, 801, 1500):
        log.append(batch_of(b"v", timestamp=NOW_MS + timestamp), NOW_MS)
    assert [segment.base_offset for segment in log.segments] == [0, 2]
