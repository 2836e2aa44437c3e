"""A blocking reader asks for the next piece before the last one is worked on, and never for much more than is left."""

from __future__ import annotations

from typing import Any, cast

import pytest

from kafkawire.client import blocking as blocking_module
from kafkawire.client.blocking import BlockingReader
from kafkawire.client.blocking_runtime import BlockingConnection
from kafkawire.client.consumer.ranges import FetchedRange, next_size
from kafkawire.client.metadata import TopicPartition
from kafkawire.client.options import ConsumerOptions
from kafkawire.testing.threaded import ThreadedBroker

COUNT = 4_000


def _fill(broker: ThreadedBroker) -> str:
    broker.create_topic("t")
    producer = blocking_module.Producer(broker.bootstrap_servers, batch_size=4_096)
    with producer:
        for number in range(COUNT):
            producer.send("t", b"%0100d" % number, partition=0)
    return broker.bootstrap_servers


def _watch(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What goes over fetch connections, in order."""
    seen: list[str] = []
    ahead, request = BlockingConnection.send_ahead, BlockingConnection.request

    def noting_ahead(self: BlockingConnection, message: Any, version: int) -> None:
        seen.append("ahead")
        ahead(self, message, version)

    async def noting(self: BlockingConnection, message: Any, version: int, timeout: float) -> Any:
        if type(message).__name__ == "FetchRequest":
            seen.append("found" if self._ahead == (message, version) else "asked")
        return await request(self, message, version, timeout)

    monkeypatch.setattr(BlockingConnection, "send_ahead", noting_ahead)
    monkeypatch.setattr(BlockingConnection, "request", noting)
    return seen


def test_the_next_fetch_is_under_way_while_a_piece_is_read(
    kafka_broker: ThreadedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = _watch(monkeypatch)
    with BlockingReader(_fill(kafka_broker), max_partition_fetch_bytes=65_536) as reader:
        records = [record for piece in reader.fetch(("t", 0), 0, COUNT) for record in piece.records()]
    assert [int(record.value or b"") for record in records] == list(range(COUNT))
    pieces = (len(seen) + 1) // 2
    assert pieces > 3
    assert seen == ["asked", *["ahead", "found"] * (pieces - 1)]


def test_a_reader_that_turns_elsewhere_gets_its_own_answers(kafka_broker: ThreadedBroker) -> None:
    with BlockingReader(_fill(kafka_broker), max_partition_fetch_bytes=65_536) as reader:
        next(reader.fetch(("t", 0), 0, COUNT))  # leaves a fetch under way
        assert reader.end_offsets([TopicPartition("t", 0)]) == {TopicPartition("t", 0): COUNT}
        first = next(reader.fetch(("t", 0), 100, 110))
        assert [record.offset for record in first.records()] == list(range(100, 110))


def test_a_short_range_costs_few_bytes(kafka_broker: ThreadedBroker) -> None:
    with BlockingReader(_fill(kafka_broker), max_partition_fetch_bytes=8_000_000) as reader:
        pieces = list(reader.fetch(("t", 0), 0, 2_000))
    fetched = sum(batch.size for piece in pieces for batch in piece.batches)
    assert fetched < 1.6 * 2_000 * 115


@pytest.mark.parametrize(("left", "size"), [(0, 65_536), (1_000, 65_536 + 112_500), (10**9, 1_000_000)])
def test_the_next_size_follows_from_the_density(left: int, size: int) -> None:
    class Batch:
        last_offset, size = 99, 10_000

    piece = FetchedRange(TopicPartition("t", 0), 0, 100, cast("Any", [Batch]), 10**9)
    options = ConsumerOptions(max_partition_fetch_bytes=1_000_000)
    assert next_size(options, piece, 100 + left) == size
