"""Through how many modules a byte goes: `python -m benchmarks.walks` counts, and writes `docs/design/walks.md`.

Three walks are taken with everything warm: a record from `Producer.send` until it is acknowledged, a Produce request
from the socket to the log and back, and a fetched response to columns. Every call of a function of kafkawire in the
thread that is looked at is seen by Python's profiler. A module counts once, however often it is called; a hop is a call
from one module into another.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from benchmarks import ROOT
from kafkawire.broker import Broker, BrokerConfig, MemoryFiles
from kafkawire.broker.net.connection import Connection
from kafkawire.client import Consumer, Producer
from kafkawire.messages import ProduceRequest
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.protocol.frames import encode_request
from kafkawire.records import write_batch
from kafkawire.testing import ThreadedBroker, broker

PAGE = ROOT / "docs" / "design" / "walks.md"
_WARM = 20
_GENERATED = "kafkawire.messages"
_HEAD = """\
# Through how many modules a byte goes

`python -m benchmarks.walks` counts this and writes the page. A module counts once, a hop is a call from one module into
another; generated codecs count as one module. The order is that of the first call.
"""


@dataclass
class Walk:
    """What was seen on one walk."""

    modules: list[str] = field(default_factory=list)
    hops: int = 0

    def look(self, frame: FrameType, event: str, _: object) -> None:
        """Python's profiler calls this."""
        if event != "call":
            return
        module = _module(frame)
        if module is None:
            return
        if module not in self.modules:
            self.modules.append(module)
        caller = _caller(frame)
        self.hops += caller is not None and caller != module


def _module(frame: FrameType) -> str | None:
    name: str = frame.f_globals.get("__name__", "")
    if not name.startswith("kafkawire."):
        return None
    return _GENERATED if name.startswith(_GENERATED) else name


def _caller(frame: FrameType) -> str | None:
    above = frame.f_back
    while above is not None and _module(above) is None:
        above = above.f_back
    return None if above is None else _module(above)


async def _seen(walk: Callable[[], Awaitable[object]]) -> Walk:
    for _ in range(_WARM):
        await walk()
    seen = Walk()
    sys.setprofile(seen.look)
    try:
        await walk()
    finally:
        sys.setprofile(None)
    return seen


async def _send(address: str) -> Walk:
    async with Producer(bootstrap_servers=address) as producer:
        return await _seen(lambda: producer.send("walks", value=b"v" * 100, key=b"k"))


async def _columns(other: ThreadedBroker) -> Walk:
    """The consumer waits for records, which the broker's thread appends; so the response comes within the walk."""
    async with Consumer(bootstrap_servers=other.bootstrap_servers, auto_offset_reset="earliest") as consumer:
        consumer.assign([("walks", 0)])

        async def fetch() -> None:
            appending = asyncio.to_thread(other.append, "walks", b"v" * 100, b"k")
            await asyncio.gather(consumer.fetch_columns(max_records=10_000), appending)

        return await _seen(fetch)


async def _produce() -> Walk:
    frame = _frame()
    options = {"listeners": "127.0.0.1:0", "log.dirs": "walks"}
    async with Broker(BrokerConfig.from_options(options), files=MemoryFiles()) as embedded:
        embedded.node.controller.create("walks", 1, {}, 0)
        connection = Connection(embedded.node, embedded._connections, embedded._endpoints[0])  # noqa: SLF001
        connection.connection_made(_Nowhere())

        async def receive() -> None:
            connection.data_received(frame)
            while connection.is_busy:  # on a machine with other work the handler may have to pause
                await asyncio.sleep(0)

        return await _seen(receive)


def _frame() -> bytes:
    batch = write_batch([(n, 1_700_000_000_000 + n, b"k", b"v" * 100, ()) for n in range(10)])
    data = TopicProduceData(name="walks", partition_data=[PartitionProduceData(index=0, records=batch)])
    request = ProduceRequest(acks=1, timeout_ms=1000, topic_data=[data])
    return encode_request(request, version=9, correlation_id=1)


class _Nowhere(asyncio.Transport):
    """A transport whose bytes nobody reads."""

    def __getattribute__(self, name: str) -> Any:
        if name == "get_extra_info":
            return lambda key, default=None: ("127.0.0.1", 1) if key == "peername" else default
        if name == "get_write_buffer_size":
            return lambda: 0
        return (lambda *_, **__: None) if not name.startswith("_") else super().__getattribute__(name)


def walks() -> dict[str, Walk]:
    """All three, by what they are."""
    with broker(topics={"walks": 1}) as other:
        return {
            "`Producer.send`, awaited": asyncio.run(_send(other.bootstrap_servers)),
            "a Produce request, from the socket to the log": asyncio.run(_produce()),
            "a fetched response, to columns": asyncio.run(_columns(other)),
        }


def page(found: dict[str, Walk]) -> str:
    """The page of the documentation."""
    lines = [_HEAD, "| walk | modules | hops |", "| --- | ---: | ---: |"]
    lines += [f"| {name} | {len(walk.modules)} | {walk.hops} |" for name, walk in found.items()]
    for name, walk in found.items():
        lines += ["", f"## {name[0].upper()}{name[1:]}", "", " · ".join(f"`{module}`" for module in walk.modules)]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    text = page(walks())
    PAGE.write_text(text, encoding="utf-8")
    print(text)
