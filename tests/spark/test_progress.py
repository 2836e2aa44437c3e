"""Lag by partition, out of what Spark reports of a query."""

from __future__ import annotations

import json
import logging
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pyspark")

from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.progress import LagListener, PartitionProgress, partition_progress

A0, A1 = TopicPartition("a", 0), TopicPartition("a", 1)
KAFKA = {
    "startOffset": {"a": {"0": 10, "1": 5}},
    "endOffset": {"a": {"0": 30, "1": 5}},
    "latestOffset": {"a": {"0": 100, "1": 5}},
}
REPORT: dict[str, Any] = {
    "name": "flights",
    "id": "1",
    "runId": "2",
    "batchId": 7,
    "durationMs": {"triggerExecution": 4000},
    "sources": [KAFKA, {"startOffset": 3, "endOffset": 4, "latestOffset": None}, {"endOffset": "{broken"}],
}
EXPECTED = {A0: PartitionProgress(30, 70, 20, 5.0), A1: PartitionProgress(5, 0, 0, 0.0)}


def _event(**changed: Any) -> Any:
    report = REPORT | changed
    return SimpleNamespace(progress=SimpleNamespace(**report, json=json.dumps(report)))


def test_lag_and_rates_by_partition() -> None:
    as_text = {name: json.dumps(offsets) for name, offsets in KAFKA.items()}
    assert partition_progress(REPORT) == EXPECTED
    assert partition_progress(REPORT | {"sources": [as_text]}) == EXPECTED
    assert partition_progress(_event().progress) == EXPECTED


def test_a_first_batch_and_a_partition_that_is_new() -> None:
    source = {"startOffset": None, "endOffset": {"a": {"0": 3}}, "latestOffset": None}
    report = {"durationMs": {}, "sources": [source]}
    assert partition_progress(report) == {A0: PartitionProgress(3, 0, 0, 0.0)}


def test_the_driver_s_log_says_how_far_a_query_is(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "kafkawire.spark")
    LagListener().onQueryProgress(_event())
    assert caplog.messages == ["query flights, batch 7: 20 read, 5 a second, 70 behind, most of it a-0 with 70"]
    LagListener().onQueryProgress(_event(sources=[]))
    assert len(caplog.messages) == 1


def test_prometheus_sees_queries_while_they_run() -> None:
    client = pytest.importorskip("prometheus_client")
    registry = client.CollectorRegistry()
    listener = LagListener()
    registry.register(listener)
    listener.onQueryProgress(_event(name=None))
    labels = {"query": "1", "topic": "a", "partition": "0"}
    values = [
        registry.get_sample_value(f"kafkawire_spark_{name}", labels)
        for name in ("position", "lag", "read", "per_second")
    ]
    assert values == [30, 70, 20, 5]
    listener.onQueryTerminated(SimpleNamespace(runId="2"))
    assert registry.get_sample_value("kafkawire_spark_lag", labels) is None


@pytest.mark.jvm
@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")
def test_a_running_query_reports_its_lag(spark: Any, broker: str, tmp_path: Any) -> None:
    from kafkawire.client.blocking import Producer

    with Producer(broker) as producer:
        for number in range(50):
            producer.send("lagging-query", b"%d" % number, partition=0)
    source = spark.readStream.format("kafkawire").option("kafka.bootstrap.servers", broker)
    frame = source.option("subscribe", "lagging-query").option("startingOffsets", "earliest")
    stream = frame.option("maxOffsetsPerTrigger", 20).load().writeStream.format("noop")
    query = stream.option("checkpointLocation", str(tmp_path)).trigger(availableNow=True).start()
    assert query.awaitTermination(300)
    seen = [partition_progress(report)[TopicPartition("lagging-query", 0)] for report in query.recentProgress]
    assert [(each.position, each.lag, each.read) for each in seen][:3] == [(20, 30, 0), (40, 10, 20), (50, 0, 10)]
