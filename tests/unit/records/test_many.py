"""Many batches at once give what each gives by itself."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kafkawire.records import (
    Columns,
    ControlRecordType,
    EndTxnMarker,
    RecordBatch,
    read_batches,
    write_batch,
    write_end_txn_marker,
)
from kafkawire.records.reader import find_plain

np = pytest.importorskip("numpy")

AT = 1_700_000_000_000
MARKER = write_end_txn_marker(EndTxnMarker(ControlRecordType.COMMIT, 0), producer_id=1, producer_epoch=0, timestamp=AT)
NAMES = ("offsets", "timestamps", "key_lengths", "value_lengths", "header_counts")


def _records(rnd: random.Random, first: int, count: int) -> list[tuple[Any, ...]]:
    def blob(most: int) -> bytes | None:
        return None if rnd.random() < 0.1 else rnd.randbytes(rnd.randrange(most))

    headers = [("a", b"1"), ("ä", None), ("long" * 30, b"x" * 200)]
    return [
        (
            first + i,
            AT + rnd.randrange(-9, 10**9),
            blob(100),
            blob(300),
            rnd.sample(headers, rnd.choice([0, 0, 0, 1, 3])),
        )
        for i in range(count)
    ]


def _batches(seed: int, most: int) -> list[RecordBatch]:
    rnd, data, first = random.Random(seed), b"", 0
    for _ in range(60):
        count = rnd.randrange(1, most)
        codec = rnd.choice(["none", "lz4", "zstd"]) if seed % 3 else "none"
        data += write_batch(_records(rnd, first, count), compression=codec, base_offset=first)
        first += count
    return [batch for batch in read_batches(data) if isinstance(batch, RecordBatch)]


def _together(data: Any) -> Columns:
    from kafkawire.records.many import read_together

    positions = find_plain(data)
    assert positions is not None
    (run,) = read_together(data, positions)
    assert (run.first, run.last) == (0, len(positions))
    assert run.columns is not None
    return run.columns


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("most", [2, 12, 90])
def test_the_records_are_those_of_the_batches(seed: int, most: int) -> None:
    from kafkawire.records.many import header_columns

    batches = _batches(seed, most)
    columns = _together(batches[0].buffer)
    each = [batch.columns() for batch in batches]
    for name in NAMES:
        assert getattr(columns, name).tolist() == [n for one in each for n in np.asarray(getattr(one, name)).tolist()]
    records = [record for batch in batches for record in batch.records()]
    assert [columns.key(i) for i in range(len(columns))] == [record.key for record in records]
    assert [columns.value(i) for i in range(len(columns))] == [record.value for record in records]
    starts, lengths, value_starts, value_lengths = (column.tolist() for column in header_columns(columns))
    found = [
        (bytes(columns.data[a : a + n]).decode(), None if m < 0 else columns.data[b : b + m])
        for a, n, b, m in zip(starts, lengths, value_starts, value_lengths, strict=True)
    ]
    assert found == [header for record in records for header in record.headers]


@pytest.mark.parametrize("sizes", [[300] * 5, [300, 364, 236], [1, 1, 1], [9000] * 3, [300, 300, 9000]])
@pytest.mark.parametrize("counts", [1, 4])
def test_records_of_one_size_and_those_that_only_seem_to_be(sizes: list[int], counts: int) -> None:
    values = [b"x" * size for size in sizes]
    written = [(n, AT, b"k", value, ()) for n, value in enumerate(values)]
    data = (write_batch(written) + write_batch([(9, AT, None, b"other", ())]) * (counts - 1)) * 30
    columns = _together(data)
    assert [columns.value(n) for n in range(len(columns))] == (values + [b"other"] * (counts - 1)) * 30


@pytest.mark.parametrize("codec", ["none", "zstd"])
def test_batches_of_a_view_are_read_where_they_are(codec: str) -> None:
    from kafkawire.records.many import header_columns

    rnd = random.Random(1)
    data = b"".join(write_batch(_records(rnd, n, 5), compression=codec, base_offset=n) for n in range(0, 200, 5))
    view = memoryview(b"..." + data)[3:]
    found, wanted = _together(view), _together(data)
    assert (found.data == view) is (codec == "none")
    pairs = zip(header_columns(found), header_columns(wanted), strict=True)
    assert all((a == b).all() for a, b in pairs)
    for index in range(200):
        assert (found.key(index), found.value(index)) == (wanted.key(index), wanted.value(index))
        assert found.headers(index) == wanted.headers(index)


def test_the_time_of_the_append_is_that_of_all_records_of_its_batch() -> None:
    data = bytearray(write_batch([(0, AT, b"k", b"v", []), (1, AT + 5, b"k", b"v", [])]))
    by_broker = bytearray(data)
    by_broker[22] |= 8
    by_broker[17:21] = pytest.importorskip("crc32c").crc32c(bytes(by_broker[21:])).to_bytes(4, "big")
    columns = _together(bytes(data + by_broker))
    assert columns.timestamps.tolist() == [AT, AT + 5, AT + 5, AT + 5]


def _sealed(batch: bytearray) -> bytes:
    batch[17:21] = pytest.importorskip("crc32c").crc32c(bytes(batch[21:])).to_bytes(4, "big")
    return bytes(batch)


@pytest.mark.parametrize("codec", ["none", "lz4"])
def test_batches_that_compaction_has_emptied_have_no_records(codec: str) -> None:
    whole = write_batch([(7, AT, b"k", b"v", [])], compression=codec, base_offset=7)
    emptied = bytearray(whole[:61])
    emptied[8:12], emptied[57:61] = (61 - 12).to_bytes(4, "big"), bytes(4)
    empty = _sealed(emptied)
    assert _together(empty + whole + empty).offsets.tolist() == [7]
    assert len(_together(empty)) == 0


def test_runs_end_when_they_are_large_enough() -> None:
    from kafkawire.records.many import read_together

    data = b"".join(write_batch([(n, AT, None, b"v" * 1000, [])], base_offset=n) for n in range(10))
    runs = list(read_together(data, find_plain(data) or [], most=3000))
    assert [(run.first, run.last) for run in runs] == [(0, 3), (3, 6), (6, 9), (9, 10)]
    assert [len(run.types) for run in runs] == [3, 3, 3, 1]
    assert [run.columns.offsets.tolist() for run in runs if run.columns] == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9]]
    assert list(read_together(b"", [])) == []


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("check_crc", [True, False])
def test_damage_is_left_to_the_reading_of_single_batches(seed: int, *, check_crc: bool) -> None:
    from kafkawire.errors import DecodeError, UnsupportedCodec
    from kafkawire.records.many import read_together

    rnd = random.Random(seed)
    batches = _batches(seed, 20)
    broken = rnd.randrange(len(batches))
    data = bytearray(batches[0].buffer)
    at = batches[broken].position
    for _ in range(3):  # what comes before is the offset, and the size and format that find_plain has looked at
        data[rnd.randrange(at + 21, at + batches[broken].size_in_bytes)] = rnd.randrange(256)
    each = [RecordBatch(bytes(data), batch.position, check_crc=check_crc) for batch in batches]
    positions = [batch.position for batch in batches]
    runs = list(read_together(bytes(data), positions, check_crc=check_crc))
    assert [n for run in runs for n in range(run.first, run.last)] == list(range(60))
    for run in runs:
        if run.columns is not None:
            try:
                alone = [offset for batch in each[run.first : run.last] for offset in list(batch.columns().offsets)]
            except (DecodeError, UnsupportedCodec):
                pytest.fail("what one batch by itself refuses must not go through with many")
            assert run.columns.offsets.tolist() == alone
        else:
            assert run.first <= broken < run.last
            assert not check_crc or run.last - run.first == 1


@pytest.mark.parametrize(
    ("tail", "is_plain"),
    [
        (b"", True),
        (write_batch([(1, AT, b"k", b"v", [])])[:-1], True),  # a part of one, as at the end of an answer
        (write_batch([(1, AT, b"k", b"v", [])])[:20], True),
        (write_batch([(1, AT, b"k", b"v", [])], magic=1), False),
        (write_batch([(1, AT, b"k", b"v" * 99, [])], magic=0), False),
        (MARKER, False),
        (b"\0" * 16 + b"\7" * 50, False),
        (b"\0" * 16 + b"\7", False),
    ],
)
def test_what_can_be_read_together_is_found(tail: bytes, *, is_plain: bool) -> None:
    one = write_batch([(0, AT, b"k", b"v", [])])
    assert find_plain(one + one + tail) == ([0, len(one)] if is_plain else None)


@pytest.mark.parametrize("place", range(3))
def test_among_many_batches_one_may_have_a_record_whose_size_takes_three_bytes(place: int) -> None:
    small = [(AT, b"k", b"v" * 100)] * 3
    data = b""
    for number in range(80):
        rows = [(3 * number + i, *row, ()) for i, row in enumerate(small)]
        if number == 40:
            rows[place] = (3 * number + place, AT, b"k", b"v" * 10_000, ())
        data += write_batch(rows)
    columns = _together(data)
    assert columns.offsets.tolist() == list(range(240))
    assert [n for n in columns.value_lengths.tolist() if n != 100] == [10_000]
