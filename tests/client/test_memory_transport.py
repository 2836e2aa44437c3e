from __future__ import annotations

import asyncio

import pytest

from kafkawire.transport.memory import MemoryNetwork
from tests.client.virtual_time import NothingWillHappen, run


class Notes(asyncio.Protocol):
    """Writes down what happens to it."""

    def __init__(self) -> None:
        self.got: list[object] = []
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        self.got.append(data)

    def eof_received(self) -> None:
        self.got.append("eof")

    def connection_lost(self, exc: Exception | None) -> None:
        self.got.append(("lost", type(exc)))


async def pair() -> tuple[MemoryNetwork, Notes, Notes]:
    network, near, far = MemoryNetwork(), Notes(), Notes()
    network.listen("b", 1, lambda: far)
    await network.dial(lambda: near, "b", 1)
    return network, near, far


def test_writes_arrive_in_order_and_before_the_end() -> None:
    async def main() -> None:
        _, near, far = await pair()
        near.transport.write(b"1")
        near.transport.writelines([b"2", b"3"])
        near.transport.close()
        near.transport.write(b"too late")
        await asyncio.sleep(0.1)
        assert far.got == [b"1", b"23", "eof", ("lost", type(None))]
        assert near.got == [("lost", type(None))]

    run(main())


def test_nothing_arrives_within_the_call_that_writes() -> None:
    async def main() -> None:
        _, near, far = await pair()
        near.transport.write(b"1")
        assert far.got == []

    run(main())


def test_an_abort_is_a_loss_at_both_ends() -> None:
    async def main() -> None:
        network, near, far = await pair()
        network.stop("b", 1)
        await asyncio.sleep(0.1)
        assert near.got == far.got == [("lost", ConnectionResetError)]
        with pytest.raises(ConnectionRefusedError):
            await network.dial(Notes, "b", 1)

    run(main())


def test_virtual_time_jumps_and_finds_hangs() -> None:
    async def sleeps() -> float:
        started = asyncio.get_running_loop().time()
        await asyncio.sleep(86_400)
        return asyncio.get_running_loop().time() - started

    assert run(sleeps()) == 86_400

    async def hangs() -> None:
        await asyncio.Event().wait()

    with pytest.raises(NothingWillHappen):
        run(hangs())
