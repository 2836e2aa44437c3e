"""Streaming queries inside Spark, against our own broker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client.admin import NewTopic
from kafkawire.client.blocking import Admin, Producer
from kafkawire.client.metadata import TopicPartition

pytestmark = [pytest.mark.jvm, pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")]


def _write(address: str, topic: str, numbers: range, partitions: int) -> None:
    with Producer(address) as producer:
        for number in numbers:
            producer.send(topic, b"%d" % number, partition=number % partitions)


def _run(spark: Any, address: str, topic: str, folder: Path, **options: str) -> Any:
    """Read what is there now, and end."""
    reader = spark.readStream.format("kafkawire").option("kafka.bootstrap.servers", address)
    for name, value in ({"subscribe": topic, "startingOffsets": "earliest"} | options).items():
        reader = reader.option(name, value)
    rows = reader.load().selectExpr("CAST(CAST(value AS STRING) AS INT) AS number")
    writer = rows.writeStream.format("parquet").option("path", str(folder / "rows"))
    query = writer.option("checkpointLocation", str(folder / "checkpoint")).trigger(availableNow=True).start()
    query.awaitTermination()
    return query


def _numbers(spark: Any, folder: Path) -> list[int]:
    return sorted(row.number for row in spark.read.parquet(str(folder / "rows")).collect())


def _checkpoint(folder: Path) -> dict[int, str]:
    files = (folder / "checkpoint" / "offsets").glob("[0-9]*")
    return {int(file.name): file.read_text().splitlines()[-1] for file in files}


def test_a_query_stops_and_goes_on_with_new_partitions_and_a_group_that_is_told(
    spark: Any, broker: str, tmp_path: Path
) -> None:
    topic, options = "streaming-tests", {"maxOffsetsPerTrigger": "60", "groupId": "watched"}
    with Admin(broker) as admin:
        admin.create_topics({topic: NewTopic(2, 1)})
        _write(broker, topic, range(100), 2)
        first = _run(spark, broker, topic, tmp_path, **options)
        assert _numbers(spark, tmp_path) == list(range(100))
        assert [progress["numInputRows"] for progress in first.recentProgress if progress["numInputRows"]] == [60, 40]
        admin.create_partitions({topic: 3})
        _write(broker, topic, range(100, 160), 3)
        _run(spark, broker, topic, tmp_path, **options)
        assert _numbers(spark, tmp_path) == list(range(160))
        offsets = _checkpoint(tmp_path)
        assert json.loads(offsets[0]) == {topic: {"0": 30, "1": 30}}
        assert json.loads(offsets[max(offsets)]) == {topic: {"0": 70, "1": 70, "2": 20}}
        committed = admin.list_group_offsets(["watched"])["watched"]
    assert committed[TopicPartition(topic, 0)].offset >= 50


def test_the_checkpoint_of_sparks_own_source_is_gone_on_from(spark: Any, broker: str, tmp_path: Path) -> None:
    topic = "streaming-taken-over"
    with Admin(broker) as admin:
        admin.create_topics({topic: NewTopic(2, 1)})
    _write(broker, topic, range(20), 2)
    _run(spark, broker, topic, tmp_path)
    for file in (tmp_path / "checkpoint" / "offsets").glob("[0-9]*"):  # as that source writes it: without blanks
        lines = file.read_text().splitlines()
        file.write_text("\n".join([*lines[:-1], f'{{"{topic}":{{"0":5,"1":10}}}}']))
        (file.parent / f".{file.name}.crc").unlink()
    _write(broker, topic, range(20, 30), 2)
    _run(spark, broker, topic, tmp_path)
    again = [number for number in range(20) if number % 2 == 0 and number // 2 >= 5]
    assert _numbers(spark, tmp_path) == sorted([*range(30), *again])


def test_lost_records_fail_a_query_with_one_line(spark: Any, broker: str, tmp_path: Path) -> None:
    from pyspark.errors import PySparkException

    from kafkawire.spark.errors import cause_of

    topic = "streaming-lost"
    with Admin(broker) as admin:
        admin.create_topics({topic: NewTopic(1, 1)})
        _write(broker, topic, range(10), 1)
        _run(spark, broker, topic, tmp_path)
        _write(broker, topic, range(10, 30), 1)
        admin.delete_records({TopicPartition(topic, 0): 15})
    with pytest.raises(PySparkException) as caught:
        _run(spark, broker, topic, tmp_path)
    assert "streaming-lost-0: offset 10 is not in the log any more: it begins at 15; set failOn" in cause_of(
        caught.value
    )
    _run(spark, broker, topic, tmp_path, failOnDataLoss="false")
    assert _numbers(spark, tmp_path) == [*range(10), *range(15, 30)]
