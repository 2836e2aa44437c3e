from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from kafkawire.client.consumer.batches import FetchedBatch
from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import CorruptBatch
from kafkawire.records import read_batches, write_batch

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
    from kafkawire.spark.columns import arrow_batches

    return [row for batch in arrow_batches(piece, headers=headers) for row in batch.to_pylist()]


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

    from kafkawire.spark.columns import gather

    starts, lengths = np.array([2, 0, 5, 5, 9]), np.array([3, -1, 0, 2, -1])
    assert gather(pa.py_buffer(b"..abcde.."), starts, lengths).to_pylist() == [b"abc", None, b"", b"de", None]
