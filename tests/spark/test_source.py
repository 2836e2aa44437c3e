"""The source inside Spark, against our own broker."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kafkawire.client import Admin, NewTopic, Producer

pytestmark = [pytest.mark.jvm, pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")]

TOPIC = "source-tests"
COUNT = 5_000


def _record(number: int) -> dict[str, Any]:
    return {
        "key": None if number % 7 == 0 else b"k%d" % (number % 50),
        "value": None if number % 11 == 0 else b"value %d" % number,
        "headers": [("number", b"%d" % number), ("null", None)] if number % 100 == 0 else (),
        "timestamp_ms": 1_700_000_000_000 + number,
        "partition": number % 3,
    }


async def _fill(address: str) -> None:
    keep = {"retention.ms": "-1"}  # the records' timestamps are years old
    async with Admin(address) as admin:
        await admin.create_topics({TOPIC: NewTopic(3, 1, keep), "source-tests-empty": NewTopic(2, 1)})
    async with Producer(address, compression_type="zstd") as producer:
        for number in range(COUNT):
            producer.send(TOPIC, **_record(number))
        await producer.flush()


@pytest.fixture(scope="module")
def filled(broker: str) -> str:
    asyncio.run(_fill(broker))
    return broker


def _load(spark: Any, address: str, **options: str) -> Any:
    reader = spark.read.format("kafkawire").option("kafka.bootstrap.servers", address)
    for name, value in ({"subscribe": TOPIC} | options).items():
        reader = reader.option(name, value)
    return reader.load()


def test_every_record_is_a_row(spark: Any, filled: str) -> None:
    rows = _load(spark, filled, includeHeaders="true", minPartitions="6").collect()
    assert len(rows) == COUNT
    for row in rows:
        number = row.offset * 3 + row.partition
        sent = _record(number)
        assert (row.topic, row.key, row.value, row.timestampType) == (TOPIC, sent["key"], sent["value"], 0)
        assert row.timestamp.microsecond == sent["timestamp_ms"] % 1000 * 1000
        assert [tuple(header) for header in row.headers or ()] == list(sent["headers"])


def test_offsets_choose_what_is_read(spark: Any, filled: str) -> None:
    frame = _load(
        spark,
        filled,
        startingOffsets=f'{{"{TOPIC}": {{"0": 10, "1": -2, "2": 1000}}}}',
        endingOffsets=f'{{"{TOPIC}": {{"0": 13, "1": 2, "2": 1000}}}}',
    )
    assert sorted((row.partition, row.offset) for row in frame.select("partition", "offset").collect()) == [
        (0, 10),
        (0, 11),
        (0, 12),
        (1, 0),
        (1, 1),
    ]


def test_an_empty_topic_has_no_rows(spark: Any, filled: str) -> None:
    assert _load(spark, filled, subscribe="source-tests-empty").collect() == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"startingOfsets": "earliest"}, "the nearest valid one is 'startingOffsets'"),
        ({"endingOffsets": f'{{"{TOPIC}": {{"0": 999999, "1": -1, "2": -1}}}}'}, "999999 are asked for"),
        ({"subscribe": "no-such", "kafka.default.api.timeout.ms": "1000"}, "UNKNOWN_TOPIC_OR_PARTITION"),
        ({"kafka.bootstrap.servers": "127.0.0.1:1", "kafka.default.api.timeout.ms": "1000"}, "127.0.0.1:1"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(spark: Any, filled: str, options: dict[str, str], said: str) -> None:
    from pyspark.errors import PySparkException

    from kafkawire.spark.errors import cause_of

    with pytest.raises(PySparkException) as caught:
        _load(spark, filled, **options).collect()
    assert said in cause_of(caught.value)
    assert "\n" not in cause_of(caught.value)


def test_wrong_options_are_said_without_the_pages_around_them(spark: Any, filled: str) -> None:
    from pyspark.errors import PySparkException

    with pytest.raises(PySparkException) as caught:
        _load(spark, filled, startingOfsets="earliest")
    lines = str(caught.value).splitlines()
    assert "unknown option 'startingofsets': the nearest valid one is 'startingOffsets'" in " ".join(lines[:2])
    assert not any(line.startswith("Traceback") for line in lines)


def test_columns_are_all_that_is_there(spark: Any, filled: str) -> None:
    frame = _load(spark, filled, columns="offset,value")
    assert frame.columns == ["offset", "value"]
    assert frame.count() == COUNT


def test_filters_are_pushed_where_spark_is_told_to(spark: Any, filled: str) -> None:
    condition = (
        f"topic = '{TOPIC}' AND partition >= 1 AND offset < 500 AND timestamp >= timestamp_millis(1700000000600)"
        " AND timestamp < timestamp_millis(1700000001000)"
    )
    expected = {n for n in range(600, 1000) if n % 3 and n // 3 < 500}

    def read() -> set[int]:
        rows = _load(spark, filled, columns="topic,partition,offset,timestamp").where(condition).collect()
        return {row.offset * 3 + row.partition for row in rows}

    assert read() == expected
    spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")
    try:
        assert read() == expected
        assert _load(spark, filled, startingTimestamp="1700000004990").count() == 10  # no filter, with the flag on
    finally:
        spark.conf.unset("spark.sql.python.filterPushdown.enabled")
