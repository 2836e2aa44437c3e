"""Requests of every API and version as real ones look, spoilt at random, and a client that does honest work beside."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random
from time import time_ns

from kafkawire.broker import Broker
from kafkawire.message import Request
from kafkawire.protocol.frames import encode_request
from kafkawire.records import read_batches
from tests.broker.wire import Wire, batch_of, fetch_request, produce
from tests.fuzz.mutations import mutate
from tests.vectors import files, read


def real_requests(versions: Mapping[int, range]) -> list[bytes]:
    """Whole frames, made of the vectors of every API and version that is served."""
    found = []
    for file in files("rpc"):
        if not file.name.endswith("Request.jsonl.gz"):
            continue
        for vector in read(file):
            if vector.api_key is not None and vector.version in versions.get(vector.api_key, ()):
                message = vector.cls.decode(vector.data, vector.version)
                assert isinstance(message, Request)
                found.append(encode_request(message, version=vector.version, correlation_id=7, client_id="vector"))
    return found


def spoilt(frames: list[bytes], random: Random) -> Iterator[bytes]:
    """Frames with something wrong in them (or, by luck, nothing), and a size that fits."""
    while True:
        payload = mutate(random.choice(frames)[4:], random, random.choice(frames)[4:])
        yield struct.pack(">i", len(payload)) + payload


async def send_and_leave(broker: Broker, *frames: bytes) -> None:
    """A client that sends, reads what comes within a moment, and hangs up."""
    reader, writer = await asyncio.open_connection(broker.node.host, broker.node.port)
    with suppress(ConnectionError, TimeoutError):
        writer.write(b"".join(frames))
        async with asyncio.timeout(0.01):
            await writer.drain()
            while await reader.read(1 << 16):
                pass
    await hang_up(writer)


async def send_until_closed(broker: Broker, *frames: bytes) -> None:
    """A client that sends, and waits until it is hung up on."""
    reader, writer = await asyncio.open_connection(broker.node.host, broker.node.port)
    with suppress(ConnectionError):
        writer.write(b"".join(frames))
        async with asyncio.timeout(20):
            while await reader.read(1 << 16):
                pass
    await hang_up(writer)


async def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


class Honest:
    """A client that writes and reads its records, each of which must come back."""

    def __init__(self, wire: Wire, topic: str) -> None:
        self._wire = wire
        self._topic = topic
        self._count = 0

    async def work(self) -> float:
        """One record there and back; returns the seconds it took."""
        began = asyncio.get_running_loop().time()
        value = b"honest %d" % self._count
        self._count += 1
        async with asyncio.timeout(10):
            answer = await produce(self._wire, self._topic, batch_of(value, timestamp=time_ns() // 1_000_000))
            assert answer.error_code == 0, answer
            found = await self._wire.ask(fetch_request(self._topic, answer.base_offset), 11)
        (batch,) = read_batches(found.responses[0].partitions[0].records)
        assert [record.value for record in batch] == [value]
        return asyncio.get_running_loop().time() - began
