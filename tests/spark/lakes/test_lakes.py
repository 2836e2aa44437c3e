"""The recipes of docs/howto/spark-recipes.md for Delta and Iceberg, run as they stand there.

They need a Java of their own, started with the jars, and a Spark for which there are such jars.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client import NewTopic
from kafkawire.client.blocking import Admin, Producer
from tests.spark.interop.jars import resolves
from tests.spark.test_recipes import recipe

pytestmark = [
    pytest.mark.jvm,
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas"),
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),  # PySpark 4.1 leaves those of collect() open
]

DELTA = recipe("Delta: the newest record of each key")
ICEBERG = recipe("Iceberg: every record once")


@pytest.fixture(scope="module")
def own_java(java: None) -> Iterator[None]:
    """Sessions of the recipes are quiet, on this machine alone, and gone afterwards."""
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

    if SparkContext._active_spark_context is not None:
        pytest.skip("Java runs already, without the jars: make spark-recipes")
    quietly = " ".join(f"--conf {name}={value}" for name, value in _QUIET.items())
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYSPARK_SUBMIT_ARGS", f"--master local[2] {quietly} pyspark-shell")
        patched.setenv("PYSPARK_PYTHON", sys.executable)
        yield
    if session := SparkSession.getActiveSession():
        session.stop()


def need_jar(code: str) -> None:
    """Skip, saying why, if the recipe's jar is not for this Spark or cannot be had."""
    from pyspark import __version__

    found = re.search(r'"([\w.]+:[\w.-]+-?_?(4\.\d)_2\.13:[\d.]+)"', code)
    assert found is not None
    jar, version = found.groups()
    if not __version__.startswith(f"{version}."):
        pytest.skip(f"{jar} is for Spark {version}, this is {__version__}: make spark-recipes")
    if not resolves(jar):
        pytest.skip(f"{jar} cannot be fetched: see to a way to Maven Central")


@pytest.fixture(scope="module")
def delta(own_java: None) -> None:
    if find_spec("delta") is None:
        pytest.skip("delta-spark is not installed: make spark-recipes")
    need_jar(DELTA)


@pytest.fixture(scope="module")
def iceberg(own_java: None) -> None:
    need_jar(ICEBERG)


_QUIET = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.log.level": "ERROR",
    "spark.sql.shuffle.partitions": "2",
    "spark.databricks.delta.snapshotPartitions": "2",
}


def run(code: str, names: dict[str, Any]) -> None:
    exec(code, names)
    assert names["query"].awaitTermination(300)


def forget_commit(checkpoint: Path, batch: int) -> None:
    """As after a crash between the table's commit and the note of it in the checkpoint: the batch comes again."""
    for name in (f"{batch}", f".{batch}.crc"):
        (checkpoint / "commits" / name).unlink()


def send(address: str, topic: str, records: list[tuple[bytes | None, bytes | None]]) -> None:
    with Producer(address) as producer:
        for key, value in records:
            producer.send(topic, value, key=key, partition=0)


def test_delta_has_the_newest_record_of_each_key(delta: None, broker: str, tmp_path: Path) -> None:
    checkpoint, directory = tmp_path / "checkpoint", tmp_path / "table"
    names: dict[str, Any] = {"address": broker, "checkpoint": str(checkpoint), "directory": str(directory)}

    def rows() -> list[tuple[Any, ...]]:
        return sorted(tuple(row) for row in names["table"].toDF().collect())

    send(broker, "statuses", [(b"a", b"1"), (b"b", b"1"), (b"a", b"2"), (b"c", None)])
    run(DELTA, names)
    assert rows() == [("a", "2", 0, 2), ("b", "1", 0, 1)]
    send(broker, "statuses", [(b"b", None), (b"a", b"3"), (b"d", b"1")])
    run(DELTA, names)
    after = [("a", "3", 0, 5), ("d", "1", 0, 6)]
    assert rows() == after
    forget_commit(checkpoint, 1)
    run(DELTA, names)
    assert rows() == after


def test_delta_leaves_out_a_batch_that_comes_again(delta: None, broker: str, tmp_path: Path) -> None:
    checkpoint, directory = tmp_path / "checkpoint", tmp_path / "table"
    names: dict[str, Any] = {"address": broker, "checkpoint": str(checkpoint), "directory": str(directory)}
    code = DELTA.replace(".writeStream.foreachBatch(merge)", '.writeStream.format("delta")')
    code = code.replace(".start()", ".start(directory)").replace('"statuses"', '"all-statuses"')
    for start in (0, 50):
        send(broker, "all-statuses", [(b"k", b"%d" % number) for number in range(start, start + 50)])
        run(code, names)
    forget_commit(checkpoint, 1)
    run(code, names)
    found = sorted(tuple(row) for row in names["table"].toDF().select("offset", "value").collect())
    assert found == [(number, str(number)) for number in range(100)]


def test_iceberg_has_every_record_once(iceberg: None, broker: str, tmp_path: Path) -> None:
    names: dict[str, Any] = {"address": broker, "directory": str(tmp_path)}
    with Admin(broker) as admin:
        admin.create_topics({"flights": NewTopic(2, 1)})
    for start in (0, 50):
        flights = [{"carrier": "TP", "delay": number} for number in range(start, start + 50)]
        send(broker, "flights", [(None, json.dumps(flight).encode()) for flight in flights])
        exec(ICEBERG, names)
    exec(ICEBERG, names)
    found = sorted(tuple(row) for row in names["spark"].table("lake.flights").collect())
    assert found == [("TP", number, 0, number) for number in range(100)]
