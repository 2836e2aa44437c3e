"""Nothing a client sends ends the broker, makes it grow past its limits, or harms another connection."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from kafkawire.broker import Broker
from kafkawire.messages import MetadataRequest
from kafkawire.protocol.frames import encode_request
from tests.broker.wire import NOW_MS, Wire, new_broker
from tests.reliability.hostile_clients import Honest, real_requests, send_and_leave, send_until_closed, spoilt

Body = Callable[[Broker, Honest, Random], Awaitable[None]]
Send = Callable[..., Awaitable[None]]


def run(body: Body, seed: int = 0, **options: Any) -> None:
    """A broker in memory, an honest client with a topic of its own, and the body."""

    async def main() -> None:
        async with new_broker(**options) as broker:
            broker.node.controller.create("honest", 1, {}, NOW_MS)
            wire = await Wire.to(broker)
            honest = Honest(wire, "honest")
            await honest.work()
            try:
                await body(broker, honest, Random(seed))
                await honest.work()
            finally:
                await Wire.close_all()

    asyncio.run(main())


def no_handler_failed(caplog: pytest.LogCaptureFixture) -> None:
    """Whatever the request, its handler has an answer: no traceback is logged."""
    assert not [record.getMessage() for record in caplog.records if record.exc_info]


def refusals(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.getMessage().startswith("closing the connection")]


async def spoil(broker: Broker, honest: Honest, random: Random, count: int) -> None:
    """Send so many spoilt requests, each on a connection of its own."""
    frames = spoilt(real_requests(broker.node.handlers.versions), random)
    await send_all(broker, honest, [frame for _, frame in zip(range(count), frames, strict=False)])


async def send_all(broker: Broker, honest: Honest, frames: list[bytes], send: Send = send_and_leave) -> None:
    """Send each on a connection of its own, many at a time, the honest client working beside them."""
    for start in range(0, len(frames), 40):
        some = frames[start : start + 40]
        await asyncio.gather(*(send(broker, frame) for frame in some), honest.work())


def test_every_real_request_is_answered_or_refused(caplog: pytest.LogCaptureFixture) -> None:
    async def body(broker: Broker, honest: Honest, random: Random) -> None:
        await send_all(broker, honest, real_requests(broker.node.handlers.versions))

    run(body)
    no_handler_failed(caplog)


@pytest.mark.parametrize("seed", range(4))
def test_spoilt_requests_harm_nobody(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    async def body(broker: Broker, honest: Honest, random: Random) -> None:
        await spoil(broker, honest, random, 300)

    run(body, seed)
    assert refusals(caplog)
    no_handler_failed(caplog)


@pytest.mark.slow
def test_spoilt_requests_harm_nobody_for_long(caplog: pytest.LogCaptureFixture) -> None:
    async def body(broker: Broker, honest: Honest, random: Random) -> None:
        await spoil(broker, honest, random, 20_000)

    run(body, 99)
    no_handler_failed(caplog)


def test_random_bytes_are_refused(caplog: pytest.LogCaptureFixture) -> None:
    async def body(broker: Broker, honest: Honest, random: Random) -> None:
        sizes = [random.choice([4, 20, 1000]) for _ in range(80)]
        frames = [struct.pack(">i", size) + random.randbytes(size) for size in sizes]
        await send_all(broker, honest, frames, send_until_closed)
        await send_all(broker, honest, [random.randbytes(100) for _ in range(40)])

    run(body)
    no_handler_failed(caplog)


@pytest.mark.parametrize("size", [-1, -(2**31), 2**31 - 1, 100 * 1024 * 1024 + 1, 3])
def test_a_size_out_of_bounds_ends_that_connection_and_is_logged_once(
    size: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def body(broker: Broker, _honest: Honest, _random: Random) -> None:
        await send_until_closed(broker, struct.pack(">i", size) + b"abc", b"more")

    run(body)
    assert len(refusals(caplog)) == 1


def test_what_cannot_be_decoded_is_logged_once_with_its_field(caplog: pytest.LogCaptureFixture) -> None:
    async def body(broker: Broker, _honest: Honest, _random: Random) -> None:
        header = struct.pack(">hhih", 3, 9, 1, 1) + b"c" + b"\0"
        broken = header + b"\x02" + b"\x7f" + b"only this"  # one topic with a name of 126 bytes
        frame = struct.pack(">i", len(broken)) + broken
        await send_until_closed(broker, frame, frame, frame)

    run(body)
    (said,) = refusals(caplog)
    assert "METADATA (3) v9 cannot be decoded: MetadataRequest v9 .topics[0].name: 126 bytes wanted, 9 left" in said
    assert "/127.0.0.1" in said


def test_half_a_frame_and_then_nothing_holds_up_nobody() -> None:
    async def body(broker: Broker, honest: Honest, _random: Random) -> None:
        wires = [await Wire.to(broker) for _ in range(50)]
        for wire in wires:
            wire.writer.write(struct.pack(">i", 50_000_000) + bytes(10))
        for _ in range(20):
            await honest.work()

    run(body)


def test_a_request_byte_by_byte_is_answered() -> None:
    async def body(broker: Broker, honest: Honest, _random: Random) -> None:
        slow = await Wire.to(broker)
        frame = encode_request(MetadataRequest(topics=[]), version=9, correlation_id=0, client_id="wire")
        slow._sent.append((MetadataRequest.API_KEY, 9))
        for at in range(len(frame)):
            slow.writer.write(frame[at : at + 1])
            await slow.writer.drain()
            await honest.work()
        assert (await slow.receive())[1].cluster_id

    run(body)
