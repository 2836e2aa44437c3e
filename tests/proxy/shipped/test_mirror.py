"""What is written is written twice, and whatever is the matter with the second cluster, clients do not notice."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any

import pytest

from kafkawire.client import Producer
from kafkawire.client.errors import InvalidOption
from kafkawire.messages import ProduceResponse
from kafkawire.messages import produce_response as produced
from kafkawire.proxy.loading import load_filter
from kafkawire.proxy.shipped.mirror import Mirror
from kafkawire.proxy.testing import FilterTest
from kafkawire.testing import broker
from tests.proxy.shipped.exchanges import PRODUCE, asks, batch, behind, run, until


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def rows(kafka: Any, topic: str) -> list[Any]:
    return [
        (record.key, record.value, record.timestamp, list(record.headers), partition)
        for partition in range(3)
        for record in kafka.records(topic, partition)
    ]


@pytest.mark.parametrize("acks", ["all", 0])
def test_records_are_there_twice(acks: Any) -> None:
    async def main() -> None:
        with broker(topics={"t": 3, "u": 1}) as kafka, broker(topics={"t": 3, "u": 1}) as second:
            mirror = Mirror("t", second.bootstrap_servers)
            async with behind(kafka.bootstrap_servers, mirror) as proxy:
                idempotence: dict[str, Any] = {} if acks == "all" else {"enable_idempotence": False}
                async with Producer(
                    proxy.bootstrap_servers, acks=acks, compression_type="zstd", **idempotence
                ) as producer:
                    for n in range(2000):
                        producer.send("t", b"v%d" % n, key=b"%d" % n, headers=[("h", b"1")], partition=n % 3)
                    producer.send("t", None, key=b"gone", timestamp_ms=12345, partition=1)
                    producer.send("u", b"not meant")
                    await producer.flush()
                await until(lambda: len(rows(second, "t")) == 2001)
            assert rows(second, "t") == rows(kafka, "t")
            assert second.records("u") == []
            assert (mirror.copied, mirror.dropped, mirror.failed) == (2001, 0, 0)

    run(main())


def test_a_cluster_that_is_away_costs_clients_nothing_and_drops_are_told(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        with broker(topics={"t": 1}) as kafka:
            mirror = Mirror("t", f"127.0.0.1:{free_port()}", max_queued=10_000, stop_timeout=0.1)
            async with behind(kafka.bootstrap_servers, mirror) as proxy, Producer(proxy.bootstrap_servers) as producer:
                for _ in range(20):
                    await producer.send("t", bytes(1000))
                assert mirror._queued <= 10_000
            assert len(kafka.records("t")) == 20
            assert (mirror.copied, mirror.dropped, mirror._task and mirror._task.done()) == (0, 20, True)

    with caplog.at_level(logging.WARNING, "kafkawire.proxy.mirror"):
        run(main())
    assert any("batches are not copied" in record.getMessage() for record in caplog.records)


def test_it_goes_on_when_the_cluster_is_back() -> None:
    async def main() -> None:
        with broker(topics={"t": 3}) as kafka, broker(topics={"t": 3}) as second:
            mirror = Mirror("t", second.bootstrap_servers, reconnect_backoff_ms=5, retry_backoff_ms=5)
            async with behind(kafka.bootstrap_servers, mirror) as proxy, Producer(proxy.bootstrap_servers) as producer:
                await producer.send("t", b"1", partition=0)
                await until(lambda: len(second.records("t")) == 1)
                await asyncio.to_thread(second.stop)
                await producer.send("t", b"2", partition=0)
                await asyncio.to_thread(second.start)
                await producer.send("t", b"3", partition=0)
                await until(lambda: len(second.records("t")) == 3)
            assert rows(second, "t") == rows(kafka, "t")

    run(main())


def test_what_the_second_cluster_refuses_is_counted_and_the_rest_goes_on() -> None:
    async def main() -> None:
        with broker(topics={"t": 1}) as kafka, broker(topics={"t": 1}, message_max_bytes="2000") as second:
            mirror = Mirror("t", second.bootstrap_servers, stop_timeout=20)
            async with behind(kafka.bootstrap_servers, mirror) as proxy, Producer(proxy.bootstrap_servers) as producer:
                await producer.send("t", bytes(5000))
                await producer.send("t", b"small")
                await until(lambda: len(second.records("t")) == 1)
                await until(lambda: mirror.failed == 1)
            assert mirror.failed == 1

    run(main())


def test_only_what_was_acknowledged_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    mirror = Mirror("t|v", "127.0.0.1:1")
    put: list[Any] = []
    monkeypatch.setattr(mirror, "_put", lambda *given: put.append(given))
    with FilterTest(mirror) as test:
        data = batch(b"v")
        test.request(asks({("t", 0): data, ("t", 1): data, ("u", 0): data, ("v", 0): data}), PRODUCE)
        assert put == []
        codes = {("t", 0): 0, ("t", 1): 5, ("u", 0): 0, ("v", 0): 0}
        responses = [
            produced.TopicProduceResponse(
                name=name, partition_responses=[produced.PartitionProduceResponse(index=index, error_code=code)]
            )
            for (name, index), code in codes.items()
        ]
        test.response(ProduceResponse(responses=responses))
        assert put == [("t", 0, data), ("v", 0, data)]


def test_damaged_batches_are_counted() -> None:
    async def main() -> None:
        with broker(topics={"t": 1}) as second:
            mirror = Mirror("t", second.bootstrap_servers)
            mirror._put("t", 0, batch(b"x")[:-1] + b"?")
            mirror._put("t", 0, batch(*[bytes(1 << 20)] * 129, compression="zstd"))
            mirror._put("t", 0, batch(b"good"))
            await until(lambda: len(second.records("t")) == 1)
            assert (mirror.copied, mirror.failed) == (1, 2)
            await mirror.stop()

    run(main())


def test_options() -> None:
    one = load_filter("kafkawire.proxy.shipped.mirror:Mirror:topics=t,bootstrap_servers=a:1;b:2,compression_type=zstd")
    assert isinstance(one, Mirror)
    with pytest.raises(InvalidOption, match="compresion_type"):
        Mirror("t", "a:1", compresion_type="zstd")
