"""`python -m tests.client.busy_members`: members at work for longer than their session lasts, while others come and go.

In real time, and beside a member of librdkafka (`pip install confluent-kafka`), in three groups at once: of the
assignors "range" and "cooperative-sticky", and of the protocol "consumer". Members join, leave and die. A record may be
worked on twice only if who had it first has died; none may be left out. Without a broker given ours is asked, then
Apache Kafka 4.3.1.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from confluent_kafka import Consumer as Librdkafka
from confluent_kafka import KafkaException, Message

from kafkawire.client import Admin, Consumer, Producer, TopicPartition
from kafkawire.errors import KafkaError
from tests.integration.brokers import OURS, start
from tests.integration.certificates import make_certificates

SESSION, POLL_INTERVAL = 6.0, 60.0
WORK = 4.0, 11.0  # seconds that a batch takes
BATCH, PARTITIONS, MOST = 20, 6, 3
WAYS: dict[str, dict[str, Any]] = {
    "range": {"partition_assignment_strategy": ("range",)},
    "cooperative-sticky": {"partition_assignment_strategy": ("cooperative-sticky",)},
    "consumer": {"group_protocol": "consumer"},
}
EVENTS = ["joined", "joined", "left", "died"]
CLASSIC: dict[str, Any] = {"session_timeout_ms": int(SESSION * 1000), "heartbeat_interval_ms": 1000}


class Work(NamedTuple):
    """A record that a member has worked on."""

    member: str
    tp: TopicPartition
    offset: int


class Book:
    """What was worked on in one group, and what happened."""

    def __init__(self) -> None:
        self.works: list[Work] = []
        self.dead: set[str] = set()
        self.happened: Counter[str] = Counter()

    def faults(self) -> list[str]:
        """What must not be: records worked on twice without a death, and records left out."""
        by_record: defaultdict[tuple[TopicPartition, int], list[str]] = defaultdict(list)
        for work in self.works:
            by_record[work.tp, work.offset].append(work.member)
        found = [
            f"{tp} offset {offset}: {' and '.join(members)}"
            for (tp, offset), members in by_record.items()
            if len(members) > 1 and not self.dead.issuperset(members[:-1])
        ]
        ends = Counter(tp for tp, _ in by_record)
        found += [f"{tp}: offset {offset} is behind a hole" for tp, offset in by_record if offset >= ends[tp]]
        self.happened["again after a death"] = sum(len(members) - 1 for members in by_record.values()) - len(found)
        return found


class Member:
    """One of ours."""

    def __init__(self, address: str, way: str, name: str, book: Book) -> None:
        self.name = name
        self._book = book
        self._stops = asyncio.Event()
        classic = {} if way == "consumer" else CLASSIC
        self.consumer = Consumer(
            address,
            group_id=f"busy-{way}",
            topics=[f"busy-{way}"],
            auto_offset_reset="earliest",
            enable_auto_commit=False,
            max_poll_interval_ms=int(POLL_INTERVAL * 1000),
            **classic,
            **WAYS[way],
        )
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        async with self.consumer:
            while not self._stops.is_set():
                chunks = await self.consumer.fetch(BATCH, timeout=1)
                if chunks:
                    await asyncio.sleep(random.uniform(*WORK))
                    self._book.works += [Work(self.name, chunk.tp, r.offset) for chunk in chunks for r in chunk]
                    await self._commit()

    async def _commit(self) -> None:
        assert self.consumer._group is not None
        self._book.happened["batches"] += 1
        self._book.happened["batches during a rebalance"] += self.consumer._group.member.needs_rebalance
        try:
            await self.consumer.commit()
        except KafkaError as exc:
            self._book.happened[f"commit refused: {exc.name}"] += 1

    async def leave(self) -> None:
        """Finish the batch, and go."""
        self._stops.set()
        await self.task

    async def die(self) -> None:
        """Fall silent in the middle of whatever it is."""
        self._book.dead.add(self.name)
        self.consumer._abandon()
        self.task.cancel()
        await asyncio.wait([self.task])


def librdkafka(address: str, way: str, book: Book, stops: asyncio.Event) -> None:
    """The other one, in a thread; stays to the end."""
    options: dict[str, Any] = {"group.protocol": "consumer"}
    if way != "consumer":
        options = {"session.timeout.ms": int(SESSION * 1000), "heartbeat.interval.ms": 1000}
        options["partition.assignment.strategy"] = way
    options |= {"bootstrap.servers": address, "group.id": f"busy-{way}", "auto.offset.reset": "earliest"}
    options |= {"enable.auto.commit": False, "max.poll.interval.ms": int(POLL_INTERVAL * 1000)}
    consumer = Librdkafka(options)
    consumer.subscribe([f"busy-{way}"])
    while not stops.is_set():
        messages = [message for message in consumer.consume(BATCH, timeout=1) if message.error() is None]
        if messages:
            time.sleep(random.uniform(*WORK))
            book.works += [Work("librdkafka", _place(message), message.offset() or 0) for message in messages]
            book.happened["batches of librdkafka"] += 1
            try:
                consumer.commit(asynchronous=False)
            except KafkaException as exc:
                book.happened[f"commit of librdkafka refused: {exc.args[0].name()}"] += 1
    consumer.close()


def _place(message: Message) -> TopicPartition:
    return TopicPartition(message.topic() or "", message.partition() or 0)


async def group(address: str, way: str, seconds: float) -> Book:
    """One group's time: its members come, go and die."""
    book, stops, members = Book(), asyncio.Event(), list[Member]()
    peer = asyncio.create_task(asyncio.to_thread(librdkafka, address, way, book, stops))
    end = asyncio.get_running_loop().time() + seconds
    while asyncio.get_running_loop().time() < end:
        what = random.choice(["joined"] if not members else ["left", "died"] if len(members) == MOST else EVENTS)
        book.happened[what] += 1
        if what == "joined":
            members.append(Member(address, way, f"member {book.happened['joined']}", book))
        else:
            member = members.pop(random.randrange(len(members)))
            await (member.leave() if what == "left" else member.die())
        await asyncio.sleep(random.uniform(3, 10))
    await asyncio.gather(*(member.leave() for member in members))
    stops.set()
    await peer
    return book


