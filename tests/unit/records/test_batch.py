from __future__ import annotations

import pytest

from kafkawire.errors import (
    CorruptBatch,
    InvalidLength,
    InvalidText,
    InvalidVarint,
    KafkaWireError,
    LimitExceeded,
    Truncated,
    UnsupportedCodec,
)
from kafkawire.limits import Limits
from kafkawire.records import Record, RecordBatch, TimestampType, patch_batch, read_batches, write_batch
from kafkawire.records.header import read_size_and_magic
from tests.fuzz.test_records_fuzz import batch_of

RECORDS = [Record(5, 100, b"k", b"v", [("h", b"x")]), Record(6, 101, None, None), Record(9, 99, b"", b"")]


def body(*fields: bytes | int) -> bytes:
    """A record around its fields, with its size before them; the attributes come by themselves."""
    rest = b"\0" + b"".join(bytes((field,)) if isinstance(field, int) else field for field in fields)
    assert len(rest) < 64
    return bytes((2 * len(rest),)) + rest


def test_header_fields() -> None:
    data = write_batch(
        RECORDS,
        base_offset=4,
        last_offset=12,
        partition_leader_epoch=3,
        producer_id=1 << 40,
        producer_epoch=7,
        base_sequence=0x7FFFFFFE,
        is_transactional=True,
        compression="gzip",
    )
    batch = RecordBatch(data)
    assert batch.magic == 2
    assert (batch.base_offset, batch.last_offset, batch.next_offset, batch.last_offset_delta) == (4, 12, 13, 8)
    assert (batch.producer_id, batch.producer_epoch, batch.base_sequence) == (1 << 40, 7, 0x7FFFFFFE)
    assert batch.last_sequence == 6
    assert [batch.sequence(offset) for offset in (4, 5, 6)] == [0x7FFFFFFE, 0x7FFFFFFF, 0]
    assert (batch.base_timestamp, batch.max_timestamp, batch.delete_horizon) == (100, 101, None)
    assert (batch.attributes, batch.codec, batch.compression) == (0x11, 1, "gzip")
    assert (batch.is_transactional, batch.is_control, batch.timestamp_type) == (True, False, TimestampType.CREATE_TIME)
    assert (batch.partition_leader_epoch, batch.record_count, batch.size_in_bytes) == (3, 3, len(data))
    assert (batch.data, batch.position, batch.is_valid) == (data, 0, True)
    assert list(batch) == RECORDS
    assert "base_offset=4, last_offset=12, record_count=3" in repr(batch)


def test_without_idempotence_there_are_no_sequences() -> None:
    batch = RecordBatch(write_batch(RECORDS))
    assert (batch.base_sequence, batch.last_sequence, batch.sequence(7)) == (-1, -1, -1)


@pytest.mark.parametrize("codec", ["none", "gzip", "snappy", "lz4", "zstd"])
@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_any_bytes_like_at_any_position(codec: str, kind: type) -> None:
    data = write_batch(RECORDS, compression=codec)
    batches = list(read_batches(kind(data + data)))
    assert [batch.position for batch in batches] == [0, len(data)]
    assert [list(batch) for batch in batches] == [RECORDS, RECORDS]
    assert [batch.data for batch in batches] == [data, data]


def test_patching_leaves_the_checksum_valid() -> None:
    data = bytearray(b"before" + write_batch(RECORDS))
    patch_batch(data, 6, base_offset=1 << 50)
    patch_batch(data, 6, leader_epoch=77)
    batch = RecordBatch(data, 6)
    assert (batch.base_offset, batch.partition_leader_epoch, batch.is_valid) == (1 << 50, 77, True)
    assert [r.offset for r in batch] == [1 << 50, (1 << 50) + 1, (1 << 50) + 4]
    patch_batch(memoryview(data)[6:], base_offset=1, leader_epoch=2)
    batch = RecordBatch(data, 6)
    assert (batch.base_offset, batch.partition_leader_epoch) == (1, 2)


def test_log_append_time_overrules_all_timestamps() -> None:
    data = write_batch(RECORDS, timestamp_type=TimestampType.LOG_APPEND_TIME, max_timestamp=5000)
    batch = RecordBatch(data)
    assert batch.timestamp_type == TimestampType.LOG_APPEND_TIME
    assert [r.timestamp for r in batch] == [5000, 5000, 5000]
    assert list(batch.columns().timestamps) == [5000, 5000, 5000]


def test_an_emptied_batch_has_no_records() -> None:
    batch = RecordBatch(
        write_batch([], base_offset=10, last_offset=14, producer_id=3, producer_epoch=0, base_sequence=8)
    )
    assert (batch.record_count, batch.last_offset, batch.last_sequence, batch.size_in_bytes) == (0, 14, 12, 61)
    assert list(batch) == []
    assert len(batch.columns()) == 0


def test_offsets_and_times_wrap_as_in_java() -> None:
    top = (1 << 63) - 1
    data = bytearray(write_batch([(0, top, b"k", b"v", ()), (1, top, b"k", b"v", ())]))
    patch_batch(data, base_offset=top)
    batch = RecordBatch(data)
    assert (batch.last_offset, batch.next_offset) == (-top - 1, -top)
    assert [r.offset for r in batch] == [top, -top - 1]
    assert list(batch.columns().offsets) == [top, -top - 1]


def test_a_wrong_checksum_raises_only_where_records_are_read_and_checked() -> None:
    data = bytearray(write_batch(RECORDS))
    data[-2] ^= 1
    batch = RecordBatch(bytes(data), 0)
    assert not batch.is_valid
    for read in (batch.records, batch.columns, batch.ensure_valid):
        with pytest.raises(CorruptBatch, match=r"position 0, base offset 5: the CRC-32C is 0x.*, the header says 0x"):
            read()
    assert len(RecordBatch(bytes(data), check_crc=False).records()) == 3


