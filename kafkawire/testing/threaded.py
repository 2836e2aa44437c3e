"""A broker with an event loop and a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.dispatch import Handler
from kafkawire.broker.log.files import FileSystem, MemoryFiles, RealFiles
from kafkawire.broker.server import Broker

__all__ = ["ThreadedBroker", "broker"]

_FOR_TESTS = {
    "listeners": "127.0.0.1:0",
    "group.initial.rebalance.delay.ms": "0",
    "group.min.session.timeout.ms": "1",
    "offsets.topic.num.partitions": "1",
}


class ThreadedBroker:
    """A broker that runs until `stop`. `start` returns when it answers, and raises what keeps it from that."""

    def __init__(self, config: BrokerConfig, *, files: FileSystem, handlers: Iterable[Handler] = ()) -> None:
        self.bootstrap_servers = ""
        self._broker = Broker(config, files=files, handlers=handlers)
        self._ready: Future[str] = Future()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="kafkawire-broker", daemon=True)

    def start(self) -> None:
        """Start, and wait until it answers."""
        self._thread.start()
        self.bootstrap_servers = self._ready.result()

    def stop(self) -> None:
        """Stop cleanly, and wait until it has."""
        if self._loop is not None and self._stop is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def create_topic(self, name: str, partitions: int = 1, options: Mapping[str, str] | None = None) -> None:
        """Make a topic. Raises `KafkaError`."""

        async def create() -> None:
            node = self._broker.node
            node.topics.create(name, partitions, options or {}, node.clock.time_ms())

        assert self._loop is not None, "the broker is not running"
        asyncio.run_coroutine_threadsafe(create(), self._loop).result()

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        try:
            await self._broker.start()
        except BaseException as exc:  # noqa: BLE001 - it is raised in the thread that waits
            self._ready.set_exception(exc)
            return
        self._ready.set_result(self._broker.bootstrap_servers)
        await self._stop.wait()
        await self._broker.close()


@contextmanager
def broker(
    topics: Mapping[str, int] | None = None,
    *,
    data_dir: str | None = None,
    options: Mapping[str, str] | None = None,
    handlers: Iterable[Handler] = (),
) -> Iterator[ThreadedBroker]:
    """A running broker on a free port, with `topics` (name -> partitions), in memory or else in `data_dir`.

    `options` are broker options by Kafka's names. Groups do not wait for more members before their first rebalance.
    """
    log_dirs = {"log.dirs": data_dir or "memory"}
    config = BrokerConfig.from_options({**_FOR_TESTS, **log_dirs, **(options or {})})
    running = ThreadedBroker(config, files=MemoryFiles() if data_dir is None else RealFiles(), handlers=handlers)
    running.start()
    try:
        for name, partitions in (topics or {}).items():
            running.create_topic(name, partitions)
        yield running
    finally:
        running.stop()
