"""Records encoded by the column have the bytes that the codec gives them one by one, which Apache Kafka agrees with."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kafkawire.client import TopicPartition
from kafkawire.client.producer.accumulator import PartitionQueue
from kafkawire.errors import ValueOutOfRange
from kafkawire.records import read_batches, write_batch

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")

HEADERS = pa.list_(pa.struct([pa.field("key", pa.string()), pa.field("value", pa.binary())])) if pa else None
Row = tuple[int, bytes | None, bytes | None, list[tuple[str, bytes | None]] | None]


def _columns(rows: list[Row]) -> Any:
    from kafkawire.spark.sink.encode import RecordColumns, header_bytes

    headers = [None if r[3] is None else [{"key": k, "value": v} for k, v in r[3]] for r in rows]
    return RecordColumns(
        pa.array([r[1] for r in rows], pa.binary()),
        pa.array([r[2] for r in rows], pa.binary()),
        np.array([r[0] for r in rows], np.int64),
        header_bytes(pa.array(headers, HEADERS)),
    )


def _expected(rows: list[Row], **batch: Any) -> bytes:
    return write_batch([(i, t, k, v, h or ()) for i, (t, k, v, h) in enumerate(rows)], base_offset=0, **batch)


def _random_rows(seed: int, count: int) -> list[Row]:
    rng = random.Random(seed)
    longest = rng.choice([0, 1, 63, 64, 300, 9000])

    def blob() -> bytes | None:
        return None if rng.random() < 0.2 else rng.randbytes(rng.randint(0, longest))

    def headers() -> list[tuple[str, bytes | None]] | None:
        if rng.random() < 0.5:
            return None
        return [("ä" * rng.randint(0, 70), blob()) for _ in range(rng.choice([0, 1, 2, 70]))]

    with_headers = rng.random() < 0.5
    spread = rng.choice([0, 60, 10_000, 10**12])
    return [
        (1_700_000_000_000 + rng.randint(-spread, spread), blob(), blob(), headers() if with_headers else None)
        for _ in range(count)
    ]


@pytest.mark.parametrize("seed", range(40))
def test_columns_give_the_bytes_of_single_records(seed: int) -> None:
    from kafkawire.spark.sink.encode import encode

    rows = _random_rows(seed, random.Random(seed).choice([1, 2, 63, 64, 65, 200]))
    (batch,) = encode(_columns(rows), np.array([0]))
    codec = ["none", "gzip", "snappy", "lz4", "zstd"][seed % 5]
    named: Any = {"producer_id": 7, "producer_epoch": 3, "base_sequence": 11, "is_transactional": bool(seed % 2)}
    assert batch.build(**named) == _expected(rows, **named)
    (read,) = read_batches(batch.build(compression=codec, **named))
    assert read.records() == next(iter(read_batches(_expected(rows)))).records()


def test_batches_are_cut_where_they_begin() -> None:
    from kafkawire.spark.sink.encode import encode

    rows = _random_rows(3, 200)
    starts = [0, 1, 70, 199]
    batches = encode(_columns(rows), np.array(starts))
    for start, stop, batch in zip(starts, [*starts[1:], 200], batches, strict=True):
        assert batch.build() == _expected(rows[start:stop])
        assert len(batch) == stop - start


def test_a_batch_that_a_broker_finds_too_large_can_be_split() -> None:
    from kafkawire.spark.sink.encode import encode

    rows = _random_rows(5, 100)
    (batch,) = encode(_columns(rows), np.array([0]))
    parts = [batch.part(0, 40), batch.part(40, 100)]
    assert [part.build() for part in parts] == [_expected(rows[:40]), _expected(rows[40:])]


def test_a_batch_that_is_encoded_takes_no_more_records() -> None:
    from kafkawire.spark.sink.encode import encode

    (batch,) = encode(_columns(_random_rows(2, 3)), np.array([0]))
    with pytest.raises(AttributeError):
        batch.append(0, None, b"lost")  # type: ignore[attr-defined]
    queue = PartitionQueue(TopicPartition("t", 0))
    with pytest.raises(AttributeError):
        queue.new_batch(batch, 0.0).builder.append(0, None, b"lost", ())


def test_rows_of_a_slice_are_those_of_the_slice() -> None:
    from kafkawire.spark.sink.encode import RecordColumns, encode, header_bytes

    rows = _random_rows(1, 50)
    whole = [[{"key": k, "value": v} for k, v in r[3] or ()] or None for r in rows]
    columns = RecordColumns(
        pa.array([r[1] for r in rows], pa.binary())[20:],
        pa.array([r[2] for r in rows], pa.binary())[20:],
        np.array([r[0] for r in rows[20:]], np.int64),
        header_bytes(pa.array(whole, HEADERS)[20:]),
    )
    assert encode(columns, np.array([0]))[0].build() == _expected(rows[20:])


def test_a_header_needs_a_key() -> None:
    from kafkawire.spark.sink.encode import header_bytes

    with pytest.raises(ValueOutOfRange, match="a header has no key"):
        header_bytes(pa.array([[{"key": None, "value": b"x"}]], HEADERS))
