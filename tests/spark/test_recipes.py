"""The recipes of docs/howto/spark-recipes.md, run as they stand there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client.blocking import Producer
from tests import corpus
from tests.spark.values.fake_registry import running_registry

pytestmark = [pytest.mark.jvm, pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")]

PAGE = (corpus.ROOT / "docs" / "howto" / "spark-recipes.md").read_text(encoding="utf-8")


def recipe(heading: str) -> str:
    """The first block of Python below a heading."""
    found = re.search(rf"^## {re.escape(heading)}$.*?^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def test_dead_letters(spark: Any, broker: str, tmp_path: Path) -> None:
    sent = [b'{"id": 1, "amount": 2.5}', b"nonsense", None, b'{"id": "x"}', b'{"id": 2}']
    with Producer(broker) as producer:
        for value in sent:
            producer.send("orders", value, key=b"k", partition=0)
    names = {
        "spark": spark,
        "address": broker,
        "directory": str(tmp_path / "sound"),
        "checkpoint": str(tmp_path / "checkpoint"),
    }
    exec(recipe("Dead letters"), names)
    assert names["query"].awaitTermination(300)
    rows = spark.read.parquet(names["directory"]).select("id", "amount").orderBy("id").collect()
    assert [tuple(row) for row in rows] == [(1, 2.5), (2, None)]
    letters = spark.read.format("kafkawire").option("kafka.bootstrap.servers", broker).option("includeHeaders", "true")
    found = letters.option("subscribe", "orders-dead-letters").load().collect()
    assert sorted((row.key, row.value) for row in found) == [(b"k", sent[1]), (b"k", sent[3])]
    reasons = sorted(row.headers[0].value.decode() for row in found)
    assert [reason.partition(": ")[0] for reason in reasons] == ["orders-0, offset 1", "orders-0, offset 3"]


def test_many_sinks_from_one_stream(spark: Any, broker: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Producer(broker) as producer:
        for number in range(20):
            producer.send("for-each-batch", json.dumps(number).encode(), partition=0)
    source = spark.readStream.format("kafkawire").option("kafka.bootstrap.servers", broker)
    flights = source.option("subscribe", "for-each-batch").option("startingOffsets", "earliest").load()
    code = recipe("Many sinks from one stream: foreachBatch")
    for name in ("counts", "records", "checkpoint"):
        code = code.replace(f'"{name}', f'"{tmp_path}/{name}')
    names = {"flights": flights}
    exec(code, names)
    names["query"].processAllAvailable()
    names["query"].stop()
    assert spark.read.parquet(f"{tmp_path}/counts").selectExpr("sum(count)").first()[0] == 20
    assert spark.read.parquet(f"{tmp_path}/records").count() == 20


@pytest.fixture
def as_before(spark: Any) -> Iterator[None]:
    """Settings that a recipe changes, put back for other tests of the session."""
    yield
    for name in ("stateStore.providerClass", "noDataMicroBatches.enabled"):
        spark.conf.unset(f"spark.sql.streaming.{name}")


@pytest.mark.usefixtures("as_before")
@pytest.mark.parametrize(("ttl_ms", "count"), [("86_400_000", 4), ("1", 1)])
def test_state_of_each_key(spark: Any, broker: str, tmp_path: Path, ttl_ms: str, count: int) -> None:
    """A query that is started again goes on with the state it had, unless that has outlived its time."""
    topic = f"statuses-{ttl_ms}"
    code = recipe("State of each key: transformWithState").replace('"statuses"', f'"{topic}"')
    code = code.replace("latest-statuses", f"latest-{ttl_ms}").replace("86_400_000", ttl_ms)
    names = {"spark": spark, "address": broker, "checkpoint": str(tmp_path)}
    for statuses in (["boarding", "delayed", "off"], ["landed"]):
        with Producer(broker) as producer:
            for status in statuses:
                producer.send(topic, status.encode(), key=b"TP1926", partition=0)
            producer.send(topic, b"off", key=statuses[0].encode(), partition=0)
        exec(code, names)
        assert names["query"].awaitTermination(300)
    source = spark.read.format("kafkawire").option("kafka.bootstrap.servers", broker)
    found = [json.loads(row.value) for row in source.option("subscribe", f"latest-{ttl_ms}").load().collect()]
    assert [row for row in found if row["flight"] == "TP1926"] == [
        {"flight": "TP1926", "status": "off", "count": 3},
        {"flight": "TP1926", "status": "landed", "count": count},
    ]
    assert [row for row in found if row["flight"] != "TP1926"] == [
        {"flight": "boarding", "status": "off", "count": 1},
        {"flight": "landed", "status": "off", "count": 1},
    ]


FIELDS = [{"name": "carrier", "type": "string"}, {"name": "delay", "type": ["null", "int"]}]
FLIGHT = {"type": "record", "name": "Flight", "namespace": "airline", "fields": FIELDS}


def write_avro(spark: Any, address: str, topic: str, subject: str, *changes: tuple[str, str]) -> list[Any]:
    """Run the recipe with a registry that has the schema under this subject. Returns what was asked of it."""
    code = recipe("Avro with the number of its schema").replace("flights-avro", topic)
    for change in changes:
        code = code.replace(*change)
    flights = spark.createDataFrame([("TP", -3), ("UA", None)], "carrier STRING, delay INT")
    with running_registry() as registry:
        registry.add(258, FLIGHT, subject)
        exec(code, {"spark": spark, "address": address, "registry": registry.url, "flights": flights})
    return registry.asked


@pytest.mark.parametrize(
    ("strategy", "subject"),
    [
        ("TopicName", "avro-TopicName-value"),
        ("RecordName", "airline.Flight"),
        ("TopicRecordName", "avro-TopicRecordName-airline.Flight"),
    ],
)
def test_avro_with_the_number_of_its_schema(spark: Any, broker: str, strategy: str, subject: str) -> None:
    """The bytes are those of Avro's specification: sizes and numbers in zigzag, fields one behind the other."""
    pytest.importorskip("fastavro")
    topic = f"avro-{strategy}"
    asked = write_avro(spark, broker, topic, subject, ("subjects['TopicName']", f"subjects['{strategy}']"))
    assert asked == [(f"/subjects/{subject}/versions/latest", None)]
    source = spark.read.format("kafkawire").option("kafka.bootstrap.servers", broker).option("subscribe", topic)
    found = sorted((row.key, row.value) for row in source.load().collect())
    assert found == [(b"TP", b"\0\0\0\1\2\x04TP\x02\x05"), (b"UA", b"\0\0\0\1\2\x04UA\x00")]


@pytest.mark.parametrize("columns", ['"carrier"', '"carrier", "delay", "delay as late"', '"delay as carrier", "delay"'])
def test_a_row_that_does_not_fit_the_schema_fails_the_task(spark: Any, broker: str, columns: str) -> None:
    pytest.importorskip("fastavro")
    from pyspark.errors import PythonException

    aliased = ", ".join(f"expr({name})" for name in columns.split(", "))
    changes = [('struct("carrier", "delay")', f"struct({aliased})"), ("import struct, udf", "import expr, struct, udf")]
    with pytest.raises(PythonException, match=r"ValueError|TypeError"):
        write_avro(spark, broker, "avro-wrong", "avro-wrong-value", *changes)
