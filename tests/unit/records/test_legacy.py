from __future__ import annotations

import struct
import zlib
from typing import Any

import pytest

from kafkawire.compression import compress
from kafkawire.errors import CorruptBatch, InvalidLength, LimitExceeded, Truncated, UnsupportedCodec, ValueOutOfRange
from kafkawire.limits import Limits
from kafkawire.records import LegacyBatch, Record, TimestampType, read_batches, write_batch


def message(
    offset: int, magic: int, key: Any, value: Any, *, attributes: int = 0, time: int = 5, tail: bytes = b""
) -> bytes:
    """A message by the protocol page."""
    body = struct.pack(">bb", magic, attributes) + (struct.pack(">q", time) if magic == 1 else b"")
    for blob in (key, value):
        body += struct.pack(">i", -1) if blob is None else struct.pack(">i", len(blob)) + blob
    body += tail
    return struct.pack(">qiI", offset, len(body) + 4, zlib.crc32(body)) + body


def wrapper(offset: int, magic: int, inner: bytes, **options: Any) -> LegacyBatch:
    return LegacyBatch(message(offset, magic, None, compress("gzip", inner), attributes=1, **options))


def _rows(batch: LegacyBatch) -> list[tuple[int, int, bytes | None, bytes | None]]:
    return [(r.offset, r.timestamp, r.key, r.value) for r in batch]


def test_a_message_of_each_format() -> None:
    for magic, timestamp, kind in ((0, -1, TimestampType.NO_TIMESTAMP), (1, 5, TimestampType.CREATE_TIME)):
        data = message(7, magic, b"k", None)
        batch = LegacyBatch(data)
        assert (batch.magic, batch.base_offset, batch.last_offset, batch.next_offset) == (magic, 7, 7, 8)
        assert (batch.record_count, batch.size_in_bytes, batch.data) == (1, len(data), data)
        assert (batch.max_timestamp, batch.timestamp_type, batch.compression) == (timestamp, kind, "none")
        assert (batch.producer_id, batch.base_sequence, batch.sequence(7), batch.delete_horizon) == (-1, -1, -1, None)
        assert (batch.is_transactional, batch.is_control, batch.partition_leader_epoch) == (False, False, -1)
        assert _rows(batch) == [(7, timestamp, b"k", None)]
        assert f"magic={magic}, last_offset=7" in repr(batch)
        assert write_batch([Record(7, 5, b"k", None, [("lost", b"")])], magic=magic) == data


def test_offsets_in_a_wrapper_of_format_0_are_absolute() -> None:
    batch = wrapper(12, 0, message(10, 0, b"a", b"") + message(12, 0, b"b", b""))
    assert _rows(batch) == [(10, -1, b"a", b""), (12, -1, b"b", b"")]
    assert (batch.base_offset, batch.last_offset, batch.record_count) == (10, 12, 2)


def test_offsets_in_a_wrapper_of_format_1_are_relative_to_the_last() -> None:
    for first in (0, 3):
        inner = message(first, 1, b"a", b"", time=8) + message(first + 2, 1, b"b", b"", time=9)
        batch = wrapper(102, 1, inner, time=9)
        assert _rows(batch) == [(100, 8, b"a", b""), (102, 9, b"b", b"")]
        assert batch.base_offset == 100


def test_a_wrapper_offset_of_zero_was_never_set() -> None:
    assert [r.offset for r in wrapper(0, 1, message(0, 1, b"", b"") + message(1, 1, b"", b""))] == [0, 1]


def test_log_append_time_of_the_wrapper_overrules_those_inside() -> None:
    data = message(
        1, 1, None, compress("gzip", message(0, 1, b"a", b"") + message(1, 1, b"b", b"")), attributes=9, time=77
    )
    batch = LegacyBatch(data)
    assert batch.timestamp_type == TimestampType.LOG_APPEND_TIME
    assert [r.timestamp for r in batch] == [77, 77]


