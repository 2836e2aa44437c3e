"""Blocking clients, against the scripted cluster behind real sockets in another thread."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from kafkawire import ApiKey
from kafkawire.client.blocking import BlockingAdmin, BlockingReader, run
from kafkawire.client.errors import BrokersUnavailable, NoOffset, TimedOut
from kafkawire.client.metadata import TopicPartition as TP  # noqa: N817
from kafkawire.errors import KafkaError
from tests.client.scripted import LOSE_REQUEST, SILENCE, Cluster, Session
from tests.client.test_consumer import fill


@pytest.fixture
def served() -> Iterator[tuple[Cluster, str]]:
    """A cluster of one broker, and its address."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def start() -> tuple[Cluster, asyncio.Server, int]:
        cluster = Cluster({"t": 2})
        server = await loop.create_server(lambda: Session(cluster, 1), "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        cluster.advertised = ("127.0.0.1", port)
        for index in range(2):
            fill(cluster, "t", index, 100)
        return cluster, server, port

    async def stop(server: asyncio.Server) -> None:
        server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    cluster, server, port = asyncio.run_coroutine_threadsafe(start(), loop).result(5)
    yield cluster, f"127.0.0.1:{port}"
    asyncio.run_coroutine_threadsafe(stop(server), loop).result(5)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(5)
    loop.close()


def test_a_range_is_read_exactly(served: tuple[Cluster, str]) -> None:
    _, address = served
    with BlockingReader(address) as reader:
        assert reader.partitions("t") == [TP("t", 0), TP("t", 1)]
        assert reader.beginning_offsets([TP("t", 1)]) == {TP("t", 1): 0}
        assert reader.end_offsets([TP("t", 1)]) == {TP("t", 1): 100}
        pieces = list(reader.fetch(TP("t", 1), 13, 57))
        assert [record.offset for piece in pieces for record in piece.records()] == list(range(13, 57))
        assert (pieces[0].start, pieces[-1].next_offset, pieces[0].high_watermark) == (13, 57, 100)
        assert list(reader.fetch(("t", 0), 5, 5)) == []


def test_a_range_comes_in_pieces_that_fit(served: tuple[Cluster, str]) -> None:
    cluster, address = served
    cluster.whole_batches = False
    with BlockingReader(address, max_partition_fetch_bytes=100) as reader:
        pieces = list(reader.fetch(("t", 0), 0, 100))
    assert len(pieces) > 3
    assert [record.offset for piece in pieces for record in piece.records()] == list(range(100))


@pytest.mark.parametrize("fault", [LOSE_REQUEST, SILENCE])
def test_reading_goes_on_after_a_fault(served: tuple[Cluster, str], fault: object) -> None:
    cluster, address = served
    cluster.faults[ApiKey.FETCH] = [fault]
    with BlockingReader(address, request_timeout_ms=300, retry_backoff_ms=1) as reader:
        assert sum(len(list(piece.records())) for piece in reader.fetch(("t", 0), 0, 100)) == 100


def test_what_is_not_there_is_said(served: tuple[Cluster, str]) -> None:
    _, address = served
    with BlockingReader(address, default_api_timeout_ms=300, fetch_max_wait_ms=100) as reader:
        with pytest.raises(NoOffset, match="offset 500 is not in the log"):
            list(reader.fetch(("t", 0), 500, 501))
        with pytest.raises(TimedOut, match="nothing at offset 100"):
            list(reader.fetch(("t", 0), 100, 101))
        with pytest.raises(KafkaError, match="UNKNOWN_TOPIC_OR_PARTITION"):
            reader.partitions("nowhere")


def test_a_broker_that_says_nothing_does_not_hold_us_up() -> None:
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        reader = BlockingReader(address, default_api_timeout_ms=300, socket_connection_setup_timeout_ms=100)
        started = time.monotonic()
        with pytest.raises(BrokersUnavailable, match=r"no answer after 0\.[12] s"):
            reader.__enter__()
        assert time.monotonic() - started < 5


def test_admin(served: tuple[Cluster, str]) -> None:
    _, address = served
    with BlockingAdmin(address) as admin:
        admin.create_topics({"new": 3})
        assert len(admin.list_topics()["new"].partitions) == 3


def test_a_coroutine_that_needs_an_event_loop_is_refused() -> None:
    async def needs_a_loop() -> None:
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="something else than its runtime"):
        run(needs_a_loop())


def test_a_reader_can_be_sent_to_where_it_is_used(served: tuple[Cluster, str]) -> None:
    _, address = served
    reader = pickle.loads(pickle.dumps(BlockingReader(address, client_id="executor")))
    assert reader.options.client_id == "executor"
    assert reader.end_offsets([TP("t", 0)]) == {TP("t", 0): 100}
    reader.close()
