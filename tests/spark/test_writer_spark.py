"""The sink inside Spark, against our own broker: batch and streaming, at least once and exactly once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client import Admin, Consumer, NewTopic
from kafkawire.client.partitioner import partition_for_key

pytestmark = [pytest.mark.jvm, pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")]

KEEP = {"retention.ms": "-1"}  # some records' timestamps are years old


async def _create(address: str, topic: str) -> None:
    async with Admin(address) as admin:
        await admin.create_topics({topic: NewTopic(3, 1, KEEP)})


@pytest.fixture
def topic(broker: str, request: pytest.FixtureRequest) -> str:
    name = f"w-{abs(hash(request.node.name))}"
    asyncio.run(_create(broker, name))
    return name


async def _read(address: str, topic: str) -> list[Any]:
    found: list[Any] = []
    async with Consumer(address, topics=[topic], isolation_level="read_committed", auto_offset_reset="earliest") as c:
        ends = await c.offsets_for_times(dict.fromkeys(c.assignment, -1))
        while any(c.positions().get(tp, 0) < end for tp, end in ends.items()):
            for chunk in await c.fetch(timeout=1):
                found += [(chunk.tp.partition, record) for record in chunk]
    return found


def read(address: str, topic: str) -> list[Any]:
    """All committed records."""
    return [record for _, record in asyncio.run(_read(address, topic))]


def write(frame: Any, address: str, **options: str) -> None:
    writer = frame.write.format("kafkawire").mode("append").option("kafka.bootstrap.servers", address)
    for name, value in options.items():
        writer = writer.option(name, value)
    writer.save()


@pytest.mark.parametrize("delivery", ["at-least-once", "exactly-once"])
def test_rows_become_records(spark: Any, broker: str, topic: str, delivery: str) -> None:
    count = 5_000
    frame = spark.range(count).selectExpr(
        "if(id % 7 = 0, null, concat('k', id % 50)) as key",
        "if(id % 11 = 0, null, cast(concat('value ', id) as binary)) as value",
        "timestamp_millis(1700000000000 + id) as timestamp",
        "if(id % 100 = 0, array(named_struct('key', 'n', 'value', cast('x' as binary))), null) as headers",
        "id as ignored",
    )
    write(frame, broker, topic=topic, delivery=delivery, **{"kafka.compression.type": "zstd"})
    found = asyncio.run(_read(broker, topic))
    assert sorted(r.timestamp - 1_700_000_000_000 for _, r in found) == list(range(count))
    for partition, record in found:
        number = record.timestamp - 1_700_000_000_000
        assert record.key == (None if number % 7 == 0 else b"k%d" % (number % 50))
        assert record.value == (None if number % 11 == 0 else b"value %d" % number)
        assert list(record.headers) == ([("n", b"x")] if number % 100 == 0 else [])
        assert record.key is None or partition == partition_for_key(record.key, 3)


def test_a_batch_write_with_a_name_is_written_once(spark: Any, broker: str, topic: str) -> None:
    frame = spark.range(100).selectExpr("string(id) value")
    for _ in range(2):
        write(frame, broker, topic=topic, delivery="exactly-once", writeId=topic)
    assert sorted(int(r.value) for r in read(broker, topic)) == list(range(100))


def test_a_failed_batch_leaves_nothing(spark: Any, broker: str, topic: str) -> None:
    frame = spark.range(0, 100, 1, 4).selectExpr("string(id) value", "if(id = 99, 17, null) as partition")
    with pytest.raises(Exception, match="column 'partition' is 17"):
        write(frame, broker, topic=topic, delivery="exactly-once")
    assert read(broker, topic) == []


@pytest.mark.parametrize("delivery", ["at-least-once", "exactly-once"])
def test_a_streaming_query_that_is_stopped_goes_on(
    spark: Any, broker: str, topic: str, delivery: str, tmp_path: Path
) -> None:
    source, checkpoint = tmp_path / "in", tmp_path / "checkpoint"
    source.mkdir()

    def run_once() -> None:
        stream = spark.readStream.format("text").load(str(source)).selectExpr("value")
        query = (
            stream.writeStream.format("kafkawire")
            .option("kafka.bootstrap.servers", broker)
            .option("topic", topic)
            .option("delivery", delivery)
            .option("checkpointLocation", str(checkpoint))
            .trigger(availableNow=True)
            .start()
        )
        query.awaitTermination()

    for file in range(2):
        (source / f"{file}.txt").write_text("".join(f"{file * 100 + i}\n" for i in range(100)))
        run_once()
    assert sorted(int(r.value) for r in read(broker, topic)) == list(range(200))
    (checkpoint / "commits" / "1").unlink()  # as if the driver had died before it could note its last batch
    for trace in (checkpoint / "commits").glob(".1.crc"):
        trace.unlink()
    run_once()
    values = sorted(int(r.value) for r in read(broker, topic))
    assert values == sorted([*range(200), *(range(100, 200) if delivery == "at-least-once" else ())])


@pytest.mark.parametrize(
    ("select", "options", "said"),
    [
        ("string(id) value", {"tpic": "x"}, "unknown option 'tpic': the nearest valid one is 'topic'"),
        ("string(id) value", {}, "give the option 'topic' or a column 'topic'"),
        ("id as value", {"topic": "t"}, "column 'value' must be string or binary, not bigint"),
        ("string(id) value, string(null) topic", {}, "column 'topic' is null in row 0 of a batch"),
        (
            "string(id) value",
            {"topic": "t", "kafka.bootstrap.servers": "127.0.0.1:1", "kafka.default.api.timeout.ms": "1000"},
            "127.0.0.1:1",
        ),
    ],
)
def test_what_cannot_be_written_is_said_in_one_line(
    spark: Any, broker: str, select: str, options: dict[str, str], said: str
) -> None:
    from pyspark.errors import PySparkException

    from kafkawire.spark.errors import cause_of

    with pytest.raises(PySparkException) as caught:
        write(spark.range(1).selectExpr(*select.split(", ")), broker, **options)
    assert said in cause_of(caught.value)