def test_what_the_writer_puts_into_wrappers() -> None:
    records = [Record(50, 9, b"a", b"1"), Record(53, 7, None, b"2")]
    (old,) = read_batches(write_batch(records, magic=0, compression="gzip"))
    assert _rows(old) == [(50, -1, b"a", b"1"), (53, -1, None, b"2")]  # type: ignore[arg-type]
    data = write_batch(records, magic=1, compression="gzip", base_offset=48)
    expected = message(2, 1, b"a", b"1", time=9) + message(5, 1, None, b"2", time=7)
    assert data == message(53, 1, None, compress("gzip", expected), attributes=1, time=9)
    data = write_batch(
        records, magic=1, compression="gzip", timestamp_type=TimestampType.LOG_APPEND_TIME, max_timestamp=99
    )
    (new,) = read_batches(data)
    assert (new.attributes, new.max_timestamp) == (9, 99)
    assert [r.timestamp for r in new] == [99, 99]
    assert write_batch([], magic=1, compression="gzip") == b""


GOOD = message(0, 1, b"k", b"v")


@pytest.mark.parametrize(
    ("batch", "error", "text"),
    [
        (wrapper(1, 1, b""), CorruptBatch, "holds no messages"),
        (LegacyBatch(message(1, 1, None, None, attributes=1)), CorruptBatch, "has no value"),
        (wrapper(1, 1, message(0, 0, b"k", b"v")), CorruptBatch, "format 0 inside a wrapper of format 1"),
        (wrapper(1, 1, message(0, 2, b"k", b"v")), CorruptBatch, "format 2 among old ones"),
        (wrapper(1, 1, message(0, 1, b"k", b"v", attributes=1)), CorruptBatch, "compressed message inside"),
        (wrapper(1, 1, message(2, 1, b"k", b"v")), CorruptBatch, "offset 1 is below 2 inside"),
        (wrapper(1, 1, GOOD[:-1] + b"x"), CorruptBatch, "CRC-32 of the message at offset 0"),
        (wrapper(1, 1, GOOD + GOOD[:-1]), Truncated, "where 23 are left|bytes where"),
        (wrapper(1, 1, GOOD + GOOD[:10]), Truncated, "10 bytes are left"),
        (LegacyBatch(message(1, 1, b"k", b"v", tail=b"zz")), InvalidLength, "2 bytes after its value"),
        (LegacyBatch(message(1, 1, b"k", b"v", attributes=5)), UnsupportedCodec, "number 5"),
        (LegacyBatch(message(1, 1, b"k", b"v", attributes=4)), UnsupportedCodec, "zstd is not allowed"),
    ],
)
def test_damage(batch: LegacyBatch, error: type[Exception], text: str) -> None:
    for read in (batch.records, batch.columns):
        with pytest.raises(error, match=f"position 0, base offset 1: .*({text})"):
            read()


@pytest.mark.parametrize(("at", "text"), [(26, "key length of"), (31, "value length of")])
@pytest.mark.parametrize("length", [-2, 100, 0x7FFFFFFF])
def test_lengths_that_cannot_be(at: int, text: str, length: int) -> None:
    data = bytearray(GOOD)
    data[at : at + 4] = struct.pack(">i", length)
    with pytest.raises(InvalidLength, match=f"{text} {length}"):
        LegacyBatch(bytes(data), check_crc=False).records()


def test_a_message_with_no_room_for_its_lengths() -> None:
    for size in (22, 23):
        body = struct.pack(">bbqi", 1, 0, 5, size - 20) + b"\0" * (size - 18)
        data = struct.pack(">qiI", 1, size, zlib.crc32(body)) + body
        with pytest.raises(InvalidLength, match="value length"):
            LegacyBatch(data).records()


def test_limits() -> None:
    inner = b"".join(message(i, 1, b"k", b"v" * 100) for i in range(10))
    data = wrapper(9, 1, inner).data
    assert len(LegacyBatch(data, limits=Limits(max_records_per_batch=10)).records()) == 10
    for limits in (Limits(max_records_per_batch=9), Limits(max_decompressed_size=500)):
        with pytest.raises(LimitExceeded):
            LegacyBatch(data, limits=limits).records()


@pytest.mark.parametrize("record", [Record(0, 0, "k", b""), Record(0, "x", b"", b""), Record(1 << 63, 0, b"", b"")])  # type: ignore[arg-type]
def test_values_that_do_not_fit(record: Record) -> None:
    with pytest.raises(ValueOutOfRange):
        write_batch([record], magic=1)
