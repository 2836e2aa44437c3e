"""Tables and views of Spark's catalog, by SQL."""

from __future__ import annotations

import asyncio
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kafkawire.client import Admin, NewTopic, Producer
from tests.corpus import path

pytestmark = [pytest.mark.jvm, pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")]

COUNT = 300


async def _fill(address: str) -> None:
    async with Admin(address) as admin:
        await admin.create_topics(
            {"in-tables": NewTopic(3, 1), "into-table": NewTopic(3, 1), "into-temporary": NewTopic(3, 1)}
        )
    async with Producer(address) as producer:
        for number in range(COUNT):
            producer.send("in-tables", value=b'{"n": %d}' % number, partition=number % 3)
        await producer.flush()


@pytest.fixture(scope="module")
def filled(broker: str) -> str:
    asyncio.run(_fill(broker))
    return broker


@pytest.fixture
def name(spark: Any, request: pytest.FixtureRequest) -> Iterator[str]:
    """Of a table or view, gone afterwards."""
    made = "t_" + request.node.originalname
    yield made
    spark.sql(f"DROP TABLE IF EXISTS {made}")
    spark.catalog.dropTempView(made)


def options(address: str, **others: str) -> str:
    given = {"kafka.bootstrap.servers": address, "subscribe": "in-tables"} | others
    return "OPTIONS (" + ", ".join(f"`{name}` '{text}'" for name, text in given.items()) + ")"


@pytest.mark.parametrize("kind", ["TABLE", "TEMPORARY VIEW"])
def test_a_topic_is_a_table(spark: Any, filled: str, name: str, kind: str) -> None:
    target = f"into-{kind.split()[0].lower()}"
    both = options(filled, topic=target, partitioner="crc32", **{"kafka.isolation.level": "read_committed"})
    spark.sql(f"CREATE {kind} {name} USING kafkawire {both}")
    described = {row.col_name: (row.data_type, row.comment) for row in spark.sql(f"DESCRIBE {name}").collect()}
    assert described["offset"] == ("bigint", None)
    assert described["key"] == ("binary", None)
    spark.sql(f"INSERT INTO {name} SELECT * FROM {name} WHERE partition = 1")
    written = spark.read.format("kafkawire").option("kafka.bootstrap.servers", filled).option("subscribe", target)
    assert written.load().selectExpr("count(*)", "min(partition)").first() == (COUNT // 3, 1)


def test_a_decoded_table_is_read_as_a_stream(spark: Any, filled: str, name: str, tmp_path: Path) -> None:
    decoding = {"valueFormat": "json", "valueSchema": "n INT, m MAP<STRING, DECIMAL(5, 2)>"}
    secret = {"kafka.ssl.key.password": "hush-hush"}
    given = options(filled, startingOffsets="earliest", **decoding, **secret)
    spark.sql(f"CREATE TABLE {name} USING kafkawire {given} COMMENT 'numbers' LOCATION '/nowhere'")
    table = spark.readStream.option("kafka.ssl.key.password", "hush-hush").table(name)
    assert "hush" not in table.schema.json()
    stream = table.select("value.n").writeStream.format("parquet").option("checkpointLocation", f"{tmp_path}/c")
    assert stream.trigger(availableNow=True).start(f"{tmp_path}/out").awaitTermination(300)
    assert spark.read.parquet(f"{tmp_path}/out").count() == COUNT


def test_a_table_with_columns_of_its_own_cannot_be_read_and_says_why(spark: Any, filled: str, name: str) -> None:
    spark.sql(f"CREATE TABLE {name} (value BINARY) USING kafkawire {options(filled)}")
    with pytest.raises(Exception, match="Spark tells us no options"):
        spark.table(name).count()


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("with blanks")
    with tarfile.open(path("segments", "clean", "logs.tar.xz")) as tar:
        tar.extractall(root, filter="data")
    return root


@pytest.mark.parametrize("kind", ["TABLE", "TEMPORARY VIEW"])
def test_segments_are_a_table(spark: Any, logs: Path, name: str, kind: str) -> None:
    spark.sql(f"CREATE {kind} {name} USING kafkawire.log OPTIONS (path '{logs}/*', mode 'batches')")
    assert spark.table(name).where("not crcOk").count() == 0
    assert spark.table(name).count() > 0


def test_segments_at_a_location(spark: Any, logs: Path, name: str) -> None:
    spark.sql(f"CREATE TABLE {name} USING kafkawire.log OPTIONS (columns 'offset,topic') LOCATION '{logs}'")
    assert spark.table(name).count() > 0


@pytest.mark.parametrize("kind", ["TABLE", "TEMPORARY VIEW"])
def test_a_capture_is_a_table(spark: Any, name: str, kind: str) -> None:
    file = path("captures", "ipv6-kcat.pcap")
    spark.sql(f"CREATE {kind} {name} USING kafkawire.capture OPTIONS (path '{file}', bodies 'false')")
    found = spark.sql(f"SELECT count_if(apiName = 'METADATA'), count(request) FROM {name}").first()
    assert found[0] > 0 == found[1]
