"""What becomes of options on their way through Spark's catalog. `PROPERTIES` is what Spark 4.3 hands over."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspark")

from pyspark.sql.types import StringType, StructField, StructType

from kafkawire.client.errors import InvalidOption
from kafkawire.spark.capture.source import KafkaWireCaptureSource
from kafkawire.spark.log.source import KafkaWireLogSource
from kafkawire.spark.source import KafkaWireDataSource
from kafkawire.spark.table_options import for_catalog, kept_in, of_readers_only, of_writers_only, stated

GIVEN = {"kafka.bootstrap.servers": "h:1", "subscribe": "a", "kafka.sasl.jaas.config": "x", "topic": "b"}
OF_SPARK = {
    "provider": "kafkawire",
    "owner": "root",
    "location": "file:/tmp/x",
    "path": "file:/tmp/x",
    "external": "true",
    "is_managed_location": "true",
    "comment": "of mine",
    "collation": "UTF8_BINARY",
    "a table property": "1",
}
PROPERTIES = GIVEN | OF_SPARK | {f"option.{name}": text for name, text in GIVEN.items()} | {"option.path": "/tmp/x"}
COLUMNS = StructType([StructField("key", StringType(), metadata={}), StructField("value", StringType())])


def test_of_a_new_table_only_its_options_are_taken() -> None:
    assert stated(PROPERTIES) == GIVEN | {"path": "file:/tmp/x"}
    assert stated(GIVEN | {"provider": "x"}, set) == GIVEN | {"provider": "x"}  # a mistake, to be told


def test_columns_carry_options_but_no_secrets() -> None:
    columns = for_catalog(PROPERTIES, COLUMNS)
    assert [(field.name, field.dataType) for field in columns] == [(field.name, field.dataType) for field in COLUMNS]
    assert "jaas.config" in columns.json()
    assert '"x' not in columns.json()
    login = {"KAFKA.sasl.jaas.config": "y"}
    kept = {name: text for name, text in GIVEN.items() if "jaas" not in name}
    assert kept_in(columns, login) == kept | login | {"path": "file:/tmp/x"}
    with pytest.raises(InvalidOption, match=r"'kafka.sasl.jaas.config' is not kept in a table, as it is secret"):
        kept_in(columns, {})


def test_what_a_query_says_goes_before_what_the_table_says() -> None:
    columns = for_catalog({"provider": "x", "owner": "y", "option.Mode": "batches"}, COLUMNS)
    assert kept_in(columns, {}) == {"Mode": "batches"}
    assert kept_in(columns, {"mode": "records"}) == {"mode": "records"}


def test_each_way_takes_its_own_of_a_table_for_both() -> None:
    of_both = {"kafka.bootstrap.servers": "h:1", "includeHeaders": "true", "kafka.client.id": "c"}
    of_reader = {"subscribe": "a", "kafka.isolation.level": "read_committed"}
    of_writer = {"topic": "b", "kafka.compression.type": "zstd", "path": "x"}
    given = of_both | of_reader | of_writer
    for columns in (COLUMNS, for_catalog({"provider": "x", "owner": "y"} | {f"option.{n}": t for n, t in given.items()}
                                         | {"path": "x"}, COLUMNS)):  # fmt: skip
        options = given if columns is COLUMNS else {}
        assert kept_in(columns, options, of_writers_only) == of_both | of_reader
        assert kept_in(columns, options, of_readers_only) == of_both | of_writer


def test_options_of_a_query_for_one_way_are_left_alone() -> None:
    for given in ({"subscribe": "a", "partitioner": "x"}, {"topic": "a", "columns": "x"}):
        assert kept_in(COLUMNS, given, of_writers_only) == given == stated(given, of_writers_only)


def test_a_table_that_has_lost_its_options_says_so() -> None:
    with pytest.raises(InvalidOption, match="Spark tells us no options"):
        kept_in(COLUMNS, {})


@pytest.mark.parametrize("source", [KafkaWireDataSource, KafkaWireLogSource, KafkaWireCaptureSource])
def test_each_source_keeps_its_options_in_its_columns(
    source: type[KafkaWireDataSource | KafkaWireLogSource | KafkaWireCaptureSource],
) -> None:
    of_topic = {"option.kafka.bootstrap.servers": "h:1", "option.subscribe": "a"}
    given = of_topic if source is KafkaWireDataSource else {"path": "file:/tmp/x"}
    columns = source(OF_SPARK | given).schema()
    others = of_writers_only if source is KafkaWireDataSource else set
    assert kept_in(columns, {}, others) == {name.removeprefix("option."): text for name, text in given.items()}
    assert source({}).reader(columns) is not None
    with pytest.raises(InvalidOption, match="unknown option 'subscripe'"):
        source(OF_SPARK | given | {"option.subscripe": "a"}).schema()
