"""A client that speaks before its broker is there loses nothing, also where the event loop reads although told not to.

uvloop does so: it begins to read behind `connection_made`, whatever that has said.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from kafkawire.proxy.cluster import Brokers
from kafkawire.proxy.pair import Pair, _Client
from kafkawire.testing import broker
from tests.proxy.test_server import (
    Upstream,
    answer,
    behind,
    connected,
    frame,
    heartbeat,
    round_trip,
    skip_metadata,
)


def test_what_comes_before_the_broker_is_there_is_passed_on_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(up: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for number in (1, 2):
            assert await skip_metadata(reader) == heartbeat(number)
        writer.writelines((answer(1), answer(2)))
        await reader.read()

    async def main() -> None:
        come = asyncio.Event()
        take: Callable[[Pair, bytes], None] = Pair.client_data

        def told(self: Pair, data: bytes) -> None:
            take(self, data)
            come.set()

        async def later(self: Brokers, host: str) -> None:
            await come.wait()

        monkeypatch.setattr(Pair, "client_data", told)
        monkeypatch.setattr(_Client, "connection_made", _and_read_on)
        async with Upstream(script) as target, behind(target) as proxy:
            monkeypatch.setattr(Brokers, "mechanism", later)
            reader, writer = await connected(proxy)
            writer.write(heartbeat(1) + heartbeat(2))
            assert [await frame(reader), await frame(reader)] == [answer(1), answer(2)]
            writer.close()

    _run(main())


def test_no_more_is_read_ahead_than_came_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what came is not kept without bounds: the client is told to wait as soon as it has spoken."""
    taken = 0
    take: Callable[[Pair, bytes], None] = Pair.client_data

    def told(self: Pair, data: bytes) -> None:
        nonlocal taken
        taken += len(data)
        take(self, data)

    async def main() -> None:
        monkeypatch.setattr(Pair, "client_data", told)
        monkeypatch.setattr(_Client, "connection_made", _and_read_on)
        async with Upstream(_silent) as target, behind(target, drain_timeout=0.1) as proxy:
            never = asyncio.Event()
            monkeypatch.setattr(Brokers, "mechanism", lambda *_: never.wait())
            _, writer = await connected(proxy)
            writer.write(struct.pack(">i", 90 << 20) + bytes(80 << 20))
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(writer.drain(), 1)
            writer.transport.abort()

    _run(main())
    assert 0 < taken <= 1 << 20


def _run(work: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:  # what it does is changed here
        runner.run(asyncio.wait_for(work, 20))


_made = _Client.connection_made


def _and_read_on(self: _Client, transport: asyncio.BaseTransport) -> None:
    _made(self, transport)
    assert isinstance(transport, asyncio.Transport)
    transport.resume_reading()


async def _silent(_up: Upstream, reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    await reader.readexactly(1 << 30)


def test_a_round_trip_on_uvloop() -> None:
    uvloop: Any = pytest.importorskip("uvloop")

    async def main(target: str) -> None:
        async with behind(target) as proxy:
            await round_trip(proxy.bootstrap_servers, "on-uvloop")

    with broker() as kafka:
        uvloop.run(asyncio.wait_for(main(kafka.bootstrap_servers), 30))
        assert len(kafka.records("on-uvloop")) == 100
