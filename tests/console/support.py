"""What the tests of the console share: a capture and a segment with hostile names, and a client of the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import aiohttp

from kafkawire.capture import CaptureWriter
from kafkawire.console import Console, View
from kafkawire.console.files import FilesView
from kafkawire.console.traffic import Traffic
from kafkawire.console.wire import WireView
from kafkawire.logfiles.indexes import OFFSET_ENTRY, TIME_ENTRY
from kafkawire.messages import (
    PROTOCOL,
    ApiVersionsRequest,
    MetadataRequest,
    MetadataResponse,
    ProduceRequest,
    ProduceResponse,
)
from kafkawire.messages.metadata_request import MetadataRequestTopic
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.protocol.frames import encode_request, encode_response
from kafkawire.records import Record, write_batch
from tests.corpus import ROOT

SASL = ROOT / "tests/data/captures/sasl-java.pcapng"
EVIL = "<script>document.title='evil'</script>"
"""What must stay text."""

Ask = Callable[..., Awaitable[tuple[int, Any]]]


def wire(*paths: Path, **options: Any) -> WireView:
    """The view of some captures."""
    return WireView([Traffic(str(path), PROTOCOL) for path in paths], PROTOCOL, **options)


@asynccontextmanager
async def asking(*views: View, **options: Any) -> AsyncIterator[Ask]:
    """A function that asks a server for `NAME/ROUTE` with parameters, and gives status and JSON."""
    async with Console(views, **options) as console, aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bearer {console.token}"}
        base = console.url.partition("?")[0]

        async def ask(path: str, body: Any = None, **params: Any) -> tuple[int, Any]:
            method = "GET" if body is None else "POST"
            async with session.request(method, f"{base}api/{path}", params=params, json=body, headers=headers) as found:
                return found.status, await found.json()

        yield ask


async def complete(ask: Ask, path: str, **params: Any) -> dict[str, Any]:
    """What is answered once there is no more to come."""
    while True:
        status, found = await ask(path, **params)
        assert status == 200, found
        if found["done"] and found.get("counted", found["found"]) == found["found"]:
            answer: dict[str, Any] = found
            return answer


def asked(number: int) -> bytes:
    """A request."""
    return encode_request(MetadataRequest(topics=None), version=9, correlation_id=number, client_id="me")


def answered(number: int) -> bytes:
    """Its response."""
    return encode_response(MetadataResponse(), version=9, correlation_id=number)


def evil_capture(path: Path) -> Path:
    """Produce requests whose topic, client, key and value are HTML; all are answered."""
    batch = write_batch([Record(0, 1_700_000_000_000, EVIL.encode(), EVIL.encode(), [(EVIL, b"<b>")])])
    with CaptureWriter(path) as writer:
        writer.open(1, ("10.0.0.1", 40000), ("10.0.0.2", 9092), 1_700_000_000.0)
        for number in range(6):
            data = PartitionProduceData(index=number, records=batch)
            request = ProduceRequest(topic_data=[TopicProduceData(name=EVIL, partition_data=[data])], acks=1)
            start = 1_700_000_000.5 + number
            writer.write(1, "request", start, encode_request(request, version=9, correlation_id=number, client_id=EVIL))
            writer.write(
                1, "response", start + 0.25, encode_response(ProduceResponse(), version=9, correlation_id=number)
            )
        writer.end(1, 1_700_000_010.0)
    return path


def names_capture(directory: Path, names: list[str]) -> Path:
    """Requests that name a topic each, by a client of that name."""
    path = directory / "names.pcapng"
    with CaptureWriter(path) as writer:
        writer.open(1, ("10.0.0.1", 40000), ("10.0.0.2", 9092), 1_700_000_000.0)
        first = ApiVersionsRequest(client_software_name=names[0], client_software_version="1")
        frames = [encode_request(first, version=3, correlation_id=0, client_id="x")] * (len(names[0]) > 10_000)
        for number, name in enumerate(names, start=1):
            request = MetadataRequest(topics=[MetadataRequestTopic(name=name)])
            frames.append(encode_request(request, version=9, correlation_id=number, client_id=name[:30_000]))
        for frame in frames:
            writer.write(1, "request", 1_700_000_001.0, frame)
        writer.end(1, 1_700_000_010.0)
    return path


def segment(directory: Path) -> Path:
    """Three batches with keys that are HTML; the second has a wrong checksum, and both indexes know the third."""
    partition = directory / "orders-0"
    partition.mkdir()
    path = partition / "00000000000000000000.log"
    batches = [
        bytearray(
            write_batch([Record(at, 1_700_000_000_000 + at, EVIL.encode(), b'{"n": 1}', [("h", b"x")])], base_offset=at)
        )
        for at in range(3)
    ]
    batches[1][-3] ^= 1
    path.write_bytes(b"".join(batches))
    path.with_suffix(".index").write_bytes(OFFSET_ENTRY.pack(2, len(batches[0]) + len(batches[1])))
    path.with_suffix(".timeindex").write_bytes(TIME_ENTRY.pack(1_700_000_000_002, 2))
    return path


def many(path: Path, count: int) -> WireView:
    """The view of a capture that has been read, as if its messages had come so many times."""
    traffic = Traffic(str(path), PROTOCOL)
    view = WireView([traffic], PROTOCOL)
    traffic.wait()
    traffic.exchanges[:] = [each.fresh() for each in islice(cycle(traffic.exchanges), count)]
    for number, exchange in enumerate(traffic.exchanges, start=1):
        exchange.number = number
    return view


def run(test: Callable[[], Any]) -> None:
    """A test that waits."""
    asyncio.run(asyncio.wait_for(test(), 120))


def files(*paths: Path) -> FilesView:
    """The view of some segments."""
    return FilesView([str(path) for path in paths])
