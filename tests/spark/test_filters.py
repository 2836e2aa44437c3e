"""Filters become partitions and ranges; whatever they leave out has no row that Spark would keep."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from kafkawire.client import NewTopic, Producer
from kafkawire.client.blocking import Admin
from kafkawire.client.metadata import TopicPartition
from kafkawire.spark.options import parse_options
from kafkawire.testing import broker as running_broker

ds = pytest.importorskip("pyspark.sql.datasource")
pytest.importorskip("pyarrow")
if not hasattr(ds, "GreaterThan"):
    pytest.skip("filters came with Spark 4.1", allow_module_level=True)

TOPIC, OFFSET, PARTITION, TIMESTAMP = ("topic",), ("offset",), ("partition",), ("timestamp",)
MOST = 2**63 - 1
T = 1_700_000_000_000


def _at(ms: float) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=round(ms * 1000))


def _narrowing(*filters: Any) -> Any:
    from kafkawire.spark.filters import narrowing

    return narrowing(filters)


@pytest.mark.parametrize(
    ("make", "wanted"),
    [
        (lambda: ds.EqualTo(TOPIC, "a"), {"a-0", "a-1"}),
        (lambda: ds.In(TOPIC, ("b", "c")), {"b-0"}),
        (lambda: ds.StringStartsWith(TOPIC, "a"), {"a-0", "a-1", "ab-0"}),
        (lambda: ds.Not(ds.StringEndsWith(TOPIC, "b")), {"a-0", "a-1"}),
        (lambda: ds.GreaterThan(PARTITION, 0), {"a-1"}),
        (lambda: ds.Not(ds.EqualTo(PARTITION, 0)), {"a-1"}),
        (lambda: ds.EqualTo(TOPIC, None), set()),
        (lambda: ds.Not(ds.EqualTo(TOPIC, None)), set()),
        (lambda: ds.Not(ds.In(TOPIC, ("a", None))), set()),
        (lambda: ds.Not(ds.EqualNullSafe(TOPIC, None)), {"a-0", "a-1", "ab-0", "b-0"}),
        (lambda: ds.IsNull(TOPIC), set()),
        (lambda: ds.IsNotNull(PARTITION), {"a-0", "a-1", "ab-0", "b-0"}),
        (lambda: ds.EqualTo(("value",), b"x"), {"a-0", "a-1", "ab-0", "b-0"}),
    ],
)
def test_partitions_are_chosen_as_sql_compares(make: Any, wanted: set[str]) -> None:
    partitions = [TopicPartition("a", 0), TopicPartition("a", 1), TopicPartition("ab", 0), TopicPartition("b", 0)]
    narrowing = _narrowing(make())
    assert {str(tp) for tp in partitions if narrowing.wants(tp)} == wanted


@pytest.mark.parametrize(
    ("make", "bounds"),
    [
        (lambda: ds.EqualTo(OFFSET, 5), (5, 6)),
        (lambda: ds.In(OFFSET, (9, 5)), (5, 10)),
        (lambda: ds.GreaterThan(OFFSET, 5), (6, MOST)),
        (lambda: ds.GreaterThanOrEqual(OFFSET, 5), (5, MOST)),
        (lambda: ds.LessThan(OFFSET, 5), (0, 5)),
        (lambda: ds.LessThanOrEqual(OFFSET, 5), (0, 6)),
        (lambda: ds.Not(ds.GreaterThan(OFFSET, 5)), (0, 6)),
        (lambda: ds.Not(ds.EqualTo(OFFSET, 5)), (0, MOST)),
        (lambda: ds.IsNotNull(OFFSET), (0, MOST)),
        (lambda: ds.In(OFFSET, (5, None)), (0, MOST)),
    ],
)
def test_offsets_are_bounds(make: Any, bounds: tuple[int, int]) -> None:
    assert _narrowing(make()).offsets == bounds


@pytest.mark.parametrize(
    ("make", "bounds"),
    [
        (lambda: ds.GreaterThanOrEqual(TIMESTAMP, _at(T)), (T, MOST)),
        (lambda: ds.GreaterThanOrEqual(TIMESTAMP, _at(T + 0.001)), (T + 1, MOST)),
        (lambda: ds.GreaterThan(TIMESTAMP, _at(T)), (T + 1, MOST)),
        (lambda: ds.GreaterThan(TIMESTAMP, _at(T + 0.001)), (T + 1, MOST)),
        (lambda: ds.LessThan(TIMESTAMP, _at(T)), (0, T)),
        (lambda: ds.LessThan(TIMESTAMP, _at(T + 0.001)), (0, T + 1)),
        (lambda: ds.LessThanOrEqual(TIMESTAMP, _at(T)), (0, T + 1)),
        (lambda: ds.EqualTo(TIMESTAMP, _at(T)), (T, T + 1)),
        (lambda: ds.LessThan(TIMESTAMP, datetime(2020, 1, 1)), (0, MOST)),  # in no zone: says too little
    ],
)
def test_times_are_rounded_to_milliseconds_so_that_no_row_is_lost(make: Any, bounds: tuple[int, int]) -> None:
    assert _narrowing(make()).times == bounds


def test_all_filters_are_for_spark_to_look_at_again() -> None:
    from kafkawire.spark.filters import FilteringReader

    reader = FilteringReader(parse_options({"kafka.bootstrap.servers": "h:1", "subscribe": "a"}, "batch"))
    filters = [ds.EqualTo(TOPIC, "a"), ds.EqualTo(("value",), b"x")]
    assert list(reader.pushFilters(filters)) == filters


# -------------------------------------------------------------------------------------------------- against a broker

COUNT, SIZE = 30_000, 500


async def _fill(address: str) -> None:
    async with Producer(address, batch_size=8_192) as producer:
        for number in range(COUNT):
            producer.send("ordered", b"%0*d" % (SIZE, number), partition=0, timestamp_ms=T + number)
            if number % 1000 == 0:
                await producer.drain()
        for number in range(100):  # every tenth record is 50 ms older than those around it
            producer.send("mixed", b"%d" % number, partition=0, timestamp_ms=T + number - (number % 10 == 9) * 50)
        await producer.flush()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running_broker() as broker:
        with Admin(broker.bootstrap_servers) as admin:
            keep = {"retention.ms": "-1", "message.timestamp.before.max.ms": str(MOST), "index.interval.bytes": "4096"}
            admin.create_topics({"ordered": NewTopic(1, 1, keep), "mixed": NewTopic(1, 1, keep)})
        asyncio.run(_fill(broker.bootstrap_servers))
        yield broker.bootstrap_servers


def _read(address: str, topic: str, filters: list[Any], **given: str) -> tuple[list[int], int]:
    """The values of what comes, and the bytes that were fetched for it."""
    from kafkawire.client import blocking
    from kafkawire.client.consumer.ranges import read_range
    from kafkawire.spark.filters import FilteringReader

    options = parse_options(
        {"kafka.bootstrap.servers": address, "subscribe": topic, "columns": "value", **given}, "batch"
    )
    reader = FilteringReader(options)
    reader.pushFilters(filters)
    values: list[int] = []
    fetched = 0
    original = read_range

    async def counting(*args: Any) -> Any:
        nonlocal fetched
        piece = await original(*args)
        fetched += sum(batch.size for batch in piece.batches)
        return piece

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocking, "read_range", counting)
        for partition in reader.partitions():
            for batch in reader.read(partition):
                values += [int(value) for value in batch.column(0).to_pylist()]
    return values, fetched


def test_a_window_of_one_percent_reads_no_more_than_two_percent_of_the_bytes(address: str) -> None:
    window = [ds.GreaterThanOrEqual(TIMESTAMP, _at(T + 20_000)), ds.LessThan(TIMESTAMP, _at(T + 20_300))]
    values, fetched = _read(address, "ordered", window, maxTimestampDisorder="0")
    assert set(range(20_000, 20_300)) <= set(values)
    assert fetched <= 0.02 * COUNT * SIZE


def test_a_window_of_offsets_reads_little_more_than_its_bytes(address: str) -> None:
    values, fetched = _read(address, "ordered", [ds.GreaterThanOrEqual(OFFSET, 100), ds.LessThan(OFFSET, 400)])
    assert values == list(range(100, 400))
    assert fetched <= 0.02 * COUNT * SIZE


@pytest.mark.parametrize("disorder", [None, "50ms", "1h"])
@pytest.mark.parametrize(("least", "most"), [(0, 30), (35, 60), (45, 46), (90, 200), (200, 300)])
def test_no_row_is_lost_where_times_come_in_any_order(
    address: str, least: int, most: int, disorder: str | None
) -> None:
    given = {} if disorder is None else {"maxTimestampDisorder": disorder}
    window = [ds.GreaterThanOrEqual(TIMESTAMP, _at(T + least)), ds.LessThan(TIMESTAMP, _at(T + most))]
    values, _ = _read(address, "mixed", window, **given)
    assert {n for n in range(100) if least <= n - (n % 10 == 9) * 50 < most} <= set(values)


def test_a_lower_bound_alone_leaves_out_what_is_older(address: str) -> None:
    values, _ = _read(address, "ordered", [ds.GreaterThan(TIMESTAMP, _at(T + COUNT - 101))])
    assert values == list(range(COUNT - 100, COUNT))
