"""Which DataFrames can be written, and what becomes of their rows."""

from __future__ import annotations

from datetime import UTC, datetime
from time import time
from typing import Any

import pytest

from kafkawire.client.errors import InvalidOption
from kafkawire.client.metadata import TopicPartition
from kafkawire.records import Record, read_batches

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")
types = pytest.importorskip("pyspark.sql.types")


def _schema(ddl: str) -> Any:
    fields = []
    for part in filter(None, ddl.split("; ")):
        name, kind = part.split(" ", 1)
        header = types.StructType([types.StructField(n, t()) for n, t in HEADER])
        fields.append(types.StructField(name, types.ArrayType(header) if kind == "headers" else KINDS[kind]()))
    return types.StructType(fields)


HEADER = [("key", types.StringType), ("value", types.BinaryType)]
KINDS = {
    "string": types.StringType,
    "binary": types.BinaryType,
    "int": types.IntegerType,
    "bigint": types.LongType,
    "timestamp": types.TimestampType,
}


@pytest.mark.parametrize(
    "ddl",
    [
        "value string",
        "key binary; value binary; headers headers; partition int; timestamp timestamp",
        "value binary; offset bigint; anything int",
    ],
)
def test_frames_that_can_be_written(ddl: str) -> None:
    from kafkawire.spark.sink.columns import check_schema

    check_schema(_schema(ddl), "t")


@pytest.mark.parametrize(
    ("ddl", "said"),
    [
        ("key string", "a column 'value' is needed; there are 'key'"),
        ("value int", "column 'value' must be string or binary, not int"),
        ("key bigint; value string", "column 'key' must be string or binary, not bigint"),
        ("value string; topic int", "column 'topic' must be string, not int"),
        ("value string; partition bigint", "column 'partition' must be int, not bigint"),
        ("value string; headers string", "column 'headers' must be array<struct<key: string, value: binary>>"),
        ("value string; timestamp bigint", "column 'timestamp' must be timestamp, not bigint"),
    ],
)
def test_frames_that_cannot(ddl: str, said: str) -> None:
    from kafkawire.spark.sink.columns import InvalidSchema, check_schema

    with pytest.raises(InvalidSchema) as caught:
        check_schema(_schema(ddl), "t")
    assert said in str(caught.value)


def test_something_has_to_say_the_topic() -> None:
    from kafkawire.spark.sink.columns import check_schema

    with pytest.raises(InvalidOption, match="give the option 'topic' or a column 'topic'"):
        check_schema(_schema("value string"), None)
    check_schema(_schema("value string; topic string"), None)


def _written(
    columns: dict[str, Any], topic: str | None = "t", batch_size: int = 10_000
) -> list[tuple[TopicPartition, list[Record]]]:
    from kafkawire.spark.sink.batching import Batcher

    batcher = Batcher(topic, "murmur2", batch_size, lambda name: 4)
    return [
        (tp, next(iter(read_batches(batch.build()))).records())
        for tp, batch in batcher.batches(pa.record_batch(columns))
    ]


def test_rows_become_records() -> None:
    header = pa.list_(pa.struct([pa.field("key", pa.string()), pa.field("value", pa.binary())]))
    then = datetime(2024, 2, 29, 12, 0, 0, 123456, tzinfo=UTC)
    found = _written(
        {
            "key": pa.array(["k", None, "ü"]),
            "value": pa.array([b"1", b"2", None]),
            "partition": pa.array([2, 2, 2], pa.int32()),
            "timestamp": pa.array([then] * 3, pa.timestamp("us", tz="UTC")),
            "headers": pa.array([[{"key": "h", "value": b"x"}, {"key": "h", "value": None}], None, []], header),
        }
    )
    ms = 1_709_208_000_123
    assert found == [
        (
            TopicPartition("t", 2),
            [
                Record(0, ms, b"k", b"1", [("h", b"x"), ("h", None)]),
                Record(1, ms, None, b"2", []),
                Record(2, ms, "ü".encode(), None, []),
            ],
        )
    ]


def test_without_a_time_records_are_of_now() -> None:
    ((_, (record,)),) = _written({"value": pa.array(["x"])})
    assert abs(record.timestamp - time() * 1000) < 60_000


def test_records_keep_the_order_of_the_rows_within_a_partition() -> None:
    count = 500
    found = _written(
        {"value": pa.array([str(i) for i in range(count)]), "partition": pa.array(np.arange(count) % 3, pa.int32())}
    )
    assert {tp.partition: [int(r.value or b"") for r in records] for tp, records in found} == {
        p: list(range(p, count, 3)) for p in range(3)
    }


def test_the_option_goes_before_the_column_and_the_column_goes_by_row() -> None:
    columns = {"value": pa.array(["1", "2", "3"]), "topic": pa.array(["a", "b", "a"])}
    assert {tp.topic for tp, _ in _written(columns)} == {"t"}
    by_topic: dict[str, list[bytes | None]] = {}
    for tp, records in _written(columns, None):
        by_topic.setdefault(tp.topic, []).extend(record.value for record in records)
    assert by_topic == {"a": [b"1", b"3"], "b": [b"2"]}


def test_rows_that_no_record_can_be_made_of() -> None:
    from kafkawire.spark.sink.columns import InvalidRow

    with pytest.raises(InvalidRow, match="column 'topic' is null in row 1 of a batch"):
        _written({"value": pa.array(["1", "2"]), "topic": pa.array(["a", None])}, None)
    with pytest.raises(InvalidRow, match="column 'partition' is 4, and topic 't' has partitions 0 to 3"):
        _written({"value": pa.array(["1"]), "partition": pa.array([4], pa.int32())})
    with pytest.raises(InvalidRow, match="column 'timestamp' is before 1970"):
        _written({"value": pa.array(["1"]), "timestamp": pa.array([datetime(1969, 1, 1, tzinfo=UTC)])})


def test_batches_are_as_large_as_they_may_be_and_large_records_are_alone() -> None:
    values = [b"x" * (5_000 if i == 50 else 100) for i in range(100)]
    found = _written({"value": pa.array(values), "partition": pa.array([0] * 100, pa.int32())}, batch_size=1_000)
    sizes = [len(records) for _, records in found]
    assert sum(sizes) == 100
    assert max(sizes) <= 8
    assert [len(records) for _, records in found if records[0].value == values[50]] == [1]
