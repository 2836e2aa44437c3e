"""Decoding inside Spark, against our own broker."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client import NewTopic
from kafkawire.client.blocking import Admin, Producer
from tests.spark.values.fake_registry import Registry, running_registry
from tests.spark.values.test_avro_format import INNER, MOMENT, record, written

pytestmark = [pytest.mark.jvm, pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")]

SCHEMA = record(
    "int",
    {"type": "array", "items": ["null", INNER]},
    {"type": "map", "values": "string"},
    {"type": "long", "logicalType": "timestamp-millis"},
    {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2},
)
TYPES = "struct<f0:int,f1:array<struct<x:int>>,f2:map<string,string>,f3:timestamp,f4:decimal(9,2)>"


@pytest.fixture
def registry() -> Iterator[Registry]:
    with running_registry() as found:
        yield found


def _fill(address: str, topic: str, values: list[bytes | None]) -> None:
    with Admin(address) as admin:
        admin.create_topics({topic: NewTopic(1, 1)})
    with Producer(address) as producer:
        for value in values:
            producer.send(topic, value)
        producer.flush()


def _avro(number: int) -> bytes:
    value = {"f0": number, "f1": [{"x": number}, None], "f2": {"a": "b"}, "f3": MOMENT, "f4": Decimal(number)}
    return b"\0\0\0\0\1" + written(SCHEMA, value)


def _reader(reader: Any, address: str, topic: str, **options: str) -> Any:
    reader = reader.format("kafkawire").option("kafka.bootstrap.servers", address).option("subscribe", topic)
    return reader.options(startingOffsets="earliest", **options)


def test_an_avro_topic_with_a_registry(spark: Any, broker: str, registry: Registry, tmp_path: Path) -> None:
    topic = "values-avro"
    registry.add(1, SCHEMA, f"{topic}-value")
    _fill(broker, topic, [*(_avro(number) for number in range(100)), None])
    how = {"valueFormat": "avro", "schemaRegistry": registry.url}
    frame = _reader(spark.read, broker, topic, **how).load()
    assert frame.schema["value"].dataType.simpleString() == TYPES
    found = frame.selectExpr(
        "value.f0", "value.f1[0].x", "value.f1[1]", "value.f2['a']", "unix_millis(value.f3)", "string(value.f4)"
    ).collect()
    millis = round(MOMENT.timestamp() * 1000)
    assert [tuple(row) for row in found[:-1]] == [(i, i, None, "b", millis, f"{i}.00") for i in range(100)]
    assert frame.where("value is null").count() == 1
    _stream(spark, _reader(spark.readStream, broker, topic, **how).load(), tmp_path)
    assert spark.read.parquet(str(tmp_path / "out")).agg({"f0": "sum"}).collect()[0][0] == 4950


def _stream(spark: Any, frame: Any, directory: Path) -> None:
    writer = frame.where("value is not null").select("value.f0").writeStream.format("parquet")
    writer = writer.option("path", str(directory / "out")).option("checkpointLocation", str(directory / "checkpoint"))
    query = writer.trigger(availableNow=True).start()
    assert query.awaitTermination(120)


def test_errors_are_one_line(spark: Any, broker: str, registry: Registry) -> None:
    from pyspark.errors import PySparkException

    from kafkawire.spark.errors import cause_of

    topic = "values-malformed"
    _fill(broker, topic, [b'{"id": 1}', b"{"])
    with pytest.raises(PySparkException) as caught:
        _reader(spark.read, broker, topic, valueFormat="avro", schemaRegistry=registry.url).load()
    assert cause_of(caught.value).startswith(f"the schema registry, {registry.url}/subjects/values-malformed-value")
    frame = _reader(spark.read, broker, topic, valueFormat="json", valueSchema="id INT").load()
    with pytest.raises(PySparkException) as caught:
        frame.collect()
    assert "values-malformed-0, offset 1: the value is malformed: not JSON" in cause_of(caught.value)


def test_kafkas_own_topics(spark: Any, broker: str) -> None:
    from kafkawire.client.metadata import TopicPartition

    topic = "values-internal"
    _fill(broker, topic, [b"x"])
    with Admin(broker) as admin:
        admin.alter_group_offsets({"values-group": {TopicPartition(topic, 0): 1}})
    frame = _reader(spark.read, broker, "__consumer_offsets", valueFormat="kafka-internal").load()
    offsets = frame.where("keyType = 'OffsetCommitKey'").selectExpr(
        "get_json_object(key, '$.group') AS group", "get_json_object(value, '$.offset') AS committed"
    )
    assert [tuple(row) for row in offsets.where("group = 'values-group'").collect()] == [("values-group", "1")]


def test_a_schema_that_changed_since_load_is_refused(registry: Registry) -> None:
    from pyspark.sql.types import IntegerType, StructField, StructType

    from kafkawire.client.errors import InvalidOption
    from kafkawire.spark.source import KafkaWireDataSource

    registry.add(1, SCHEMA, "t-value")
    options = {"kafka.bootstrap.servers": "127.0.0.1:1", "subscribe": "t", "columns": "value",
               "valueFormat": "avro", "schemaRegistry": registry.url}  # fmt: skip
    source = KafkaWireDataSource(options)
    assert source.schema().simpleString() == f"struct<value:{TYPES}>"
    with pytest.raises(InvalidOption, match=r"has changed since load\(\)"):
        source.reader(StructType([StructField("value", StructType([StructField("f0", IntegerType())]))]))
