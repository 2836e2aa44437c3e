from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest

from kafkawire.client.consumer.batches import FetchedBatch
from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import CorruptBatch, DecodeError
from kafkawire.records import read_batches, write_batch
from kafkawire.spark.schema import column_names

crc32c = pytest.importorskip("crc32c").crc32c
pa = pytest.importorskip("pyarrow")
pytest.importorskip("numpy")

TP = TopicPartition("flights", 3)
AT = 1_700_000_000_123
RECORDS: list[tuple[Any, ...]] = [
    (0, AT, b"key", b"value", []),
    (1, AT + 1, None, b"", []),
    (2, AT + 2, b"", None, [("a", b"1"), ("a", None)]),
    (3, AT + 3, None, None, []),
    (4, AT + 4, b"k" * 300, bytes(range(256)) * 9, [("", b"")]),
]


def _piece(data: bytes, start: int, next_offset: int) -> FetchedRange:
    batches = [FetchedBatch(batch, hidden=False) for batch in read_batches(data)]
    return FetchedRange(TP, start, next_offset, batches, next_offset)


def _rows(piece: FetchedRange, *, headers: bool = False) -> list[dict[str, Any]]:
    from kafkawire.spark.columns import Converter

    converter = Converter(column_names(None, headers=headers))
    return [row for batch in converter.arrow_batches(piece) for row in batch.to_pylist()]


def _row(record: Sequence[Any], timestamp_type: int = 0) -> dict[str, Any]:
    offset, at, key, value, _ = record
    when = datetime.fromtimestamp(at // 1000, UTC).replace(microsecond=at % 1000 * 1000)
    return {
        "key": key,
        "value": value,
        "topic": "flights",
        "partition": 3,
        "offset": offset,
        "timestamp": when,
        "timestampType": timestamp_type,
    }


@pytest.mark.parametrize("compression", ["none", "gzip", "snappy", "lz4", "zstd"])
@pytest.mark.parametrize("copies", [1, 20])
def test_rows_are_the_records(compression: str, copies: int) -> None:
    records = [(i, AT + i, *RECORDS[i % 5][2:4], []) for i in range(5 * copies)]  # few and many take different ways
    data = write_batch(records, compression=compression, base_offset=0)
    assert _rows(_piece(data, 0, len(records))) == [_row(record) for record in records]


def test_the_message_formats_of_old_brokers_give_the_same_rows() -> None:
    records = [(*record[:4], []) for record in RECORDS]
    assert _rows(_piece(write_batch(records, magic=1), 0, 5)) == [_row(record) for record in records]


def test_headers_are_a_list_and_null_where_there_are_none() -> None:
    rows = _rows(_piece(write_batch(RECORDS), 0, 5), headers=True)
    assert [row["headers"] for row in rows] == [
        None,
        None,
        [{"key": "a", "value": b"1"}, {"key": "a", "value": None}],
        None,
        [{"key": "", "value": b""}],
    ]


def test_headers_are_null_in_a_batch_without_any() -> None:
    rows = _rows(_piece(write_batch(RECORDS[:2]), 0, 2), headers=True)
    assert [row["headers"] for row in rows] == [None, None]


def test_records_outside_the_range_are_left_out() -> None:
    data = write_batch(RECORDS[:3]) + write_batch([(3, AT, b"x", b"y", []), (4, AT, b"x", b"y", [])], base_offset=3)
    assert [row["offset"] for row in _rows(_piece(data, 1, 4))] == [1, 2, 3]
    assert _rows(_piece(data, 5, 9)) == []


def test_a_batch_that_is_not_to_be_seen_gives_no_rows() -> None:
    batch = next(iter(read_batches(write_batch(RECORDS))))
    assert _rows(FetchedRange(TP, 0, 5, [FetchedBatch(batch, hidden=True)], 5)) == []


def test_a_broken_batch_names_partition_and_offset() -> None:
    good = write_batch(RECORDS)
    bad = bytearray(write_batch([(5, AT, b"k", b"v", [])], base_offset=5))
    bad[-1] ^= 1
    with pytest.raises(CorruptBatch, match=r"flights-3, offset 5: .*CRC"):
        _rows(_piece(good + bytes(bad), 0, 6))


def test_slices_of_any_length_and_nulls_between_them_are_gathered() -> None:
    import numpy as np

    from kafkawire.spark.arrays import gather

    starts, lengths = np.array([2, 0, 5, 5, 9]), np.array([3, -1, 0, 2, -1])
    assert gather(pa.py_buffer(b"..abcde.."), starts, lengths).to_pylist() == [b"abc", None, b"", b"de", None]


@pytest.mark.parametrize("compression", ["none", "lz4"])
def test_many_small_batches_give_the_rows_of_one(compression: str) -> None:
    records = [(i, AT + i, *RECORDS[i % 5][2:]) for i in range(600)]
    edges = [0, 1, 3, *range(10, 600, 9), 600]
    data = b"".join(write_batch(records[a:b], compression=compression, base_offset=a) for a, b in pairwise(edges))
    rows = _rows(_piece(data, 3, 580), headers=True)
    assert [row["offset"] for row in rows] == list(range(3, 580))
    for row in rows:
        headers = [(each["key"], each["value"]) for each in row["headers"] or ()]
        assert {**_row(records[row["offset"]]), "headers": headers} == {**row, "headers": headers}
        assert headers == records[row["offset"]][4]


@pytest.mark.parametrize("at", [2**63 // 1000 + 1, -(2**63)])
def test_a_time_that_spark_cannot_say_is_an_error_unless_nobody_wants_it(at: int) -> None:
    from kafkawire.spark.columns import Converter

    data = write_batch([(0, AT, b"k", b"v", [])]) + write_batch([(1, at, b"k", b"v", [])], base_offset=1)
    with pytest.raises(DecodeError, match=f"flights-3, offset 1: Spark cannot say its timestamp, {at} ms"):
        _rows(_piece(data, 0, 2))
    (batch,) = Converter(("offset",)).arrow_batches(_piece(data, 0, 2))
    assert batch.num_rows == 2


def test_only_the_columns_that_are_wanted_are_made() -> None:
    from kafkawire.spark.columns import Converter

    (batch,) = Converter(("offset", "value")).arrow_batches(_piece(write_batch(RECORDS), 0, 5))
    assert batch.schema.names == ["offset", "value"]
    assert batch.to_pylist()[0] == {"offset": 0, "value": b"value"}


def test_batches_around_one_that_cannot_be_read_are_all_there() -> None:
    from kafkawire.spark.columns import Converter

    parts = [bytearray(write_batch([(i, AT, b"k", b"v", [])], base_offset=i)) for i in range(50)]
    parts[20][-1] ^= 1  # the checksum does not fit
    parts[30] = bytearray(write_batch([(30, AT, b"k", b"v", [])], base_offset=30))
    parts[30][61] += 2  # the record claims to be longer than it is, under a checksum that fits
    parts[30][17:21] = crc32c(bytes(parts[30][21:])).to_bytes(4, "big")
    told: list[int] = []
    converter = Converter(("offset",), lambda _, batch, __: told.append(batch.last_offset))
    rows = [
        row["offset"] for each in converter.arrow_batches(_piece(b"".join(parts), 0, 50)) for row in each.to_pylist()
    ]
    assert sorted(told) == [20, 30]
    assert rows == [i for i in range(50) if i not in (20, 30)]
