"""Brokers that lie: one typed error in the time allowed, whatever they say."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

import pytest

from kafkawire import messages
from kafkawire.client.arguments import ConsumerArguments
from kafkawire.client.consumer import Consumer
from kafkawire.client.errors import BrokersUnavailable
from kafkawire.client.producer import Producer
from kafkawire.client.runtime import AioRuntime
from kafkawire.errors import KafkaWireError
from kafkawire.message import Response
from kafkawire.messages.metadata_response import MetadataResponseBroker
from kafkawire.protocol.client import ClientConnection
from kafkawire.transport.aio import connect
from kafkawire.transport.errors import ConnectFailed
from kafkawire.transport.memory import MemoryNetwork
from tests.client.scripted import Cluster
from tests.client.virtual_time import run


class Liar(asyncio.Protocol):
    """Answers the first bytes with its own, and perhaps hangs up."""

    def __init__(self, answer: bytes, hang_up: bool) -> None:
        self._answer = answer
        self._hang_up = hang_up

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: asyncio.Transport = transport  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        self._transport.write(self._answer)
        if self._hang_up:
            self._transport.close()


LIES = {
    "silence": (b"", False),
    "hangs up": (b"", True),
    "half an answer": (struct.pack(">ii", 400, 0), True),
    "another protocol": (b"HTTP/1.1 400 Bad Request\r\n\r\n", False),
    "two gigabytes": (struct.pack(">i", 2**31 - 1), False),
    "a negative size": (struct.pack(">i", -1), False),
    "a wrong correlation id": (struct.pack(">iih", 6, 99, 0), False),
    "garbage": (struct.pack(">ii", 12, 0) + b"\xff" * 8, False),
}


class Lingering(asyncio.Transport):
    """One that a close leaves open, as asyncio's TLS does: until the peer answers, and for good if closed twice."""

    closes = 0
    is_gone = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        pass

    def is_closing(self) -> bool:
        return self.closes > 0

    def close(self) -> None:
        self.closes += 1

    def abort(self) -> None:
        self.is_gone = self.closes < 2


@pytest.mark.parametrize("lie", ["silence", "a negative size"])
def test_a_connection_that_does_not_come_about_leaves_no_socket_behind(lie: str) -> None:
    transport = Lingering()

    async def dial(factory: Callable[[], asyncio.Protocol], host: str, port: int) -> None:
        protocol = factory()
        protocol.connection_made(transport)
        protocol.data_received(LIES[lie][0])

    async def main() -> None:
        with pytest.raises(ConnectFailed):
            await connect("b1", 9092, ClientConnection("flights"), timeout=1, dial=dial)

    run(main())
    assert transport.is_gone


@pytest.mark.parametrize("lie", LIES)
def test_a_liar_alone_is_an_unavailable_broker(lie: str) -> None:
    async def main() -> None:
        network = MemoryNetwork()
        network.listen("b1", 9092, lambda: Liar(*LIES[lie]))
        consumer = Consumer("b1:9092", runtime=AioRuntime(network.dial), topics=["t"], default_api_timeout_ms=15_000)
        with pytest.raises(BrokersUnavailable, match="b1:9092"):
            await consumer.start()
        assert asyncio.get_running_loop().time() <= 1000 + 15 + 10
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(main())


@pytest.mark.parametrize("lie", LIES)
def test_a_liar_among_honest_brokers_only_costs_time(lie: str) -> None:
    async def main() -> None:
        cluster = Cluster({"t": 1})
        cluster.network.listen("liar", 1, lambda: Liar(*LIES[lie]))
        async with Producer("liar:1,b1:9092", runtime=AioRuntime(cluster.network.dial)) as producer:
            assert (await producer.send("t", b"x")).offset == 0

    run(main())


@pytest.mark.parametrize(
    ("host", "port"), [("b1", -1), ("b1", 70_000), ("", 1), ("a" * 300, 1), ("\udcff", 1), ("x..y", 1)]
)
def test_an_impossible_address_of_a_broker_is_a_failed_connection(host: str, port: int) -> None:
    from kafkawire.protocol.client import ClientConnection
    from kafkawire.transport import aio, blocking
    from kafkawire.transport.errors import ConnectFailed

    with pytest.raises(ConnectFailed):
        blocking.connect(host, port, ClientConnection(), timeout=1)
    with pytest.raises(ConnectFailed):
        asyncio.run(aio.connect(host, port, ClientConnection(), timeout=1))


class _Twisted(Cluster):
    """Answers one API with something else than it should."""

    twist: Response | None = None

    async def answer(self, node: int, version: int, request: object) -> Response:
        expected = await super().answer(node, version, request)
        return self.twist if type(self.twist) is type(expected) and self.twist is not None else expected


@pytest.mark.parametrize(
    "twist",
    [
        messages.MetadataResponse(),
        messages.MetadataResponse(brokers=[MetadataResponseBroker(node_id=5, host="nowhere", port=1)]),
        messages.ListOffsetsResponse(),
        messages.FindCoordinatorResponse(),
        messages.OffsetFetchResponse(),
        messages.JoinGroupResponse(protocol_name="unheard of", leader="x", member_id="x"),
        messages.SyncGroupResponse(assignment=b"\0\1\xff\xff"),
        messages.FetchResponse(responses=[]),
    ],
    ids=lambda twist: type(twist).__name__,
)
def test_answers_that_leave_things_out_end_in_nothing_or_in_one_of_our_errors(twist: Response) -> None:
    async def main() -> None:
        cluster = _Twisted({"t": 1})
        cluster.twist = twist
        runtime = AioRuntime(cluster.network.dial)
        options: ConsumerArguments = {"default_api_timeout_ms": 5_000, "max_poll_interval_ms": 5_000, "group_id": "g"}
        consumer = Consumer("b1:9092", runtime=runtime, topics=["t"], **options)
        try:
            async with consumer:
                assert await consumer.fetch(timeout=30) == []
        except KafkaWireError:
            pass

    run(main())


def test_a_produce_answer_without_our_partition_is_an_error() -> None:
    async def main() -> None:
        cluster = _Twisted({"t": 1})
        async with Producer("b1:9092", runtime=AioRuntime(cluster.network.dial)) as producer:
            await producer.send("t", b"x")
            cluster.twist = messages.ProduceResponse()
            with pytest.raises(KafkaWireError, match="no answer for t-0"):
                await producer.send("t", b"x")

    run(main())
