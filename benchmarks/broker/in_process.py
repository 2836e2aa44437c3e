"""What a broker costs inside of a program: `python -m benchmarks.broker.in_process`, a fresh process for each answer.

Prints one line of JSON, in milliseconds: the imports, the first broker of the process and a later one, each from
`Broker(...)` until it answers on its socket; then what a test with the pytest fixture takes, of which a client is part.
"""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Awaitable, Callable

_BEGIN = time.perf_counter()
_API_VERSIONS = bytes.fromhex("0000000f 0012 0000 00000001 0005") + b"bench"
_AGAIN = 5


async def start_once(clock: Callable[[], float] = time.perf_counter) -> float:
    """Milliseconds on `clock` from `Broker(...)` to the answer of a first request, in memory, on a free port."""
    from kafkawire.broker import Broker, BrokerConfig, MemoryFiles

    begin = clock()
    config = BrokerConfig(listeners="127.0.0.1:0", log_dirs="memory")
    async with Broker(config, files=MemoryFiles()) as broker:
        ready = clock()
        with socket.create_connection(("127.0.0.1", int(broker.bootstrap_servers.rpartition(":")[2]))) as client:
            client.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_sendall(client, _API_VERSIONS)
            assert await loop.sock_recv(client, 4)
    return (ready - begin) * 1e3


def test_once() -> float:
    """Milliseconds of a test: broker up, topic made, record produced and consumed by aiokafka, broker down."""
    from kafkawire.testing import broker

    begin = time.perf_counter()
    with broker(topics={"t": 1}) as b:
        asyncio.run(_exchange(b.bootstrap_servers))
    return (time.perf_counter() - begin) * 1e3


async def _exchange(address: str) -> None:
    from aiokafka import AIOKafkaConsumer, AIOKafkaProducer

    async with AIOKafkaProducer(bootstrap_servers=address) as producer:
        await producer.send_and_wait("t", b"hello")
    async with AIOKafkaConsumer("t", bootstrap_servers=address, group_id="g", auto_offset_reset="earliest") as consumer:
        assert (await consumer.getone()).value == b"hello"


class _Both:
    """The wall clock, which takes note of the processor time of the last two calls."""

    def __init__(self) -> None:
        self._cpu = [0.0, 0.0]

    def __call__(self) -> float:
        self._cpu = [self._cpu[-1], time.process_time()]
        return time.perf_counter()

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of processor time between them."""
        return (self._cpu[1] - self._cpu[0]) * 1e3


def _median_of(run: Callable[[], float]) -> float:
    return sorted(run() for _ in range(_AGAIN))[_AGAIN // 2]


def _run(work: Callable[[], Awaitable[float]]) -> float:
    async def main() -> float:
        return await work()

    return asyncio.run(main())


def main() -> None:
    """Measure in the order in which a test session would meet it."""
    import kafkawire.broker.server.broker  # noqa: F401

    found = {"import": (time.perf_counter() - _BEGIN) * 1e3}
    clocks = _Both()
    found["first start"] = _run(lambda: start_once(clocks))
    found["first start, cpu"] = clocks.cpu_ms
    found["start"] = _median_of(lambda: _run(start_once))
    import aiokafka  # noqa: F401

    found["first test"] = test_once()
    found["test"] = _median_of(test_once)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