@pytest.mark.parametrize(
    ("payload", "count", "error", "message"),
    [
        (body(0, 0, 1, 1, 0), 2, InvalidLength, "2 records in 7 bytes"),
        (body(0, 0, 1, 1, 0), -1, InvalidLength, "a record count of -1"),
        (body(0, 0, 1, 1, 0) * 3, 2, CorruptBatch, "7 bytes after the last of 2 records"),
        (b"\x01" + bytes(9), 1, InvalidLength, "record 0 of 1: a record size of -1"),
        (b"\x40" + bytes(9), 1, Truncated, "record 0 of 1: a record of 32 bytes where 9 are left"),
        (b"\xff" * 9, 1, InvalidVarint, "more than 5 bytes"),
        (body(b"\x80" * 10 + b"\0", 0, 1, 1, 0), 1, InvalidVarint, "more than 10 bytes"),
        (body(0, 0, 3, 1, 0), 1, InvalidLength, "a key length of -2"),
        (body(0, 0, 1, 3, 0), 1, InvalidLength, "a value length of -2"),
        (body(0, 0, 60, 1, 0), 1, InvalidLength, "a key of 30 bytes where 2 of the record are left"),
        (body(0, 0, 1, 60, 0), 1, InvalidLength, "a value of 30 bytes where 1 of the record are left"),
        (body(0, 0, 1, 1, 1), 1, InvalidLength, "a header count of -1"),
        (body(0, 0, 1, 1, 2), 1, InvalidLength, "a header count of 1 where 0 bytes"),
        (body(0, 0, 1, 1, 2, 1, 1), 1, InvalidLength, "a header name is null"),
        (body(0, 0, 1, 1, 2, 5, 1), 1, InvalidLength, "a header name length of -3"),
        (body(0, 0, 1, 1, 2, 0, 3), 1, InvalidLength, "a header value length of -2"),
        (body(0, 0, 1, 1, 2, 2, b"\xff", 1), 1, InvalidText, "a header name is not UTF-8"),
        (body(0, 0, 1, 1, 0, 0), 1, InvalidLength, "end 1 bytes early"),
        (body(0, 0, 1, 1) + b"\0", 1, InvalidLength, "0 bytes of the record are left|end 1 bytes late"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(payload: bytes, count: int, error: type[Exception], message: str) -> None:
    data = write_batch(RECORDS[:1]) + batch_of(0, payload, count)
    _, batch = read_batches(data)
    for read in (batch.records, batch.columns):
        with pytest.raises(error, match=f"batch at position {batch.position}, base offset 0: .*({message})"):
            read()


def test_a_compressed_payload_that_is_damaged_is_said_with_its_place() -> None:
    for codec in (1, 2, 3, 4):
        batch = RecordBatch(batch_of(codec, b"nonsense"))
        with pytest.raises(CorruptBatch, match=r"position 0, base offset 0: (gzip|snappy|lz4|zstd)"):
            batch.records()


@pytest.mark.parametrize("codec", [5, 6, 7])
def test_codecs_that_do_not_exist(codec: int) -> None:
    batch = RecordBatch(batch_of(codec, bytes(20)))
    assert batch.codec == codec
    for read in (batch.records, batch.columns, lambda: batch.compression):
        with pytest.raises(UnsupportedCodec, match=f"no compression codec number {codec}"):
            read()


def test_limits() -> None:
    data = write_batch([(i, 0, b"k", b"v" * 50, [("a", b""), ("b", b"")]) for i in range(20)], compression="gzip")

    def read(limits: Limits) -> list[Record]:
        (batch,) = read_batches(data, limits=limits)
        return batch.records()

    assert len(read(Limits(max_records_per_batch=20, max_headers_per_record=2))) == 20
    for limits in (
        Limits(max_records_per_batch=19),
        Limits(max_headers_per_record=1),
        Limits(max_decompressed_size=500),
    ):
        with pytest.raises(LimitExceeded):
            read(limits)
        (batch,) = read_batches(data, limits=limits)
        with pytest.raises(LimitExceeded):
            batch.columns()


def test_size_and_magic_wait_for_the_whole_batch() -> None:
    data = write_batch(RECORDS)
    for cut in range(len(data)):
        assert read_size_and_magic(data, 0, cut) is None
    assert read_size_and_magic(data, 0, len(data)) == (len(data), 2)


@pytest.mark.parametrize("magic", [3, 127, 128, 255])
def test_unknown_formats(magic: int) -> None:
    data = bytearray(write_batch(RECORDS))
    data[16] = magic
    with pytest.raises(CorruptBatch, match=f"position 0, base offset 5: there is no record format {magic}"):
        read_size_and_magic(data, 0, len(data))


@pytest.mark.parametrize(("magic", "least"), [(0, 14), (1, 22), (2, 49)])
def test_sizes_below_the_minimum_of_the_format(magic: int, least: int) -> None:
    data = bytearray(80)
    data[16] = magic
    data[8:12] = least.to_bytes(4, "big")
    assert read_size_and_magic(data, 0, 80) == (least + 12, magic)
    for size in (least - 1, 0, -1, -(1 << 31)):
        data[8:12] = size.to_bytes(4, "big", signed=True)
        with pytest.raises(CorruptBatch, match=f"position 0, base offset 0: its size field says {size}, too little"):
            read_size_and_magic(data, 0, 80)


def test_errors_are_of_one_family() -> None:
    for error in (CorruptBatch, InvalidLength, InvalidText, InvalidVarint, Truncated, LimitExceeded, UnsupportedCodec):
        assert issubclass(error, KafkaWireError)
