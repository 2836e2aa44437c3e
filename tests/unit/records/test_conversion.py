"""Conversion with the choices of Apache Kafka's RecordsUtil (down) and LogValidator (up)."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.errors import CorruptBatch, UnsupportedCodec, ValueOutOfRange
from kafkawire.records import (
    ControlRecordType,
    EndTxnMarker,
    Record,
    TimestampType,
    convert,
    read_batches,
    write_batch,
    write_end_txn_marker,
)

RECORDS = [
    Record(10, 100, b"a", b"1", [("lost", b"header")]),
    Record(11, 90, None, b"2"),
    Record(14, 110, b"c", None),
]
MARKER = write_end_txn_marker(EndTxnMarker(ControlRecordType.ABORT, 1), producer_id=1, producer_epoch=0, timestamp=5)


def _bare(records: list[Record], **changes: Any) -> list[Record]:
    return [Record(r.offset, changes.get("timestamp", r.timestamp), r.key, r.value) for r in records]


def _read(data: bytes) -> list[Record]:
    return [record for batch in read_batches(data) for record in batch]


@pytest.mark.parametrize("magic", [0, 1])
@pytest.mark.parametrize("codec", ["none", "gzip", "snappy", "lz4"])
def test_down_conversion_drops_headers_and_keeps_offsets_and_codec(magic: int, codec: str) -> None:
    down = convert(write_batch(RECORDS, compression=codec), magic)
    batches = list(read_batches(down))
    assert {batch.magic for batch in batches} == {magic}
    assert {batch.compression for batch in batches} == {codec}
    assert len(batches) == (3 if codec == "none" else 1)
    assert _read(down) == (_bare(RECORDS) if magic else _bare(RECORDS, timestamp=-1))


def test_down_conversion_leaves_control_batches_out() -> None:
    assert convert(MARKER, 1) == b""
    assert _read(convert(MARKER + write_batch(RECORDS) + MARKER, 1)) == _bare(RECORDS)
    assert convert(MARKER, 2) == MARKER


def test_uncompressed_records_before_the_first_offset_are_left_out() -> None:
    assert [r.offset for r in _read(convert(write_batch(RECORDS), 1, first_offset=11))] == [11, 14]
    assert [r.offset for r in _read(convert(write_batch(RECORDS, compression="lz4"), 1, first_offset=11))] == [
        10,
        11,
        14,
    ]
    assert convert(write_batch(RECORDS), 1, first_offset=15) == b""


def test_zstd_cannot_be_converted_down_unless_another_codec_is_named() -> None:
    data = write_batch(RECORDS, compression="zstd")
    with pytest.raises(UnsupportedCodec, match="zstd"):
        convert(data, 1)
    assert {batch.compression for batch in read_batches(convert(data, 1, compression="gzip"))} == {"gzip"}
    assert convert(data, 2) == data


@pytest.mark.parametrize("magic", [0, 1])
def test_older_formats_are_taken_over_for_a_reader_of_a_newer_old_one(magic: int) -> None:
    data = write_batch(RECORDS, magic=magic)
    assert convert(data, 1) == data


@pytest.mark.parametrize("magic", [0, 1])
@pytest.mark.parametrize("codec", ["none", "gzip", "lz4"])
def test_up_conversion_makes_one_batch_of_a_run(magic: int, codec: str) -> None:
    up = convert(write_batch(RECORDS, magic=magic, compression=codec), 2)
    (batch,) = read_batches(up)
    assert (batch.magic, batch.compression, batch.base_offset, batch.last_offset) == (2, codec, 10, 14)
    assert batch.timestamp_type == TimestampType.CREATE_TIME
    assert list(batch) == (_bare(RECORDS) if magic else _bare(RECORDS, timestamp=-1))


def test_log_append_time_survives_both_ways() -> None:
    options: dict[str, Any] = {"timestamp_type": TimestampType.LOG_APPEND_TIME, "max_timestamp": 500}
    new = write_batch(RECORDS, **options)
    old = convert(new, 1)
    assert {batch.timestamp_type for batch in read_batches(old)} == {TimestampType.LOG_APPEND_TIME}
    assert _read(old) == _bare(RECORDS, timestamp=500)
    (again,) = read_batches(convert(old, 2))
    assert (again.timestamp_type, again.max_timestamp) == (TimestampType.LOG_APPEND_TIME, 500)


def test_messages_that_one_batch_cannot_hold_become_several() -> None:
    def old(offset: int, **options: Any) -> bytes:
        return write_batch([Record(offset, 7, b"k", b"v")], magic=1, **options)

    append = {"timestamp_type": TimestampType.LOG_APPEND_TIME}
    for data, counts in (
        (old(0) + old(1), [2]),
        (old(0) + old(1 << 31), [1, 1]),
        (old(1) + old(0), [1, 1]),
        (old(0) + old(1, **append), [1, 1]),
        (old(0, **append, max_timestamp=8) + old(1, **append, max_timestamp=9), [1, 1]),
        (old(0, **append, max_timestamp=8) + old(1, **append, max_timestamp=8), [2]),
        (old(0) + old(1, compression="gzip") + old(2), [1, 1, 1]),
        (old(0) + write_batch([Record(1, 7, b"k", b"v")], magic=0), [1, 1]),
        (old(0) + write_batch([Record(1, 7, b"k", b"v")]) + old(2), [1, 1, 1]),
    ):
        assert [batch.record_count for batch in read_batches(convert(data, 2))] == counts
        assert _read(convert(data, 2)) == _read(data)


def test_a_partial_batch_at_the_end_is_dropped_and_damage_raises() -> None:
    data = write_batch(RECORDS)
    assert convert(data + data[:50], 2) == data
    assert convert(data + data[:50], 1) == convert(data, 1)
    with pytest.raises(CorruptBatch):
        convert(data[:-1] + b"\xff", 1)
    with pytest.raises(CorruptBatch):
        convert(data + bytes(50), 2)


@pytest.mark.parametrize("magic", [-1, 3])
def test_unknown_formats(magic: int) -> None:
    with pytest.raises(ValueOutOfRange):
        convert(b"", magic)
