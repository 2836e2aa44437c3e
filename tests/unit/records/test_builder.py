from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from kafkawire.errors import UnsupportedCodec, ValueOutOfRange
from kafkawire.records import (
    BatchBuilder,
    ControlRecordType,
    EndTxnMarker,
    Record,
    RecordBatch,
    TimestampType,
    decode_control_record,
    encode,
    read_batches,
    seal_batch,
    write_batch,
    write_end_txn_marker,
)
from kafkawire.records.encode import _encode_alike
from tests.unit.records import reference
from tests.unit.records.shapes import MS, batches, shapes

SHAPES = shapes()


@pytest.fixture(params=["quick", "loop"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records alike are written by the quicker way however few they are, or never."""
    monkeypatch.setattr(encode, "_FEW", 24 if request.param == "quick" else 1 << 30)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name: str) -> None:
    records = SHAPES[name]
    assert write_batch(records) == reference.batch(records)
    assert write_batch([Record(*record) for record in records]) == reference.batch(records)


@settings(deadline=None)  # the first one may import numpy, and machines differ
@given(batches)
def test_anything(records: list[Any]) -> None:
    assert write_batch(records) == reference.batch(records)


@pytest.mark.parametrize("name", [name for name, records in SHAPES.items() if records[0][0] == 0])
def test_a_builder_writes_the_same(name: str) -> None:
    records = [(i, *record[1:]) for i, record in enumerate(SHAPES[name])]
    builder = BatchBuilder()
    for offset, timestamp, key, value, headers in records:
        assert builder.append(timestamp, key, value, headers) == offset
    assert len(builder) == len(records)
    data = builder.build()
    assert data == reference.batch(records) == builder.build()
    if name.split("/")[1:2] != ["far"]:
        assert len(data) <= builder.size <= len(data) + 20 * len(records)


def test_the_quick_way_is_taken_for_records_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []

    def spy(*args: Any) -> Any:
        parts = _encode_alike(*args)
        taken.append(parts is not None)
        return parts

    monkeypatch.setattr(encode, "_encode_alike", spy)
    monkeypatch.setattr(encode, "_FEW", 24)
    for name in ("small/none", "small/two", "no-key/one", "neither/none", "not-ascii", "300/same/high"):
        if name in SHAPES:
            write_batch(SHAPES[name])
    assert taken == [True] * 5
    taken.clear()
    write_batch(SHAPES["sizes-vary/none"])
    write_batch(SHAPES["300/same/gaps"])
    assert taken == []


@pytest.mark.parametrize(
    "delta", [-1, 63, 64, 8191, 8192, (1 << 20) - 1, 1 << 20, (1 << 26) - 1, 1 << 26, (1 << 31) - 1]
)
def test_offsets_and_timestamps_far_from_the_base(delta: int) -> None:
    records: list[Any] = [(1 << 40, MS, b"k", b"v", []), ((1 << 40) + delta, MS + delta, b"key", b"value", [])]
    assert write_batch(records) == reference.batch(records)
    assert RecordBatch(write_batch(records)).max_timestamp == MS + max(delta, 0)


@pytest.mark.parametrize("size", [8191 - 12, 8191, 8192, 1 << 20])
def test_sizes_beyond_the_tables_among_small_records(size: int) -> None:
    big = b"x" * size
    contents: list[Any] = [(big, b"v", []), (None, big, []), (b"k", None, [("h", big)]), (b"k", b"v", [("h", None)])]
    records = [(i, MS, *content) for i, content in enumerate(contents * 3)]
    assert write_batch(records) == reference.batch(records)


@pytest.mark.parametrize("count", [255, 256, 257, 9000])
def test_batches_of_more_records_than_are_joined_at_once(count: int) -> None:
    records: list[Any] = [
        (i, MS + 7 * i - 5000 * (i % 97 == 3), b"k" * (i % 5), b"v" * (i % 31), []) for i in range(count)
    ]
    data = write_batch(records)
    assert data == reference.batch(records)
    builder = BatchBuilder()
    for record in records:
        builder.append(*record[1:4])
    assert builder.build() == data


def test_one_bad_record_behind_good_ones_and_records_of_two_kinds() -> None:
    good: list[Any] = [(i, MS, b"k", b"v" * i, []) for i in range(600)]
    bad: Any
    for bad in (5, (600, MS, b"k", b"v"), (600, MS, "k", b"v", [])):
        with pytest.raises(ValueOutOfRange):
            write_batch([*good, bad])
    assert write_batch([*good[:-1], Record(*good[-1])]) == reference.batch(good)
    assert write_batch([Record(*good[0]), *good[1:]]) == reference.batch(good)


def test_iterables_and_mixed_kinds_of_records() -> None:
    records = SHAPES["7/same/zero"]
    expected = reference.batch(records)
    assert write_batch(iter(records)) == expected
    lists: Any = [list(record) for record in records]
    assert write_batch(lists) == expected
    assert write_batch([Record(*r) if i % 2 else r for i, r in enumerate(records)]) == expected


@pytest.mark.parametrize("kind", [bytearray, memoryview])
@pytest.mark.parametrize("sizes_vary", [False, True])
def test_other_bytes_like_contents(kind: Any, sizes_vary: bool) -> None:
    plain = [(i, MS, b"key", b"v" * (9 + i * sizes_vary), [("h", b"x")]) for i in range(20)]
    other = [(i, t, kind(k), kind(v), [("h", kind(b"x"))]) for i, t, k, v, _ in plain]
    assert write_batch(other) == reference.batch(plain)
    builder = BatchBuilder()
    for _, timestamp, key, value, headers in other:
        builder.append(timestamp, key, value, headers)
    assert builder.build() == reference.batch(plain)


@pytest.mark.parametrize(
    "bad",
    [
        (0, 0, "text", b"v", []),
        (0, 0, b"k", "text", []),
        (0, 0, b"k", 5, []),
        (0, 0, 5, b"v", []),
        (0, "now", b"k", b"v", []),
        ("first", 0, b"k", b"v", []),
        (0, 1.5, b"k", b"v", []),
        (0, 0, b"k", b"v", [(b"name", b"x")]),
        (0, 0, b"k", b"v", [("name", "text")]),
        (0, 0, b"k", b"v", [("name",)]),
        (0, 0, b"k", b"v", [("\ud800", b"x")]),
        (0, 0, b"k", b"v"),
        (0, 1 << 63, b"k", b"v", []),
        (1 << 63, 0, b"k", b"v", []),
        (0, 0, memoryview(b"12345678").cast("I"), b"v", []),
        5,
        None,
    ],
)
@pytest.mark.parametrize("count", [1, 2, 30])
def test_what_no_record_can_hold(bad: Any, count: int) -> None:
    with pytest.raises(ValueOutOfRange):
        write_batch([bad] * count)


@pytest.mark.parametrize("offset", [-(1 << 31) - 1, 1 << 31])
def test_an_offset_too_far_from_the_base_offset(offset: int) -> None:
    with pytest.raises(ValueOutOfRange):
        write_batch([(offset, 0, b"k", b"v", ())], base_offset=0, last_offset=0)
    with pytest.raises(ValueOutOfRange):
        write_batch([], base_offset=0, last_offset=offset)


@pytest.mark.parametrize(
    "field", [{"producer_id": 1 << 63}, {"producer_epoch": 1 << 15}, {"base_sequence": "1"}, {"max_timestamp": 1 << 63}]
)
def test_header_fields_that_do_not_fit(field: dict[str, Any]) -> None:
    with pytest.raises(ValueOutOfRange, match="header"):
        write_batch(SHAPES["1/same/zero"], **field)


def test_unknown_formats_and_codecs() -> None:
    for magic in (-1, 3):
        with pytest.raises(ValueOutOfRange):
            write_batch([], magic=magic)
    for compression in ("brotli", 5):
        with pytest.raises(UnsupportedCodec):
            write_batch([], compression=compression)
        with pytest.raises(UnsupportedCodec):
            BatchBuilder().build(compression=compression)
    with pytest.raises(UnsupportedCodec):
        write_batch([], magic=1, compression="zstd")


def test_timestamps_given_for_a_compacted_batch() -> None:
    batch = RecordBatch(write_batch([(7, 50, b"k", None, ())], base_offset=3, last_offset=9, delete_horizon=4000))
    assert (batch.base_offset, batch.last_offset, batch.base_timestamp, batch.delete_horizon) == (3, 9, 4000, 4000)
    assert (batch.attributes, batch.max_timestamp) == (0x40, 50)
    assert list(batch) == [Record(7, 50, b"k", None)]
    batch = RecordBatch(write_batch([(7, 50, b"k", None, ())], base_timestamp=10, max_timestamp=60))
    assert (batch.base_timestamp, batch.max_timestamp) == (10, 60)
    assert list(batch) == [Record(7, 50, b"k", None)]


@pytest.mark.parametrize("codec", ["none", "gzip", "snappy", "lz4", "zstd"])
def test_compression(codec: str) -> None:
    records = SHAPES["small/two"]
    data = write_batch(records, compression=codec)
    batch = RecordBatch(data)
    assert batch.compression == codec
    assert list(batch) == [Record(*record) for record in records]
    builder = BatchBuilder()
    for _, timestamp, key, value, headers in records:
        builder.append(timestamp, key, value, headers)
    assert RecordBatch(builder.build(compression=codec)).records() == batch.records()
    if codec in ("gzip", "zstd"):
        assert len(write_batch(records, compression=codec, compression_level=1)) != len(data)


def test_a_builder_keeps_what_it_has_when_a_record_is_refused() -> None:
    builder = BatchBuilder()
    builder.append(MS, b"k", b"v")
    size = builder.size
    bad: list[Any] = [
        (MS, "k", b"v"),
        (MS, b"k", "v"),
        (MS, 5, b"v"),
        ("now", b"k", b"v"),
        (1.5, b"k", b"v"),
        (1 << 63, b"k", b"v"),
        (MS, b"k", b"v", [("h", "x")]),
        (MS, b"k", b"v", [(b"h", b"x")]),
        (MS, b"k", b"v", [("h",)]),
    ]
    for arguments in bad:
        with pytest.raises(ValueOutOfRange):
            builder.append(*arguments)
    assert (len(builder), builder.size) == (1, size)
    assert list(RecordBatch(builder.build())) == [Record(0, MS, b"k", b"v")]


def test_a_builder_takes_the_producers_fields() -> None:
    builder = BatchBuilder()
    builder.append(MS, None, b"v")
    builder.append(MS + 1, None, b"w", [("h", b"x")])
    batch = RecordBatch(
        builder.build(producer_id=9, producer_epoch=2, base_sequence=40, is_transactional=True, base_offset=100)
    )
    assert (batch.producer_id, batch.producer_epoch, batch.base_sequence, batch.last_sequence) == (9, 2, 40, 41)
    assert (batch.is_transactional, batch.base_offset, batch.last_offset) == (True, 100, 101)
    assert list(batch) == [Record(100, MS, None, b"v"), Record(101, MS + 1, None, b"w", [("h", b"x")])]


def test_a_part_has_the_records_that_were_asked_for_with_their_headers() -> None:
    builder = BatchBuilder()
    for i in range(4):
        builder.append(MS + i, b"k%d" % i, b"v%d" % i, [("h", b"%d" % i)] if i % 2 else None)
    part = builder.part(1, 3)
    assert list(RecordBatch(part.build())) == [
        Record(0, MS + 1, b"k1", b"v1", [("h", b"1")]),
        Record(1, MS + 2, b"k2", b"v2"),
    ]
    assert len(builder) == 4


def test_an_empty_builder_builds_a_batch_without_records() -> None:
    batch = RecordBatch(BatchBuilder().build())
    assert (batch.record_count, batch.is_valid, list(batch)) == (0, True, [])


def test_end_of_transaction_markers() -> None:
    """Bytes as in the vector `control-commit`."""
    data = write_end_txn_marker(
        EndTxnMarker(ControlRecordType.COMMIT, 45),
        producer_id=17418,
        producer_epoch=49,
        timestamp=1700000000870,
        base_offset=4359,
    )
    assert data.hex() == (
        "000000000000110700000042ffffffff02718d74860030000000000000018bcfe56b660000018bcfe56b66000000000000440a0031"
        "ffffffff000000012000000008000000010c00000000002d00"
    )
    (batch,) = read_batches(data)
    assert decode_control_record(batch.records()[0]) == EndTxnMarker(ControlRecordType.COMMIT, 45)
    assert batch.timestamp_type == TimestampType.CREATE_TIME


@pytest.mark.parametrize("base_offset", [0, 100])
def test_records_that_are_encoded_already_become_a_batch(base_offset: int) -> None:
    rows = [(base_offset + n, MS + n, b"k", b"v%d" % n, ()) for n in range(3)]
    body = b"".join(reference.record(n, n, key, value, ()) for n, (_, _, key, value, _) in enumerate(rows))
    data = seal_batch(body, 3, MS, MS + 2, base_offset=base_offset)
    [batch] = read_batches(data)
    assert (batch.is_valid, batch.base_offset, batch.last_offset) == (True, base_offset, base_offset + 2)
    assert [(r.offset, r.timestamp, r.key, r.value) for r in batch] == [row[:4] for row in rows]
