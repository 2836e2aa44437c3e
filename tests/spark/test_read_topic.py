"""Topics as tables of Arrow, without Spark."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("numpy")

import pyarrow as pa

import kafkawire
import kafkawire.testing
from kafkawire import KafkaError
from kafkawire.arrow import read_batches, read_topic
from kafkawire.client import NewTopic, TopicPartition
from kafkawire.client.blocking import Admin, Producer
from kafkawire.client.errors import InvalidOption

COUNT = 1000
BEGAN = datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with kafkawire.testing.broker() as broker:
        with Admin(broker.bootstrap_servers) as admin:
            admin.create_topics({"t": NewTopic(2, 1, {"retention.ms": "-1"}), "empty": 1})
        with Producer(broker.bootstrap_servers, batch_size=2000) as producer:
            for number in range(COUNT):
                producer.send(
                    "t",
                    b"%d" % number,
                    key=None if number % 3 else b"k",
                    headers=[("h", b"1")] if number == 6 else (),
                    partition=number % 2,
                    timestamp_ms=int(BEGAN.timestamp() * 1000) + number,
                )
        yield broker.bootstrap_servers


def numbers(table: Any) -> list[int]:
    return sorted(int(value) for value in table["value"].to_pylist())


def test_a_whole_topic(address: str) -> None:
    table = read_topic(address, "t")
    assert table.column_names == ["key", "value", "topic", "partition", "offset", "timestamp", "timestampType"]
    assert numbers(table) == list(range(COUNT))
    assert table["offset"].to_pylist() == [*range(COUNT // 2), *range(COUNT // 2)]
    row = table.slice(3, 1).to_pylist()[0]
    assert row == {
        "key": b"k",
        "value": b"6",
        "topic": "t",
        "partition": 0,
        "offset": 3,
        "timestamp": BEGAN + timedelta(milliseconds=6),
        "timestampType": 0,
    }


def test_columns_that_are_named(address: str) -> None:
    table = kafkawire.read_topic(address, ["t", "empty"], columns=["headers", "offset"], partitions=[0])
    assert table.column_names == ["headers", "offset"]
    assert table["headers"].to_pylist()[2:4] == [None, [{"key": "h", "value": b"1"}]]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (490, "latest", range(980, 1000)),
        (490, 10_000, range(980, 1000)),
        ("earliest", 10, range(20)),
        ("latest", "latest", range(0)),
        (BEGAN + timedelta(milliseconds=980), "latest", range(980, 1000)),
        (BEGAN + timedelta(milliseconds=979.5), "latest", range(980, 1000)),
        (BEGAN - timedelta(days=1), BEGAN + timedelta(milliseconds=20), range(20)),
        (BEGAN + timedelta(days=1), "latest", range(0)),
        ({TopicPartition("t", 0): 490, ("t", 1): 499}, "latest", [*range(980, 999, 2), 999]),
        ({("t", 0): 498}, {("t", 1): 1}, [1, 996, 998]),
        (7, 5, range(0)),
    ],
)
def test_beginning_and_end(address: str, start: Any, end: Any, expected: Any) -> None:
    assert numbers(read_topic(address, "t", start=start, end=end)) == list(expected)


@pytest.mark.parametrize("most", [1, 7, 499, 500, 501, 999, 1000, 5000])
def test_no_more_records_than_allowed(address: str, most: int) -> None:
    table = read_topic(address, "t", max_records=most)
    assert table["offset"].to_pylist() == [*range(COUNT // 2), *range(COUNT // 2)][:most]


@pytest.mark.parametrize("most", [1, 100, 5_000])
def test_no_more_bytes_than_allowed(address: str, most: int) -> None:
    table = read_topic(address, "t", max_bytes=most, columns=["value", "offset"])
    assert table.nbytes <= most
    one_more = read_topic(address, "t", max_records=table.num_rows + 1, columns=["value", "offset"])
    assert one_more.nbytes > most


def test_pieces_are_the_same_records(address: str) -> None:
    batches = list(read_batches(address, "t", max_partition_fetch_bytes=3000))
    assert len(batches) > 2
    assert pa.Table.from_batches(batches) == read_topic(address, "t").combine_chunks()


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"start": datetime(2026, 1, 1)}, "start must be 'earliest', .* a datetime with a time zone"),
        ({"start": -1}, "start must be"),
        ({"end": "lastest"}, "end must be .* not 'lastest'"),
        ({"end": {("t", 9): 1}}, "end: t-9 is none of the partitions that are read"),
        ({"partitions": [0, 9]}, "there is no partition t-9"),
        ({"columns": ["values"]}, "'values' is no column"),
        ({"columns": "value"}, "columns: give a list"),
        ({"max_records": 0}, "max_records must be 1 or more"),
        ({"max_bytes": -1}, "max_bytes must be 1 or more"),
        ({"max_record": 1}, "max_record"),
    ],
)
def test_what_is_wrong_is_said(address: str, given: dict[str, Any], text: str) -> None:
    with pytest.raises(InvalidOption, match=text):
        read_topic(address, "t", **given)


def test_a_topic_that_is_not_there_is_an_error_at_once(address: str) -> None:
    with pytest.raises(KafkaError, match="topic 'nowhere'"):
        read_topic(address, "nowhere", default_api_timeout_ms=3_600_000)


def test_without_pyarrow_it_is_said_what_to_install() -> None:
    script = "import sys; sys.modules['pyarrow'] = None; import kafkawire; kafkawire.read_topic"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "pip install 'kafkawire[arrow]'" in done.stderr
