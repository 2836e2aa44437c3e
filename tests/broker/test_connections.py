from __future__ import annotations

import asyncio
import logging
import socket
import struct
from typing import Any

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.broker import Broker, ManualClock, MemoryFiles
from kafkawire.broker.config.ip_limits import ip_limits
from kafkawire.broker.config.options import InvalidOption
from kafkawire.broker.loop.clock import Alarm
from kafkawire.messages import ApiVersionsRequest
from tests.broker.test_server import run
from tests.broker.wire import NOW_MS, Wire, fetch_request, new_broker, produce

HELLO = ApiVersionsRequest(client_software_name="tests", client_software_version="1")


def test_too_many_connections_of_one_address_are_turned_away() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        assert (await wire.ask(HELLO, 3)).error_code == 0
        extra = await Wire.to(broker)
        assert await extra.is_closed()
        await wire.close()
        while broker._connections._by_host:
            await asyncio.sleep(0)
        again = await Wire.to(broker)
        assert (await again.ask(HELLO, 3)).error_code == 0

    run(body, max_connections_per_ip=1)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_host_may_have_a_limit_of_its_own(host: str) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        second, third = await Wire.to(broker), await Wire.to(broker)
        assert (await second.ask(HELLO, 3)).error_code == (await wire.ask(HELLO, 3)).error_code == 0
        assert await third.is_closed()

    run(body, max_connections_per_ip=1, max_connections_per_ip_overrides=f"10.0.0.1:7, {host}:2")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"max_connections_per_ip": 0}, "can be set to zero only if max.connections.per.ip.overrides property is set"),
        ({"max_connections_per_ip_overrides": "a b:3,c:4"}, "contains invalid addresses : a b$"),
        ({"max_connections_per_ip_overrides": "127.0.0.1"}, "'127.0.0.1' is not host:number"),
        ({"max_connections_per_ip_overrides": "127.0.0.1:x"}, "is not host:number"),
    ],
)
def test_limits_of_hosts_that_cannot_be(options: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidOption, match=said):
        new_broker(**options)


def test_a_host_without_an_address_has_no_limit(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look_up(host: str, *_: object, **__: object) -> list[Any]:
        if host == "nowhere.invalid":
            raise socket.gaierror("no such host")
        return [(0, 0, 0, "", (host, 0))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    assert ip_limits("nowhere.invalid:1,::1:3,127.0.0.1:0") == {"::1": 3, "127.0.0.1": 0}
    assert "nowhere.invalid has no address" in caplog.text


def test_one_connection_too_many_waits_until_another_ends() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        assert (await wire.ask(HELLO, 3)).error_code == 0
        second, third = await Wire.to(broker), await Wire.to(broker)
        second.send(HELLO, 3)
        third.send(HELLO, 3)
        assert (await wire.ask(HELLO, 3)).error_code == 0  # the others got in line before this was answered
        waiting = asyncio.ensure_future(second.receive())
        await wire.ask(HELLO, 3)
        assert not waiting.done()
        await wire.close()
        assert (await waiting)[1].error_code == 0
        assert len(broker._connections) == 1
        await second.close()
        assert (await third.receive())[1].error_code == 0

    run(body, max_connections=1)


def with_clock(body: Any, **options: Any) -> None:
    async def main() -> None:
        clock = ManualClock()
        async with Broker(new_broker(**options).config, files=MemoryFiles(), clock=clock) as broker:
            broker.node.controller.create("t", 1, {}, NOW_MS)
            async with asyncio.timeout(10):
                await body(broker, clock)
            await Wire.close_all()

    asyncio.run(main())


def test_a_silent_connection_is_closed_and_one_that_speaks_is_not() -> None:
    async def body(broker: Broker, clock: ManualClock) -> None:
        silent, speaks = await Wire.to(broker), await Wire.to(broker)
        await silent.ask(HELLO, 3)
        await speaks.ask(HELLO, 3)
        clock.advance(6)
        await speaks.ask(HELLO, 3)
        clock.advance(6)
        broker._connections.expire()
        assert await silent.is_closed()
        assert (await speaks.ask(HELLO, 3)).error_code == 0

    with_clock(body, connections_max_idle_ms=10_000)


def test_a_connection_that_waits_for_its_answer_is_not_silent() -> None:
    async def body(broker: Broker, clock: ManualClock) -> None:
        polls, other = await Wire.to(broker), await Wire.to(broker)
        polls.send(fetch_request("t", 0, max_wait_ms=8000), 11)
        await other.ask(HELLO, 3)
        await other.ask(HELLO, 3)
        clock.advance(60)
        broker._connections.expire()
        assert await other.is_closed()
        third = await Wire.to(broker)
        await produce(third, "t", [b"x"])
        assert (await polls.receive())[1].responses[0].partitions[0].high_watermark == 1

    with_clock(body, connections_max_idle_ms=10_000)


def test_the_timer_closes_silent_connections_by_itself() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await wire.ask(HELLO, 3)
        assert await wire.is_closed()

    run(body, connections_max_idle_ms=30)


def test_an_alarm_rings_for_the_earliest_deadline() -> None:
    async def main() -> None:
        clock, rung = ManualClock(), asyncio.Event()
        alarm = Alarm(clock, rung.set)
        alarm.set(clock.now() + 3600)
        alarm.set(clock.now())
        alarm.set(clock.now() + 3600)
        await asyncio.wait_for(rung.wait(), 5)
        rung.clear()
        alarm.set(clock.now())
        alarm.cancel()
        await asyncio.sleep(0)
        assert not rung.is_set()

    asyncio.run(main())


def test_a_request_that_cannot_be_decoded_is_logged_once_with_the_field(caplog: pytest.LogCaptureFixture) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        # Metadata v4: one topic whose name is said to be longer than the request.
        bad = struct.pack(">hhihih", ApiKey.METADATA, 4, 0, -1, 1, 5000)
        wire.writer.write(struct.pack(">i", len(bad)) + bad + b"more that nobody reads")
        assert await wire.is_closed()

    with caplog.at_level(logging.WARNING, "kafkawire.broker"):
        run(body)
    (record,) = caplog.records
    assert "METADATA (3) v4 cannot be decoded" in record.getMessage()
    assert "topics[0].name" in record.getMessage()