async def write(address: str) -> None:
    """As many records as could be worked on, and a few more of them every second."""
    async with Producer(address) as producer:
        for number in itertools.count():
            for way in WAYS:
                for partition in range(PARTITIONS):
                    producer.send(f"busy-{way}", b"%d" % number, partition=partition)
            await asyncio.sleep(0.2)


async def busy(address: str, seconds: float) -> bool:
    """All groups at once; whether everything was as it should be."""
    async with Admin(address) as admin:
        await admin.create_topics({f"busy-{way}": PARTITIONS for way in WAYS}, exist_ok=True)
    writing = asyncio.create_task(write(address))
    books = await asyncio.gather(*(group(address, way, seconds) for way in WAYS))
    writing.cancel()
    await asyncio.wait([writing])
    found = [_report(way, book) for way, book in zip(WAYS, books, strict=True)]
    return all(found)


def _report(way: str, book: Book) -> bool:
    faults = book.faults()
    print(f"{way}: {len(book.works)} records, {len(faults)} faults")
    for name, count in sorted(book.happened.items()):
        print(f"  {name:>40} {count}")
    for fault in faults[:10]:
        print(f"  {fault}")
    proves = way == "consumer" or book.happened["batches during a rebalance"] > 0
    if not proves:
        print("  no batch met a rebalance: this run says nothing")
    return proves and not faults


def main() -> int:
    """Start the brokers, one after the other, unless the address of one is given."""
    parser = argparse.ArgumentParser(prog="python -m tests.client.busy_members", description=__doc__)
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--broker", choices=[OURS, "4.3.1", "4.4.0"], action="append", help="start this one")
    parser.add_argument("--address", metavar="HOST:PORT", help="one that runs already, without such topics and groups")
    args = parser.parse_args()
    if args.address:
        return 0 if asyncio.run(busy(args.address, args.seconds)) else 1
    good = True
    with tempfile.TemporaryDirectory(prefix="busy-") as directory:
        certificates = make_certificates(Path(directory))
        for name in args.broker or (OURS, "4.3.1"):
            print(f"--- {name}", flush=True)
            with start(name, certificates) as port:
                good = asyncio.run(busy(f"127.0.0.1:{port}", args.seconds)) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
