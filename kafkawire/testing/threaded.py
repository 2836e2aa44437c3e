"""A running broker for tests, which says what it holds and does what it is told: `broker`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from kafkawire.broker.api.dispatch import Handler
from kafkawire.broker.api.hooks import BrokerHooks
from kafkawire.broker.config.broker import BrokerConfig
from kafkawire.broker.config.options import option_name
from kafkawire.broker.log.files import FileSystem, MemoryFiles, RealFiles
from kafkawire.broker.loop.clock import ManualClock
from kafkawire.broker.node.node import Node
from kafkawire.broker.server.broker import Broker
from kafkawire.message_set import MessageSet
from kafkawire.messages import PROTOCOL
from kafkawire.testing import groups, logs
from kafkawire.testing.broker_thread import BrokerThread
from kafkawire.testing.fault_hook import FaultHook
from kafkawire.testing.faults import Fault, Faults
from kafkawire.testing.faults.rule import RuleFields
from kafkawire.testing.waiting import Wanted, group_in, records_of, wait_until

if TYPE_CHECKING:
    import ssl

    from kafkawire.broker.security.authorizer import Authorizer
    from kafkawire.protocol.sasl.server_mechanism import ServerMechanism
    from kafkawire.protocol.sasl.server_oauthbearer import TokenValidator
    from kafkawire.records import Record
    from kafkawire.testing.clock import Clock
    from kafkawire.testing.groups import GroupMember, GroupStatus

__all__ = ["ThreadedBroker", "broker"]

T = TypeVar("T")

_FOR_TESTS = {
    "listeners": "127.0.0.1:0",
    "group.consumer.assignment.interval.ms": "0",
    "group.consumer.heartbeat.interval.ms": "100",
    "group.consumer.min.heartbeat.interval.ms": "100",
    "group.initial.rebalance.delay.ms": "0",
    "group.min.session.timeout.ms": "1",
    "offsets.topic.num.partitions": "1",
}
_WAIT = 10.0


class ThreadedBroker:
    """A broker that runs until `stop`, for code of any thread. Its methods raise `RuntimeError` while it is stopped.

    `make` is `Broker` with all of its arguments but options, hooks and clock.
    """

    def __init__(
        self,
        config: BrokerConfig,
        make: Callable[..., Broker],
        *,
        faults: Faults,
        hooks: Iterable[BrokerHooks] = (),
        topics: Mapping[str, int] | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.bootstrap_servers = ""
        self.addresses: dict[str, str] = {}
        """Name of each listener -> `host:port`."""
        self.faults = faults
        """What goes wrong."""
        self._fault_hook = FaultHook(faults)
        self._has_fault_hook = False
        self._make, self._hooks, self._topics = make, tuple(hooks), dict(topics or {})
        self._thread = BrokerThread(config, self._new, self._started, clock)

    def start(self) -> None:
        """Start, and wait until it answers. Raises what keeps it from that, or `RuntimeError` if it runs already."""
        self._thread.start()

    def stop(self) -> None:
        """Hang up on all clients, stop cleanly, and wait until it has.

        Raises `OSError` if the disk refuses, or `RuntimeError` in the broker's own thread.
        """
        self._thread.stop()

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
        if self._thread.is_running:
            self._thread.call(self._add_fault_hook)
        return fault

    def _add_fault_hook(self, node: Node) -> None:
        """Without faults requests take the way that they take in any broker."""
        if not self._has_fault_hook:
            self._has_fault_hook = True
            node.handlers.add_hook(self._fault_hook)

    def create_topic(self, name: str, partitions: int = 1, options: Mapping[str, str] | None = None) -> None:
        """Make a topic; `options` by Kafka's names. Raises `KafkaError`."""
        self._thread.call(lambda node: node.controller.create(name, partitions, options or {}, node.clock.time_ms()))

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
            now_ms, log = node.clock.time_ms(), logs.log_of(node, topic, partition)
            appended = log.append(write_batch([(0, now_ms, key, value, headers)]), now_ms)
            node.appended(log)
            return appended.base_offset

        return self._thread.call(run)

    def records(self, topic: str, partition: int | None = None) -> list[Record]:
        """All records of a topic or of one partition, as the log has them. Raises `KafkaError` for an unknown one."""
        return self._thread.call(lambda node: logs.records(node, topic, partition))

    def wait_for_records(
        self, topic: str, count: int = 1, *, partition: int | None = None, timeout: float = _WAIT
    ) -> list[Record]:
        """Return all records of a topic, or of one partition, once there are at least `count`.

        Raises `TimeoutError` that says how many there are after `timeout` seconds, or `KafkaError` for a topic that
        is unknown and that no client can make by its use.
        """
        return self._wait(records_of(topic, count, partition), timeout)

    def wait_for_group(
        self, name: str, *, members: int | None = None, state: str | None = None, timeout: float = _WAIT
    ) -> GroupStatus:
        """Return how a group stands, once it has that many members and is in that state.

        A group that nobody has heard of yet is waited for, too. `state` is one of Kafka's; without it the group has to
        be `Stable`, or `Empty` if it should have no members. Raises `TimeoutError` that says how it stands after
        `timeout` seconds, or `ValueError` for a state that there is not.
        """
        return self._wait(group_in(name, members, state), timeout)

    def committed(self, group: str) -> dict[tuple[str, int], int]:
        """The offsets that a group has committed, by topic and partition. Raises `KafkaError` for an unknown one."""
        return self._thread.call(lambda node: groups.committed(node, group))

    def group(self, name: str) -> GroupStatus:
        """How a group stands. Raises `KafkaError` for an unknown one."""
        return self._thread.call(lambda node: groups.the_group(node, name))

    def group_members(self, group: str) -> list[GroupMember]:
        """Who is in a group, with what partitions. Raises `KafkaError` for an unknown one."""
        return self._thread.call(lambda node: list(groups.the_group(node, group).members))

    def force_rebalance(self, group: str) -> None:
        """Let a group share out its partitions anew, as if somebody had joined; its members hear of it as they do then.

        `wait_for_group` returns when they are through. Raises `KafkaError` for a group that is unknown or empty.
        """
        self._thread.call(lambda node: groups.rebalance(node, group))

    def _wait(self, wanted: Wanted[T], timeout: float) -> T:
        try:
            return self._thread.wait(lambda node: wait_until(node, wanted, timeout))
        except TimeoutError as exc:
            if _is_in_event_loop():
                exc.add_note(
                    "the event loop of this thread stood still meanwhile: `await asyncio.to_thread(...)` lets it go on"
                )
            raise

    def _new(self, config: BrokerConfig, clock: ManualClock | None) -> Broker:
        self._has_fault_hook = any(True for _ in self.faults)
        hooks = (self._fault_hook, *self._hooks) if self._has_fault_hook else self._hooks
        return self._make(config, hooks=hooks, clock=clock)

    def _started(self, started: Broker) -> None:
        """It runs: make its topics, and say where clients find it."""
        node = started.node
        for name, partitions in self._topics.items():
            if node.topics.get(name) is None:
                node.controller.create(name, partitions, {}, node.clock.time_ms())
        self.bootstrap_servers, self.addresses = started.bootstrap_servers, started.addresses


