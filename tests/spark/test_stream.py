"""The streaming reader without Spark: where batches begin and end, and when they come."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from kafkawire.client.errors import InvalidOption, NoOffset
from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.lookup import Lookup
from kafkawire.spark.offsets import OffsetRange
from kafkawire.spark.options import parse_options
from tests.spark.test_lookup import Table

datasource = pytest.importorskip("pyspark.sql.streaming.datasource")

A0, A1, A2 = (TopicPartition("a", index) for index in range(3))


class Clock:
    """Seconds that pass when the test says so."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def _stream(table: Any, clock: Clock | None = None, **given: str) -> Any:
    from kafkawire.spark.stream import KafkaWireStreamReader

    options = parse_options({"kafka.bootstrap.servers": "h:1", "subscribe": "a", **given}, "stream")
    reader = KafkaWireStreamReader(options, clock or Clock())
    reader._lookup = Lookup(options, table, lambda _: None)
    return reader


def _all() -> Any:
    return datasource.ReadAllAvailable()


def test_a_query_begins_at_the_end_unless_it_is_told_otherwise() -> None:
    assert _stream(Table({"a": 2}, ends=[7])).initialOffset() == {"a": {"0": 7, "1": 7}}
    assert _stream(Table({"a": 2}), startingOffsets="earliest").initialOffset() == {"a": {"0": 0, "1": 0}}


def test_a_batch_takes_all_there_is_and_new_partitions_from_their_beginning() -> None:
    reader = _stream(Table({"a": 3}, ends=[20]))
    start = {"a": {"0": 5, "1": 20}}
    end = reader.latestOffset(start, _all())
    assert end == {"a": {"0": 20, "1": 20, "2": 20}}
    assert [part.offsets for part in reader.partitions(start, end)] == [OffsetRange(A0, 5, 20), OffsetRange(A2, 0, 20)]
    assert reader.reportLatestOffset() == end


def test_a_limit_is_spark_s_to_give_and_shared_in_proportion() -> None:
    reader = _stream(Table({"a": 3}, ends=[100]), maxOffsetsPerTrigger="30")
    assert reader.getDefaultReadLimit() == datasource.ReadMaxRows(30)
    start = {"a": {"0": 0, "1": 0}}  # of the third nobody knew
    assert reader.latestOffset(start, datasource.ReadMaxRows(30)) == {"a": {"0": 10, "1": 10, "2": 10}}
    assert reader.latestOffset(start, _all()) == {"a": {"0": 100, "1": 100, "2": 100}}
    assert _stream(Table({"a": 1})).getDefaultReadLimit() == _all()


def test_a_batch_waits_for_enough_records_but_not_for_ever() -> None:
    clock, table = Clock(), Table({"a": 1}, ends=[10])
    reader = _stream(table, clock, minOffsetsPerTrigger="50", maxTriggerDelay="10s")
    assert reader.latestOffset({"a": {"0": 0}}, _all()) == {"a": {"0": 10}}  # the first one does not wait
    table._ends = [59]
    assert reader.latestOffset({"a": {"0": 10}}, _all()) == {"a": {"0": 10}}
    table._ends = [60]
    assert reader.latestOffset({"a": {"0": 10}}, _all()) == {"a": {"0": 60}}
    table._ends = [61]
    clock.now += 9.9
    assert reader.latestOffset({"a": {"0": 60}}, _all()) == {"a": {"0": 60}}
    clock.now += 0.1
    assert reader.latestOffset({"a": {"0": 60}}, _all()) == {"a": {"0": 61}}


def test_available_now_ends_where_the_partitions_ended_and_waits_for_nothing() -> None:
    table = Table({"a": 1}, ends=[10])
    reader = _stream(table, minOffsetsPerTrigger="50")
    reader.prepareForTriggerAvailableNow()
    table._ends, table.topic_sizes = [99], {"a": 2}
    start = {"a": {"0": 0}}
    for end in (4, 8, 10, 10):
        start = reader.latestOffset(start, datasource.ReadMaxRows(4))
        assert start == {"a": {"0": end}}


def test_lost_partitions_fail_the_query_unless_it_is_told_otherwise() -> None:
    start, end = {"a": {"0": 5, "7": 1}}, {"a": {"0": 6}}
    with pytest.raises(NoOffset, match="partitions a-7 are gone; set failOnDataLoss"):
        _stream(Table({"a": 1})).partitions(start, end)
    ranges = _stream(Table({"a": 1}), failOnDataLoss="false").partitions(start, end)
    assert [part.offsets for part in ranges] == [OffsetRange(A0, 5, 6)]


def test_tasks_are_split_as_in_a_batch_query() -> None:
    reader = _stream(Table({"a": 1}), minPartitions="4", maxRecordsPerPartition="10")
    assert len(reader.partitions({"a": {"0": 0}}, {"a": {"0": 100}})) == 10


def test_a_checkpoint_of_something_else_is_said() -> None:
    with pytest.raises(InvalidOption, match="no offsets of a Kafka source"):
        _stream(Table({"a": 1})).latestOffset({"index": 3}, _all())


def test_what_goes_to_an_executor_are_the_options_alone() -> None:
    reader = _stream(Table({"a": 1}), columns="value")
    reader.latestOffset({"a": {"0": 0}}, _all())
    again = pickle.loads(pickle.dumps(reader))
    assert again.options == reader.options
    assert vars(again) == {"options": reader.options}


def test_an_older_spark_cannot_stream_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from pyspark.sql.types import StructType

    from kafkawire.spark.source import KafkaWireDataSource

    monkeypatch.delitem(sys.modules, "kafkawire.spark.stream", raising=False)
    monkeypatch.setitem(sys.modules, "pyspark.sql.streaming.datasource", None)
    source = KafkaWireDataSource({"kafka.bootstrap.servers": "h:1", "subscribe": "a"})
    reader = source.streamReader(StructType())
    with pytest.raises(InvalidOption, match=r"streaming queries need Spark 4\.2 or newer, this is \d"):
        reader.initialOffset()


@pytest.mark.parametrize("ask", ["initialOffset", "latestOffset", "partitions"])
def test_options_that_are_not_for_streams_are_said_when_spark_asks(ask: str) -> None:
    """An error of `streamReader` itself is lost in Spark's worker, which then fails for want of a reader."""
    from pyspark.sql.types import StructType

    from kafkawire.spark.source import KafkaWireDataSource

    given = {"kafka.bootstrap.servers": "h:1", "subscribe": "a", "endingOffsets": "latest"}
    reader = KafkaWireDataSource(given).streamReader(StructType())
    with pytest.raises(InvalidOption, match="endingOffsets"):
        getattr(reader, ask)(*([] if ask == "initialOffset" else [{}, {}]))
    reader.stop()


def test_a_commit_that_cannot_even_begin_is_said_and_the_query_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    tls: dict[str, Any] = {"kafka.security.protocol": "SSL", "kafka.ssl.truststore.location": "/nowhere/ca.pem"}
    _stream(Table({"a": 1}), groupId="lag", **tls).commit({"a": {"0": 5}})
    assert "the offsets of group 'lag' were not committed: option 'kafka.ssl.truststore.location': " in caplog.text
