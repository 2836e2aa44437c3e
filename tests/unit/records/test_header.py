"""The header of a batch by itself, held against what Apache Kafka reported of batches that it wrote."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from kafkawire.errors import CorruptBatch
from kafkawire.records import RecordBatch, write_batch
from kafkawire.records.header import (
    FIELDS,
    HEADER_SIZE,
    MIN_LENGTHS,
    BatchHeader,
    next_sequence,
    placed,
    prefix,
    read_fields,
    read_header,
    read_length,
    restamp,
    seal_as,
    seal_message,
    verify,
    wrap64,
)
from tests.corpus import json_lines, path

KAFKA = [
    (bytes.fromhex(line["hex"]), line["batches"][0])
    for line in json_lines(path("vectors", "records.jsonl.gz"))
    if [len(line["hex"]) // 2] == [batch["sizeInBytes"] for batch in line.get("batches", ())]
]
SHAPES = {
    (said["magic"], said["attributes"], said.get("baseSequence", -1) < 0): (data, said) for data, said in KAFKA
}.values()


@pytest.mark.parametrize(("data", "said"), SHAPES, ids=lambda value: str(value)[:30])
def test_what_kafka_reports_of_each_kind_of_batch(data: bytes, said: dict[str, Any]) -> None:
    header = read_header(b"before" + data, 6)
    is_today = said["magic"] == 2
    assert (header.magic, header.crc, header.size) == (said["magic"], said["crc"], said["sizeInBytes"])
    assert header.batch_length == read_length(data) == read_length(b"before" + data, 6) == len(data) - 12
    assert header.attributes == said["attributes"]
    assert header.codec == ("none", "gzip", "snappy", "lz4", "zstd").index(said["compression"])
    assert header.has_append_time == (said["timestampType"] == "LogAppendTime")
    assert header.last_sequence == said.get("lastSequence", -1)
    assert header.is_transactional == said.get("transactional", False)
    assert header.is_control == said.get("control", False)
    if is_today:
        assert (header.base_offset, header.last_offset) == (said["baseOffset"], said["lastOffset"])
        assert (header.partition_leader_epoch, header.max_timestamp) == (
            said["partitionLeaderEpoch"],
            said["maxTimestamp"],
        )
    verify(header, data)


def test_there_are_kinds_of_all_formats() -> None:
    assert {said["magic"] for _, said in SHAPES} == {0, 1, 2}
    assert len(SHAPES) > 15


@pytest.mark.parametrize("magic", [0, 1])
def test_an_old_message_has_one_record_and_no_producer(magic: int) -> None:
    data = seal_message(5, magic, 0x78, 77, struct.pack(">i1si", 1, b"k", -1))
    time = 77 if magic else -1
    assert len(data) == 12 + MIN_LENGTHS[magic] + 1
    assert read_header(data)[5:] == (0x08, 0, time, time, -1, -1, -1, 1)  # bits that these formats lack are dropped
    assert read_header(data).last_offset == 5
    verify(read_header(data), data)


@pytest.mark.parametrize("magic", [0, 1, 2])
def test_what_cannot_be_a_header(magic: int) -> None:
    smallest = 12 + MIN_LENGTHS[magic]
    good = struct.pack(">qiib", 0, MIN_LENGTHS[magic], 0, magic) + bytes(smallest - 17)
    assert read_header(good).size == smallest
    for room in range(17):
        with pytest.raises(CorruptBatch, match=f"^{room} bytes are too few for a batch$"):
            read_header(good[:room])
    for room in range(17, smallest):
        with pytest.raises(CorruptBatch, match=f"^{room} bytes are too few for a batch of magic {magic}$"):
            read_header(good[:room])
    with pytest.raises(CorruptBatch, match=f"^length {MIN_LENGTHS[magic] - 1} or"):
        read_header(struct.pack(">qi", 0, MIN_LENGTHS[magic] - 1) + good[12:])
    with pytest.raises(CorruptBatch, match=r"^magic 3 is unknown$"):
        read_header(good[:16] + b"\3" + good[17:])


def test_a_last_offset_before_the_first_is_impossible() -> None:
    good = write_batch([(0, 0, b"", b"", [])])
    header = read_fields(good)
    for delta in (0, -1, -(1 << 31)):
        bad = seal_as(header._replace(last_offset_delta=delta), good[HEADER_SIZE:])
        if delta == 0:
            assert read_header(bad) == header
        else:
            with pytest.raises(CorruptBatch, match=f"last offset delta {delta} is impossible"):
                read_header(bad)


@pytest.mark.parametrize(("data", "said"), SHAPES, ids=lambda value: str(value)[:30])
def test_every_bit_that_the_checksum_covers_counts(data: bytes, said: dict[str, Any]) -> None:
    header = read_header(data)
    first = 21 if said["magic"] == 2 else 16
    for at in (first, len(data) - 1):
        broken = bytearray(data)
        broken[at] ^= 1
        with pytest.raises(CorruptBatch, match=r"the checksum is 0x[0-9a-f]{8}, the batch says 0x[0-9a-f]{8}"):
            verify(header, broken)
    with pytest.raises(CorruptBatch, match=f"^the batch has {len(data) - 1} of {len(data)} bytes$"):
        verify(header, data[:-1])
    verify(header, data + b"behind")


def test_a_broker_changes_16_bytes_and_the_checksum_holds() -> None:
    data = next(data for data, said in KAFKA if said["magic"] == 2)
    header = placed(read_fields(data), 1 << 40, 9)
    assert (header.base_offset, header.partition_leader_epoch) == (1 << 40, 9)
    written = prefix(header) + data[16:]
    assert read_fields(written) == header
    assert RecordBatch(written).is_valid


@pytest.mark.parametrize("is_append_time", [False, True])
def test_other_times_leave_all_else_as_it_is(is_append_time: bool) -> None:
    data = write_batch([(0, 5, b"k", b"v", [])], is_transactional=True, compression="gzip", producer_id=8)
    sent = read_fields(data)
    strange = sent._replace(attributes=sent.attributes | 0x4000)  # a bit that nothing is known of
    header, out = restamp(strange, seal_as(strange, data[HEADER_SIZE:]), 99, is_append_time=is_append_time)
    assert header == read_fields(out)
    assert header == sent._replace(
        crc=header.crc, attributes=sent.attributes | (0x08 if is_append_time else 0), max_timestamp=99
    )
    assert out[HEADER_SIZE:] == data[HEADER_SIZE:]
    verify(header, out)


def test_times_of_the_broker_can_be_taken_back() -> None:
    sent = write_batch([(0, 5, b"k", b"v", [])])
    _, out = restamp(read_fields(sent), sent, 99, is_append_time=True)
    assert restamp(read_fields(out), out, 5, is_append_time=False)[1] == sent


def test_the_header_is_61_bytes_in_the_order_of_the_fields() -> None:
    data = write_batch([(0, 5, b"k", b"v", [])])
    assert HEADER_SIZE == 61
    assert BatchHeader._fields == tuple(name for name, _ in FIELDS)
    assert struct.pack(">qiibIhiqqqhii", *read_fields(data)) == data[:61]


@pytest.mark.parametrize(("sequence", "step", "after"), [(0, 1, 1), (0x7FFFFFFF, 1, 0), (0x7FFFFFFE, 5, 3), (7, 0, 7)])
def test_sequence_numbers_begin_anew(sequence: int, step: int, after: int) -> None:
    assert next_sequence(sequence, step) == after


@pytest.mark.parametrize(
    ("total", "kept"),
    [(0, 0), ((1 << 63) - 1, (1 << 63) - 1), (1 << 63, -(1 << 63)), (-(1 << 63) - 1, (1 << 63) - 1), (1 << 64, 0)],
)
def test_sums_wrap_as_in_java(total: int, kept: int) -> None:
    assert wrap64(total) == kept