def _is_in_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


@contextmanager
def broker(
    topics: Mapping[str, int] | None = None,
    *,
    data_dir: str | os.PathLike[str] | None = None,
    options: Mapping[str, object] | None = None,
    handlers: Iterable[Handler] = (),
    messages: MessageSet = PROTOCOL,
    hooks: Iterable[BrokerHooks] = (),
    faults: Faults | str | os.PathLike[str] | Mapping[str, Any] | Sequence[Any] | None = None,
    files: FileSystem | None = None,
    clock: Clock | None = None,
    authorizer: Authorizer | None = None,
    ssl_context: ssl.SSLContext | None = None,
    users: Mapping[str, str] | None = None,
    token_validator: TokenValidator | None = None,
    sasl_mechanisms: Mapping[str, Callable[[], ServerMechanism]] | None = None,
    **more_options: object,
) -> Iterator[ThreadedBroker]:
    """A running broker on a free port, with `topics` (name -> partitions), in memory or else in `data_dir`.

    `options` are broker options by Kafka's names; they may be keywords as well, `num_partitions=3`. Groups do not wait
    for more members before their first rebalance, and hear from members of the new protocol ten times a second. A topic
    that is there already, because `data_dir` or `files` was used before, is left as it is. `handlers`, `messages`,
    `hooks`, `authorizer`, `ssl_context`, `users`, `token_validator` and `sasl_mechanisms` are those of `Broker`; what
    they hold is called in the broker's thread.
    `faults` are what goes wrong from the start: `Faults`, or what `Faults.read` takes, a file or a list of rules.
    With a `clock` (`kafkawire.testing.Clock`) time passes for the broker when the test says so, and not by itself.
    Raises `InvalidOption`, `InvalidFault`, `KafkaError` or `OSError`.
    """
    keywords = {option_name(name): value for name, value in more_options.items()}
    log_dirs = {"log.dirs": str(data_dir or "memory")}
    config = BrokerConfig.from_options({**_FOR_TESTS, **log_dirs, **(options or {}), **keywords})
    make = partial(
        Broker,
        files=files or (MemoryFiles() if data_dir is None else RealFiles()),
        handlers=tuple(handlers),
        messages=messages,
        authorizer=authorizer,
        ssl_context=ssl_context,
        users=users,
        token_validator=token_validator,
        sasl_mechanisms=sasl_mechanisms,
    )
    if not isinstance(faults, Faults):
        faults = Faults(messages=messages) if faults is None else Faults.read(faults, messages=messages)
    running = ThreadedBroker(config, make, faults=faults, hooks=hooks, topics=topics, clock=clock)
    running.start()
    try:
        yield running
    finally:
        running.stop()
