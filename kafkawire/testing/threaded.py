"""A broker with an event loop and a thread of its own."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from kafkawire.broker.api.dispatch import Handler
from kafkawire.broker.api.hooks import BrokerHooks
from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.config.options import as_text, option_name
from kafkawire.broker.log.files import FileSystem, MemoryFiles, RealFiles
from kafkawire.broker.node.node import Node
from kafkawire.broker.server.broker import Broker
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.testing.fault_hook import FaultHook
from kafkawire.testing.faults import Fault, Faults
from kafkawire.testing.faults.rule import RuleFields

if TYPE_CHECKING:
    import ssl

    from kafkawire.broker.log.partition import PartitionLog
    from kafkawire.broker.security.authorizer import Authorizer
    from kafkawire.protocol.sasl.server_mechanism import ServerMechanism
    from kafkawire.protocol.sasl.server_oauthbearer import TokenValidator
    from kafkawire.records import Record

__all__ = ["ThreadedBroker", "broker"]

T = TypeVar("T")

_FOR_TESTS = {
    "listeners": "127.0.0.1:0",
    "group.consumer.assignment.interval.ms": "0",
    "group.initial.rebalance.delay.ms": "0",
    "group.min.session.timeout.ms": "1",
    "offsets.topic.num.partitions": "1",
}
_ALL = 1 << 30


class ThreadedBroker:
    """A broker that runs until `stop`, for code of any thread. Its methods raise `RuntimeError` while it is stopped."""

    def __init__(
        self,
        config: BrokerConfig,
        *,
        files: FileSystem,
        handlers: Iterable[Handler] = (),
        messages: MessageSet = PROTOCOL,
        hooks: Iterable[BrokerHooks] = (),
        faults: Faults | None = None,
        topics: Mapping[str, int] | None = None,
        authorizer: Authorizer | None = None,
        ssl_context: ssl.SSLContext | None = None,
        users: Mapping[str, str] | None = None,
        token_validator: TokenValidator | None = None,
        sasl_mechanisms: Mapping[str, Callable[[], ServerMechanism]] | None = None,
    ) -> None:
        self.bootstrap_servers = ""
        self.addresses: dict[str, str] = {}
        """Name of each listener -> `host:port`."""
        self.faults = Faults(messages=messages) if faults is None else faults
        """What goes wrong."""
        self._fault_hook = FaultHook(self.faults)
        self._has_fault_hook = False
        self._hooks = tuple(hooks)
        self._config, self._topics = config, dict(topics or {})
        self._new = partial(
            Broker,
            files=files,
            handlers=tuple(handlers),
            messages=messages,
            authorizer=authorizer,
            ssl_context=ssl_context,
            users=users,
            token_validator=token_validator,
            sasl_mechanisms=sasl_mechanisms,
        )
        self._broker: Broker | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread: threading.Thread | None = None
        self._ended: Future[None] = Future()

    def start(self) -> None:
        """Start, and wait until it answers. Raises what keeps it from that."""
        ready: Future[str] = Future()
        self._ended = Future()
        self._thread = threading.Thread(target=self._work, args=(ready,), name="kafkawire-broker", daemon=True)
        self._thread.start()
        listeners = ready.result()
        self._config = replace(self._config, listeners=listeners)  # clients know them, should it come back

    def stop(self) -> None:
        """Hang up on all clients, stop cleanly, and wait until it has. Raises `OSError` if the disk refuses."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        if self._loop is not None and self._stop is not None:
            self._loop.call_soon_threadsafe(self._stop.set)
        thread.join()
        self._ended.result()

    def restart(self) -> None:
        """Stop and start again, at the same address, with all that is stored."""
        self.stop()
        self.start()

    def fail(self, api: str | int | Sequence[str | int] | None = None, **rule: Unpack[RuleFields]) -> Fault:
        """Let something go wrong from now on: `fail("Produce", topic="orders", times=2, error="NOT_ENOUGH_REPLICAS")`.

        The keywords are the fields of `FaultRule`. It is over with `remove()` of what is returned, or when a `with`
        block of that ends; `count` says how often it has struck. Raises `InvalidFault` with all that is wrong.
        """
        fault = self.faults.fail(api, **rule)
        if self._thread is not None:
            self._call(self._add_fault_hook)
        return fault

    def _add_fault_hook(self, node: Node) -> None:
        """Without faults requests take the way that they take in any broker."""
        if not self._has_fault_hook:
            self._has_fault_hook = True
            node.handlers.add_hook(self._fault_hook)

    def create_topic(self, name: str, partitions: int = 1, options: Mapping[str, str] | None = None) -> None:
        """Make a topic; `options` by Kafka's names. Raises `KafkaError`."""
        self._call(lambda node: node.controller.create(name, partitions, options or {}, node.clock.time_ms()))

    def append(
        self,
        topic: str,
        value: bytes | None,
        key: bytes | None = None,
        *,
        headers: Sequence[tuple[str, bytes | None]] = (),
        partition: int = 0,
    ) -> int:
        """Put a record into the log, past the network; returns its offset. Raises `KafkaError`."""
        from kafkawire.records import write_batch

        def run(node: Node) -> int:
            now_ms, log = node.clock.time_ms(), _log(node, topic, partition)
            appended = log.append(write_batch([(0, now_ms, key, value, headers)]), now_ms)
            node.appended(log)
            return appended.base_offset

        return self._call(run)

    def records(self, topic: str, partition: int | None = None) -> list[Record]:
        """All records of a topic, or of one partition, as they are in the log. Raises `KeyError` for an unknown one."""

        def run(node: Node) -> list[Record]:
            found = node.topics.get(topic)
            numbers = range(found.partitions if found else 1) if partition is None else [partition]
            return [record for number in numbers for record in _records(_log(node, topic, number))]

        return self._call(run)

    def _call(self, function: Callable[[Node], T]) -> T:
        """Run something in the thread of the broker."""
        if self._thread is None or self._loop is None:
            raise RuntimeError("the broker is not running")

        async def call() -> T:
            assert self._broker is not None
            return function(self._broker.node)

        return asyncio.run_coroutine_threadsafe(call(), self._loop).result()

    def _work(self, ready: Future[str]) -> None:
        try:
            asyncio.run(self._run(ready))
        except BaseException as exc:  # noqa: BLE001 - it is raised in the thread that waits
            failed = self._ended if ready.done() else ready
            failed.set_exception(exc)
        if not self._ended.done():
            self._ended.set_result(None)

    async def _run(self, ready: Future[str]) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._has_fault_hook = any(True for _ in self.faults)
        hooks = (self._fault_hook, *self._hooks) if self._has_fault_hook else self._hooks
        self._broker = self._new(self._config, hooks=hooks)
        async with self._broker:
            self._make_topics(self._broker.node)
            self.bootstrap_servers, self.addresses = self._broker.bootstrap_servers, self._broker.addresses
            ready.set_result(self._broker.listeners)
            await self._stop.wait()

    def _make_topics(self, node: Node) -> None:
        for name, partitions in self._topics.items():
            if node.topics.get(name) is None:
                node.controller.create(name, partitions, {}, node.clock.time_ms())


