"""What becomes of batches that cannot be read."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import pytest

from kafkawire.client.consumer.batches import FetchedBatch
from kafkawire.client.consumer.ranges import FetchedRange
from kafkawire.client.errors import InvalidOption, NoOffset, TimedOut
from kafkawire.client.metadata import TopicPartition
from kafkawire.errors import CorruptBatch, KafkaError
from kafkawire.records import read_batches, write_batch
from kafkawire.spark.offsets import OffsetRange
from kafkawire.spark.options import parse_options

pytest.importorskip("pyspark")
pa = pytest.importorskip("pyarrow")

TP = TopicPartition("flights", 3)
AT = 1_700_000_000_123
COUNT = 40


class Partition:
    """Stands for a reader: batches of one record each; some damaged inside, and a stretch that is no batch at all."""

    def __init__(self, damaged: set[int], unreadable: range = range(0), error: Any = CorruptBatch) -> None:
        self.unreadable = unreadable
        self._error = error
        self.batches = [bytearray(write_batch([(i, AT, b"k", b"%d" % i, [])], base_offset=i)) for i in range(COUNT)]
        for index in damaged:
            self.batches[index][-1] ^= 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def fetch(
        self, tp: TopicPartition, start: int, end: int, *, timeout: float | None = None
    ) -> Iterator[FetchedRange]:
        position = start
        while position < end:
            if position in self.unreadable:
                raise self._error(f"{tp} at offset {position}: batch at position 0: its size field says 3")
            batch = next(iter(read_batches(bytes(self.batches[position]))))
            yield FetchedRange(tp, position, position + 1, [FetchedBatch(batch, hidden=False)], COUNT)
            position += 1

    def piece_at(self, tp: TopicPartition, start: int, end: int, *, timeout: float | None = None) -> FetchedRange:
        return next(self.fetch(tp, start, end))

    def beginning_offsets(self, partitions: list[TopicPartition]) -> dict[TopicPartition, int]:
        return dict.fromkeys(partitions, 0)


def _read(monkeypatch: pytest.MonkeyPatch, partition: Partition, start: int = 0, **given: str) -> list[int]:
    from kafkawire.spark import ranges

    monkeypatch.setattr(ranges, "open_reader", lambda _: partition)
    options = parse_options({"kafka.bootstrap.servers": "h:1", "subscribe": "flights", **given})
    task = ranges.RangePartition(OffsetRange(TP, start, COUNT))
    return [row["offset"] for batch in ranges.read_range_partition(options, task) for row in batch.to_pylist()]


def test_the_query_fails_and_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CorruptBatch, match=r"flights-3, offset 7: batch at position 0, base offset 7: the CRC-32C is"):
        _read(monkeypatch, Partition({7}))
    with pytest.raises(CorruptBatch, match=r"flights-3 at offset 5: batch at position 0"):
        _read(monkeypatch, Partition(set(), range(5, 6)))


def test_skipping_leaves_out_no_more_than_what_cannot_be_read_and_counts_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "kafkawire.spark"):
        rows = _read(monkeypatch, Partition({7, 30}, range(12, 20)), onCorrupt="skip")
    lost = {7, 30, *range(12, 20)}
    assert rows == [i for i in range(COUNT) if i not in lost]
    assert "flights-3: offsets 12 to 19 are left out: flights-3 at offset 12" in caplog.text
    assert "flights-3: 10 offsets in 3 unreadable stretches were left out" in caplog.text


def test_a_log_that_its_own_broker_cannot_read_is_skipped_too(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Partition(set(), range(35, COUNT), lambda text: KafkaError(2, text))
    assert _read(monkeypatch, broken, onCorrupt="skip") == list(range(35))
    with pytest.raises(KafkaError, match="CORRUPT_MESSAGE"):
        _read(monkeypatch, broken)


def test_other_errors_of_the_broker_are_no_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KafkaError, match="TOPIC_AUTHORIZATION_FAILED"):
        _read(monkeypatch, Partition(set(), range(5, 9), lambda text: KafkaError(29, text)), onCorrupt="skip")
    with pytest.raises(NoOffset):
        _read(monkeypatch, Partition(set(), range(5, 9), NoOffset), onCorrupt="skip")


@pytest.mark.parametrize("is_reachable", [True, False])
def test_a_broker_that_does_not_answer_is_no_damage(monkeypatch: pytest.MonkeyPatch, is_reachable: bool) -> None:
    class Silent(Partition):
        """Behind the damage nothing comes, or the connection fails."""

        def piece_at(self, tp: TopicPartition, start: int, end: int, *, timeout: float | None = None) -> FetchedRange:
            raise TimedOut("nothing within 5 s") from (None if is_reachable else ConnectionError("reset"))

    silent = Silent(set(), range(30, COUNT))
    if is_reachable:
        assert _read(monkeypatch, silent, onCorrupt="skip") == list(range(30))
    else:
        with pytest.raises(TimedOut):
            _read(monkeypatch, silent, onCorrupt="skip")


def test_the_quarantine_holds_the_bytes_and_why_once_however_often_the_task_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import pyarrow.parquet as pq

    partition = Partition({7}, range(12, 20))
    for _ in range(2):
        rows = _read(monkeypatch, partition, start=5, onCorrupt="quarantine", quarantinePath=str(tmp_path / "q"))
        assert rows == [5, 6, *range(8, 12), *range(20, COUNT)]
    found = [row for file in sorted((tmp_path / "q").iterdir()) for row in pq.read_table(file).to_pylist()]
    assert [(row["topic"], row["partition"], row["firstOffset"], row["lastOffset"]) for row in found] == [
        ("flights", 3, 7, 7),
        ("flights", 3, 12, 19),
    ]
    assert "CRC-32C" in found[0]["error"]
    assert found[0]["batch"] == bytes(partition.batches[7])
    assert found[1]["batch"] == b""


def test_a_quarantine_that_cannot_be_written_to_is_an_error_that_names_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(InvalidOption, match=r"option 'quarantinePath': .*file"):
        _read(monkeypatch, Partition({7}), onCorrupt="quarantine", quarantinePath=str(file))
