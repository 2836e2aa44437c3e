"""The measures. Each takes a session and adds rows to its results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from statistics import median

from benchmarks.client.libraries import (
    AIOKAFKA,
    CONFLUENT,
    KAFKA_PYTHON,
    READERS,
    SLOW,
    WRITERS,
    Settings,
    Some,
    over_and_over,
)
from benchmarks.client.session import Client, Session
from benchmarks.conversation import ProcessFailed
from benchmarks.rounds import OURS, UVLOOP
from benchmarks.traffic import contents
from kafkawire.client.blocking import Admin, Producer

_WARM_UP = 5  # one in so many records warms up, and does not count
_LARGE = Settings(batch_size=1_000_000)
PRODUCE: dict[str, tuple[int | str, int, Settings]] = {
    "produce applications": ("applications", 100_000, Settings()),
    "produce flights": ("flights", 100_000, Settings()),
    "produce avro": ("avro", 150_000, Settings()),
    "produce 100 B": (100, 200_000, Settings()),
    "produce 1 KB": (1000, 60_000, Settings()),
    "produce 100 B, 1 MB batches": (100, 300_000, _LARGE),
    "produce 1 KB, 1 MB batches": (1000, 100_000, _LARGE),
    "produce 100 B, lz4": (100, 200_000, Settings(compression="lz4")),
    "produce 100 B, zstd": (100, 200_000, Settings(compression="zstd")),
}
CONSUME: dict[str, tuple[int | str, int]] = {
    "consume applications": ("applications", 200_000),
    "consume flights": ("flights", 150_000),
    "consume avro": ("avro", 250_000),
    "consume 100 B": (100, 300_000),
    "consume 1 KB": (1000, 100_000),
}
_LEAST = 30  # bytes of key and value that records of traffic have on average at the very least
_AHEAD = 150_000  # records behind those that are read: what a client fetches ahead at the start it does at the end, too
SENDS = 5_000
PARTITIONS = 10_000
BUFFER_MEMORY = 16 << 20
SECONDS = 3.0


def produce(session: Session) -> None:
    """Processor time of each client, per million records, and records per second."""
    for measure, (load, count, settings) in PRODUCE.items():
        topic = _topic(session)

        def work(client: Client, measure: str = measure, load: int | str = load, count: int = count) -> None:
            arguments = {"topic": topic, "load": load, "settings": asdict(settings)}  # noqa: B023 - used at once
            _cost(session, measure, client, "produce", count, **arguments)

        session.turns(session.present(WRITERS), measure, work)


def consume(session: Session) -> None:
    """Have each consumer read one partition, in turns."""
    for measure, (load, count) in CONSUME.items():
        topic = _topic(session)
        _fill(session, topic, load, session.amount(count) * (_WARM_UP + 1) // _WARM_UP + _AHEAD)
        least = load if isinstance(load, int) else _LEAST

        def work(client: Client, measure: str = measure, least: int = least, count: int = count) -> None:
            _cost(session, measure, client, "consume", count, topic=topic, least=least)  # noqa: B023 - used at once

        session.turns(session.present(READERS), measure, work)


def _cost(session: Session, measure: str, client: Client, command: str, count: int, **arguments: object) -> None:
    counted = session.amount(count // SLOW.get(client.name, 1))
    answer = client.do(command, address=session.broker.address, counts=[counted // _WARM_UP, counted], **arguments)
    session.results.row(measure, "CPU s per million").add(client.name, answer["cpu"] / counted * 1e6)
    session.results.row(f"rate, {measure}", "records/s").add(client.name, counted / answer["wall"])


def latency(session: Session) -> None:
    """Records one by one, each awaited before the next."""
    topic = _topic(session)

    def work(client: Client) -> None:
        answer = client.do("latency", address=session.broker.address, topic=topic, count=session.amount(SENDS))
        session.results.row("awaited send, p50", "ms").add(client.name, answer["p50"])
        session.results.row("awaited send, p99", "ms").add(client.name, answer["p99"])

    names = (OURS, UVLOOP, AIOKAFKA, CONFLUENT, KAFKA_PYTHON)
    session.turns(session.present(names), "awaited send", work)


def metadata(session: Session) -> None:
    """A producer that begins to write to a topic of very many partitions."""
    topic = _topic(session, session.amount(PARTITIONS))

    def work(client: Client) -> None:
        answer = client.do("metadata", address=session.broker.address, topic=topic)
        session.results.row(f"{PARTITIONS:,} partitions, ready", "s").add(client.name, answer["wall"])

    session.turns(session.present((OURS, UVLOOP)), "metadata", work)
    with Admin(session.broker.address) as admin:
        admin.delete_topics([topic])


def memory(session: Session) -> None:
    """What a producer holds whose broker has stopped, and a consumer whose application is slow. A process for each."""
    if session.broker.pid is None:
        return  # it cannot be stopped for a while
    topic = _topic(session, 8)
    for index in range(8):
        _fill(session, topic, 1000, session.amount(100_000) // 8, index)
    for size in (100, 1000):
        _grown(session, f"memory, stalled broker, {size} B", BUFFER_MEMORY, "buffer_memory", size=size)
    _grown(session, "memory, slow application,", 0, "prefetch_max_bytes", read=topic)


def _grown(session: Session, measure: str, limit: int, option: str, *, size: int = 0, read: str = "") -> None:
    grown = []
    for _ in range(min(session.rounds, 3)):
        client = Client(OURS)
        try:
            if read:
                answer = client.do("dawdle", address=session.broker.address, topic=read, seconds=SECONDS)
                limit = answer["bound"]
            else:
                asked = {"size": size, "buffer_memory": limit, "pid": session.broker.pid}
                answer = client.do("fill", address=session.broker.address, topic=_topic(session), **asked)
        except ProcessFailed as exc:
            return session.note(f"{measure}: {exc}")
        finally:
            client.close()
        grown.append(answer["memory"])
    session.results.row(f"{measure.rstrip(',')}: growth", "MB").add(OURS, median(grown))
    session.results.row(f"{measure} over {option}", "times").add(OURS, median(grown) * 1e6 / limit)
    return None


def _topic(session: Session, partitions: int = 1) -> str:
    name = session.topic()
    with Admin(session.broker.address) as admin:
        admin.create_topics({name: partitions})
    return name


def _fill(session: Session, topic: str, load: int | str, count: int, partition: int = 0) -> None:
    some: Some = [(None, (bytes(range(256)) * 40)[:load], [])] if isinstance(load, int) else contents(load)
    with Producer(session.broker.address) as producer:
        for key, value, headers in over_and_over(some, count):
            producer.send(topic, value, key=key, headers=headers, partition=partition)


MEASURES: dict[str, Callable[[Session], None]] = {
    function.__name__: function for function in (produce, consume, latency, metadata, memory)
}
