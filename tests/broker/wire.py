"""A client that knows nothing but frames, so that the broker's tests do not lean on ours."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, ClassVar

from kafkawire.broker import Broker, BrokerConfig, ManualClock, MemoryFiles
from kafkawire.broker.api.dispatch import HandlerTable
from kafkawire.broker.log.files import FileSystem
from kafkawire.broker.node.node import Node
from kafkawire.message import Request
from kafkawire.protocol.frames import decode_response_payload, encode_request
from kafkawire.records import write_batch

QUICK = {
    "listeners": "127.0.0.1:0",
    "group.consumer.assignment.interval.ms": "0",
    "group.initial.rebalance.delay.ms": "0",
    "offsets.topic.num.partitions": "2",
}
NOW_MS = 1_700_000_000_000


def new_broker(files: FileSystem | None = None, **options: Any) -> Broker:
    """A broker in memory on a free port; options by field name."""
    texts = {name.replace("_", "."): str(value).lower() for name, value in options.items()}
    config = BrokerConfig.from_options({"log.dirs": "data", **QUICK, **texts})
    return Broker(config, files=files or MemoryFiles())


def loaded_node(options: Mapping[str, str], files: FileSystem) -> Node:
    """A broker without its listeners that has read what is on disk; if it cannot, it lets go of the disk."""
    node = Node(BrokerConfig.from_options(options), files, ManualClock(), HandlerTable(()))
    try:
        node.load()
    except BaseException:
        node.abandon()
        raise
    return node


@asynccontextmanager
async def serving(broker: Broker, *, seconds: float = 20) -> AsyncIterator[Broker]:
    """Run a broker for a test that may take so long; no connection outlives it."""
    async with broker, asyncio.timeout(seconds):
        try:
            yield broker
        finally:
            await Wire.close_all()


def batch_of(*values: bytes | None, key: bytes | None = b"k", timestamp: int = NOW_MS, **options: Any) -> bytes:
    """A batch as a producer sends it."""
    return write_batch([(n, timestamp + n, key, value, ()) for n, value in enumerate(values)], **options)


class Wire:
    """One connection. Requests get the correlation ids 0, 1, 2, ..."""

    opened: ClassVar[list[Wire]] = []

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self._sent: list[tuple[int, int]] = []

    @classmethod
    async def to(cls, broker: Broker, limit: int = 2**16) -> Wire:
        wire = cls(*await asyncio.open_connection(broker.node.host, broker.node.port, limit=limit))
        cls.opened.append(wire)
        return wire

    @classmethod
    async def close_all(cls) -> None:
        while cls.opened:
            await cls.opened.pop().close()

    def send(self, request: Request, version: int) -> int:
        number = len(self._sent)
        self._sent.append((request.API_KEY, version))
        self.writer.write(encode_request(request, version=version, correlation_id=number, client_id="wire"))
        return number

    async def receive(self, as_version: int | None = None) -> tuple[int, Any]:
        """The next answer: correlation id and message."""
        (size,) = struct.unpack(">i", await self.reader.readexactly(4))
        payload = await self.reader.readexactly(size)
        number = int.from_bytes(payload[:4], "big")
        api_key, version = self._sent[number]
        _, message = decode_response_payload(payload, api_key, version if as_version is None else as_version)
        return number, message

    async def ask(self, request: Request, version: int) -> Any:
        """Send one request and wait for its answer."""
        number = self.send(request, version)
        answered, message = await self.receive()
        assert answered == number
        return message

    async def is_closed(self) -> bool:
        """Wait until the broker hangs up; False if it sends something instead."""
        try:
            return await self.reader.read(1) == b""
        except ConnectionError:
            return True

    async def close(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()


async def produce(wire: Wire, topic: str, records: bytes | Sequence[bytes], version: int = 9, acks: int = 1) -> Any:
    """Send one batch to partition 0 and return the partition's answer."""
    from kafkawire.messages import ProduceRequest
    from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData

    data = records if isinstance(records, bytes) else batch_of(*records)
    topics = [TopicProduceData(name=topic, partition_data=[PartitionProduceData(index=0, records=data)])]
    response = await wire.ask(ProduceRequest(acks=acks, timeout_ms=1000, topic_data=topics), version)
    return response.responses[0].partition_responses[0]


def fetch_request(topic: str, offset: int, *, max_wait_ms: int = 0, min_bytes: int = 1, **options: Any) -> Any:
    """Fetch partition 0 from an offset on."""
    from kafkawire.messages import FetchRequest
    from kafkawire.messages.fetch_request import FetchPartition, FetchTopic

    part = FetchPartition(
        partition=0, fetch_offset=offset, partition_max_bytes=options.pop("partition_max_bytes", 1 << 20)
    )
    topics = [FetchTopic(topic=topic, partitions=[part])]
    return FetchRequest(max_wait_ms=max_wait_ms, min_bytes=min_bytes, topics=topics, **options)
