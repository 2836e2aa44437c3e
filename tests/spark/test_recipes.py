"""The recipes of docs/howto/spark-recipes.md, run as they stand there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client.blocking import Producer
from tests import corpus

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
