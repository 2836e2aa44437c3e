"""The measures. Each takes a session and adds rows to its results."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

from benchmarks import ROOT
from benchmarks.broker.brokers import KAFKA, Kafkawire, running, start
from benchmarks.broker.process import Broker, greet
from benchmarks.broker.session import Session
from benchmarks.conversation import ProcessFailed
from benchmarks.rounds import OURS
from benchmarks.traffic import IRREGULAR

PRODUCE: dict[str, tuple[int | str, int, dict[str, Any]]] = {
    **{f"append {name}": (name, 30_000 if name == "changes" else 150_000, {}) for name in IRREGULAR},
    "produce 1 KB": (1000, 100_000, {}),
    "produce 100 B": (100, 500_000, {}),
    "produce 1 KB, 16 KB batches": (1000, 50_000, {"batch.size": 16384}),
    "produce 100 B, 16 KB batches": (100, 300_000, {"batch.size": 16384}),
}
CONSUME = {"consume 1 KB": (1000, 150_000), "consume 100 B": (100, 750_000)}
LATENCY_SECONDS = 8
IDLE = 1000
PARTITIONS = 5000
MEGABYTES = (250, 500, 1000)


def start_up(session: Session) -> None:
    """Ready in a process and as a command, and a test with the pytest fixture; each in fresh processes."""
    _in_process()  # so that there is byte code
    names = {
        "import": "import of kafkawire.broker and asyncio",
        "first start": "ready, in process, first",
        "first start, cpu": "ready, in process, first, processor time",
        "start": "ready, in process, later",
        "first test": "pytest fixture, first test",
        "test": "pytest fixture, later test",
    }
    for _ in range(session.rounds):
        for what, milliseconds in _in_process().items():
            session.results.row(names[what], "ms").add(OURS, milliseconds)
    row = session.results.row
    for starter in session.starters:
        if starter.version:  # one at a given address runs already
            start(starter, session.directory())
            for _ in range(session.rounds if isinstance(starter, Kafkawire) else min(session.rounds, 3)):
                wall, cpu = start(starter, session.directory())
                row("ready, as a command", "ms").add(starter.name, wall)
                row("ready, as a command, processor time", "ms").add(starter.name, cpu)


def _in_process() -> dict[str, float]:
    env = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "benchmarks.broker.in_process"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True, timeout=60)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def traffic(session: Session) -> None:
    """Throughput, latency and idle connections, on brokers that are warm."""
    with session.all_running() as brokers:
        for broker in brokers:
            _warm_up(session, broker)
        _throughput(session, brokers)
        _latency(session, brokers)
        _idle_connections(session, brokers)


def _warm_up(session: Session, broker: Broker) -> None:
    """Some ten thousands of requests, so that Java has compiled what it runs."""
    topic = session.topic()
    session.client.do("create", broker, topic=topic, partitions=1)
    small = {"batch.size": 2000, "linger.ms": 0}
    for _ in range(2):
        session.client.do("produce", broker, topic=topic, load=100, count=session.amount(400_000), options=small)
        session.client.do("produce", broker, topic=topic, load=1000, count=session.amount(100_000), options={})
        session.client.do("consume", broker, topic=topic, count=session.amount(400_000), options={})
    session.client.do("latency", broker, topic=topic, size=100, rate=1000, seconds=5 * session.scale, options={})
    session.client.do("delete", broker, topic=topic)


def _throughput(session: Session, brokers: list[Broker]) -> None:
    for measure, (load, count, options) in PRODUCE.items():
        session.turns(brokers, measure, partial(_produce, session, measure, load, count, options))
    for measure, (size, count) in CONSUME.items():
        with ExitStack() as stack:
            topics = {broker.name: stack.enter_context(_topic(session, broker)) for broker in brokers}
            for broker in brokers:
                filling = {"load": size, "count": session.amount(count), "options": {}}
                session.client.do("produce", broker, topic=topics[broker.name], **filling)
            session.turns(brokers, measure, partial(_consume, session, measure, count, topics))


def _produce(
    session: Session, measure: str, load: int | str, count: int, options: dict[str, Any], broker: Broker
) -> None:
    with _topic(session, broker) as topic:
        _slice(session, broker, measure, "produce", topic=topic, load=load, count=count, options=options)


def _consume(session: Session, measure: str, count: int, topics: dict[str, str], broker: Broker) -> None:
    _slice(session, broker, measure, "consume", topic=topics[broker.name], count=count, options={})


@contextmanager
def _topic(session: Session, broker: Broker) -> Iterator[str]:
    """A topic for one measure; what it held must not cost the next ones their memory and disk."""
    topic = session.topic()
    session.client.do("create", broker, topic=topic, partitions=1)
    yield topic
    session.client.do("delete", broker, topic=topic)


def _slice(session: Session, broker: Broker, measure: str, do: str, *, count: int, **arguments: Any) -> None:
    count = session.amount(count)
    before = broker.cpu()
    answer = session.client.do(do, broker, count=count, **arguments)
    after = broker.cpu()
    moved = answer.get("count", count)
    session.results.row(measure, "records/s").add(broker.name, moved / answer["wall"])
    if before is not None and after is not None:
        handled = count if do == "consume" else count + max(count // 10, 1)  # with those that warm the connection
        cost = session.results.row(f"{measure}: processor time of the broker", "s per million")
        cost.add(broker.name, (after - before) / handled * 1e6)
    busy = session.results.row(f"{measure}: the client is busy", "% of a core")
    busy.add(broker.name, answer["cpu"] / answer["wall"] * 100)


def _latency(session: Session, brokers: list[Broker]) -> None:
    topics = {broker.name: session.topic() for broker in brokers}

    def measure(broker: Broker) -> None:
        asked = {"size": 100, "rate": 1000, "seconds": LATENCY_SECONDS * session.scale, "options": {}}
        found = session.client.do("latency", broker, topic=topics[broker.name], **asked)
        for name, place in (("p50", "p50"), ("p99", "p99"), ("p999", "p99.9")):
            session.results.row(f"acks=1 at 1,000/s, {place}", "ms").add(broker.name, found[name])

    for broker in brokers:
        session.client.do("create", broker, topic=topics[broker.name], partitions=1)
    session.turns(brokers, "latency", measure)


def _idle_connections(session: Session, brokers: list[Broker]) -> None:
    name = f"{IDLE:,} idle connections"

    def measure(broker: Broker) -> None:
        without = _rate(session, broker)
        with _crowd(broker.address):
            with_them = _rate(session, broker)
        session.results.row(f"{name}, produce with over without", "").add(broker.name, with_them / without)

    session.turns(brokers, name, measure)


def _rate(session: Session, broker: Broker) -> float:
    count = session.amount(50_000)
    with _topic(session, broker) as topic:
        arguments = {"load": 1000, "count": count, "options": {"batch.size": 16384}}
        wall: float = session.client.do("produce", broker, topic=topic, **arguments)["wall"]
    return count / wall


@contextmanager
def _crowd(address: str) -> Iterator[None]:
    """Connections that have asked one question each and are silent from then on."""
    with ExitStack() as stack:
        for _ in range(IDLE):
            stack.enter_context(greet(address))
        yield


def memory(session: Session) -> None:
    """Resident memory while a log grows to a gigabyte, and after all of it was read."""
    for starter in session.starters:
        if not starter.version:
            continue
        with running(starter, session.directory()) as broker:
            greet(broker.address).close()
            _fill(session, broker)
        with running(starter, session.directory()) as broker:
            greet(broker.address).close()
            alone = broker.memory() or 0
            with _crowd(broker.address):
                row = session.results.row(f"{IDLE:,} idle connections, memory", "MB")
                row.add(broker.name, (broker.memory() or 0) - alone)


def _fill(session: Session, broker: Broker) -> None:
    topic, row = session.topic(), session.results.row
    row("memory after 0 MB", "MB").add(broker.name, broker.memory() or 0)
    session.client.do("create", broker, topic=topic, partitions=1)
    written, seen = 0, {}
    for target in MEGABYTES:
        count = session.amount((target - written) * 1000)
        arguments = {"topic": topic, "load": 1000, "options": {}}
        session.client.do("produce", broker, count=int(count / 1.1), **arguments)  # and a tenth to warm up
        written, seen[target] = target, broker.memory() or 0
        row(f"memory after {target:,} MB", "MB").add(broker.name, seen[target])
    session.client.do("consume", broker, topic=topic, count=session.amount(written * 990), options={})
    row(f"memory after {written:,} MB, read back", "MB").add(broker.name, broker.memory() or 0)
    row("memory, growth from 250 to 1,000 MB", "MB").add(broker.name, seen[1000] - seen[250])
    row("memory, peak", "MB").add(broker.name, broker.memory("VmHWM") or 0)


def partitions(session: Session) -> None:
    """5,000 partitions: made, written, listed, read, and found again after a stop."""
    for starter in session.starters:
        if starter.name != KAFKA or starter.version:
            try:
                _hold(session, starter)
            except ProcessFailed as exc:
                session.note(f"{PARTITIONS:,} partitions: {exc}")


def _hold(session: Session, starter: Any) -> None:
    topic, count = session.topic(), session.amount(PARTITIONS)
    name = f"{PARTITIONS:,} partitions, "

    def took(what: str, answer: dict[str, Any]) -> None:
        session.results.row(f"{name}{what}", "s").add(starter.name, answer["wall"])

    with running(starter, session.directory()) as broker:
        took("create", session.client.do("create", broker, topic=topic, partitions=count))
        took("a record into each", session.client.do("spread", broker, topic=topic, partitions=count))
        listed = session.client.do("metadata", broker, topic=topic)
        took("metadata", listed)
        took("a record from each", session.client.do("gather", broker, topic=topic, partitions=count))
        session.results.row(f"{name}memory", "MB").add(starter.name, broker.memory() or 0)
        held = listed["partitions"] if session.scale < 1 else min(listed["partitions"], PARTITIONS)
        session.results.row(f"{name}held", "partitions").add(starter.name, held / session.scale)


MEASURES: dict[str, Callable[[Session], None]] = {
    function.__name__: function for function in (start_up, traffic, memory, partitions)
}
