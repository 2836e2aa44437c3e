"""Segments and captures through Spark itself."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.corpus import path

pytestmark = pytest.mark.jvm

PUSHDOWN = "spark.sql.python.filterPushdown.enabled"


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("segments")
    with tarfile.open(path("segments", "clean", "logs.tar.xz")) as tar:
        tar.extractall(root, filter="data")
    return root


@pytest.fixture
def pushing(spark: Any) -> Iterator[Any]:
    spark.conf.set(PUSHDOWN, "true")
    yield spark
    spark.conf.unset(PUSHDOWN)


def test_records_and_batches_of_a_log_directory_agree(spark: Any, logs: Path) -> None:
    """The formats are found by their names."""
    source = spark.read.format("kafkawire.log")
    records = source.option("maxPartitionBytes", 20_000).load(str(logs))
    batches = source.option("mode", "batches").load([str(logs)])
    in_batches = batches.where("control is null").groupBy("topic").sum("recordCount").collect()
    assert {row[0]: row[1] for row in records.groupBy("topic").count().collect()} == {
        row[0]: row[1] for row in in_batches if row[1]
    }
    assert batches.where("not crcOk or error is not null").count() == 0


def test_pushed_filters_change_no_row(pushing: Any, logs: Path) -> None:
    records = pushing.read.format("kafkawire.log").load(str(logs))
    everything = records.cache()
    where = "topic = 'even-codec-zstd' and offset >= 40 and timestamp > '2020-01-01'"
    expected = sorted(row["offset"] for row in everything.where(where).collect())
    fresh = pushing.read.format("kafkawire.log").load(str(logs))
    assert sorted(row["offset"] for row in fresh.where(where).collect()) == expected
    assert expected[0] == 40


def test_latency_percentiles_of_a_capture(spark: Any, capture: Path) -> None:
    pairs = spark.read.format("kafkawire.capture").load(str(capture))
    found = pairs.groupBy("apiName").agg({"*": "count"}).collect()
    assert {row["apiName"] for row in found} >= {"API_VERSIONS", "METADATA"}
    (slowest,) = pairs.selectExpr("percentile(latencyUs, 0.99)").first()
    assert slowest > 0
    assert pairs.selectExpr("get_json_object(request, '$.clientSoftwareName')").first() is not None


@pytest.fixture(scope="module")
def capture() -> Path:
    return path("captures", "ipv6-kcat.pcap")