def _log(node: Node, topic: str, partition: int) -> PartitionLog:
    log = node.topics.log(topic, partition)
    if log is None:
        raise KeyError(f"{topic}-{partition}")
    return log


def _records(log: PartitionLog) -> Iterator[Record]:
    from kafkawire.records import read_batches

    offset = log.log_start_offset
    while (found := log.read(offset, _ALL)) is not None and len(found):
        for batch in read_batches(found.read()):
            if not batch.is_control:
                yield from (record for record in batch if record.offset >= log.log_start_offset)
            offset = batch.last_offset + 1


@contextmanager
def broker(
    topics: Mapping[str, int] | None = None,
    *,
    data_dir: str | os.PathLike[str] | None = None,
    options: Mapping[str, str] | None = None,
    handlers: Iterable[Handler] = (),
    messages: MessageSet = PROTOCOL,
    hooks: Iterable[BrokerHooks] = (),
    faults: Faults | str | os.PathLike[str] | Mapping[str, Any] | Sequence[Any] | None = None,
    files: FileSystem | None = None,
    authorizer: Authorizer | None = None,
    ssl_context: ssl.SSLContext | None = None,
    users: Mapping[str, str] | None = None,
    token_validator: TokenValidator | None = None,
    sasl_mechanisms: Mapping[str, Callable[[], ServerMechanism]] | None = None,
    **more_options: object,
) -> Iterator[ThreadedBroker]:
    """A running broker on a free port, with `topics` (name -> partitions), in memory or else in `data_dir`.

    `options` are broker options by Kafka's names; they may be keywords as well, `num_partitions=3`. Groups do not wait
    for more members before their first rebalance. A topic that is there already, because `data_dir` or `files` was used
    before, is left as it is. `handlers`, `messages`, `hooks`, `authorizer`, `ssl_context`, `users`,
    `token_validator` and `sasl_mechanisms` are those of `Broker`; what they hold is called in the broker's thread.
    `faults` are what goes wrong from the start: `Faults`, or what `Faults.read` takes, a file or a list of rules.
    Raises `InvalidOption`, `InvalidFault`, `KafkaError` or `OSError`.
    """
    keywords = {option_name(name): as_text(value) for name, value in more_options.items()}
    log_dirs = {"log.dirs": str(data_dir or "memory")}
    config = BrokerConfig.from_options({**_FOR_TESTS, **log_dirs, **(options or {}), **keywords})
    storage = files or (MemoryFiles() if data_dir is None else RealFiles())
    running = ThreadedBroker(
        config,
        files=storage,
        handlers=handlers,
        messages=messages,
        hooks=hooks,
        faults=faults if faults is None or isinstance(faults, Faults) else Faults.read(faults, messages=messages),
        topics=topics,
        authorizer=authorizer,
        ssl_context=ssl_context,
        users=users,
        token_validator=token_validator,
        sasl_mechanisms=sasl_mechanisms,
    )
    running.start()
    try:
        yield running
    finally:
        running.stop()
