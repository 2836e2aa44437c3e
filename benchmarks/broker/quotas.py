"""What byte quotas let through, ours beside Apache Kafka's: `python -m benchmarks.broker.quotas`.

Clients that go on as fast as they can, whatever they are told, on one connection and on twenty of one client id: what a
quota lets them have is the broker's doing alone. Both brokers are asked in the same seconds, and every run has a client
id, and thereby a meter, of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import count, product
from pathlib import Path
from typing import cast

from benchmarks.broker.brokers import KAFKA, ApacheKafka, Given, Kafkawire, Starter, find_libs, running
from benchmarks.reference import write_batch
from benchmarks.rounds import OURS, Results, Target, verdicts
from benchmarks.tables import line, summary
from kafkawire.message import Request, Response
from kafkawire.messages import (
    AlterClientQuotasRequest,
    CreateTopicsRequest,
    FetchRequest,
    FetchResponse,
    ProduceRequest,
)
from kafkawire.messages.alter_client_quotas_request import EntityData, EntryData, OpData
from kafkawire.messages.create_topics_request import CreatableTopic
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.protocol.frames import decode_response_payload, encode_request

QUOTA = 100_000
MOMENTS = (5.0, 10.0, 30.0)
SIZES = {"10 KB": 10_000, "900 KB": 900_000}
CONNECTIONS = (1, 20)
TARGETS = [
    Target("*", 1.25, peer=KAFKA, names=(OURS,)),
    Target("*", 0.8, peer=KAFKA, at_least=True, names=(OURS,)),
]
"""What ours lets through is about what Apache Kafka does, neither more nor less."""
_TOPIC = f"quotas-{os.getpid()}"  # a broker that is given may have been asked before


@dataclass
class Load:
    """One run at one broker: what clients had by each moment."""

    address: str
    kind: str
    size: int
    connections: int
    client_id: str
    had: list[tuple[float, int]] = field(default_factory=list)

    async def run(self) -> None:
        """As much as there is to be had until the last moment."""
        key = "producer_byte_rate" if self.kind == "produce" else "consumer_byte_rate"
        entity = [EntityData(entity_type="client-id", entity_name=self.client_id)]
        await self._ask_once(
            AlterClientQuotasRequest(entries=[EntryData(entity=entity, ops=[OpData(key=key, value=QUOTA)])]), 1
        )
        clients = [await Client.connect(self.address, self.client_id) for _ in range(self.connections)]
        began = asyncio.get_running_loop().time()
        tasks = [asyncio.create_task(self._go_on(client, began)) for client in clients]
        done, waiting = await asyncio.wait(tasks, timeout=MOMENTS[-1], return_when=asyncio.FIRST_EXCEPTION)
        for task in waiting:
            task.cancel()
        for task in done:
            task.result()
        for client in clients:
            client.close()

    async def _ask_once(self, request: Request, version: int) -> None:
        client = await Client.connect(self.address, "setup")
        await client.ask(request, version)
        client.close()

    async def _go_on(self, client: Client, began: float) -> None:
        request, version = _produce(self.size) if self.kind == "produce" else _fetch(self.size)
        while True:
            answer = await client.ask(request, version)
            size = self.size if self.kind == "produce" else _fetched(cast("FetchResponse", answer))
            self.had.append((asyncio.get_running_loop().time() - began, size))

    def rate(self, moment: float) -> float:
        """KB a second until then."""
        return sum(size for when, size in self.had if when <= moment) / moment / 1000


class Client:
    """A connection that asks one thing after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, client_id: str) -> None:
        self._reader, self._writer, self._client_id = reader, writer, client_id
        self._numbers = count()

    @classmethod
    async def connect(cls, address: str, client_id: str) -> Client:
        """Open one."""
        host, _, port = address.rpartition(":")
        return cls(*await asyncio.open_connection(host, int(port)), client_id)

    async def ask(self, request: Request, version: int) -> Response:
        """The answer to a request, whenever it comes."""
        number = next(self._numbers)
        self._writer.write(encode_request(request, version=version, correlation_id=number, client_id=self._client_id))
        size = int.from_bytes(await self._reader.readexactly(4))
        return decode_response_payload(await self._reader.readexactly(size), request.API_KEY, version)[1]

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


def _produce(size: int) -> tuple[Request, int]:
    batch = write_batch([(0, time.time_ns() // 10**6, None, b"x" * (size - 71), [])])
    topic = TopicProduceData(name=_TOPIC, partition_data=[PartitionProduceData(index=0, records=batch)])
    return ProduceRequest(acks=-1, timeout_ms=60_000, topic_data=[topic]), 9


def _fetch(size: int) -> tuple[Request, int]:
    part = FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=size)
    topics = [FetchTopic(topic=_TOPIC, partitions=[part])]
    return FetchRequest(max_wait_ms=500, min_bytes=1, max_bytes=50 << 20, session_epoch=-1, topics=topics), 11


def _fetched(answer: FetchResponse) -> int:
    assert not any(part.error_code for topic in answer.responses for part in topic.partitions)
    return sum(len(part.records or b"") for topic in answer.responses for part in topic.partitions)


async def _prepare(address: str) -> None:
    client = await Client.connect(address, "setup")
    await client.ask(
        CreateTopicsRequest(
            topics=[CreatableTopic(name=_TOPIC, num_partitions=1, replication_factor=1)], timeout_ms=10_000
        ),
        5,
    )
    request, version = _produce(5_000)
    for _ in range(400):
        await client.ask(request, version)
    client.close()


async def _measure(brokers: dict[str, str], results: Results, only: str, rounds: int) -> None:
    for address in brokers.values():
        await _prepare(address)
    for turn in range(rounds):
        for kind, name, connections in product(("produce", "fetch"), SIZES, CONNECTIONS):
            what = f"{kind}.{name}.{connections}"
            if fnmatchcase(what, only):
                loads = {b: Load(a, kind, SIZES[name], connections, f"{what}.{turn}") for b, a in brokers.items()}
                await asyncio.gather(*(load.run() for load in loads.values()))
                _note(results, what, loads)


def _note(results: Results, what: str, loads: dict[str, Load]) -> None:
    for moment in MOMENTS:
        row = results.row(f"{what}.{moment:g} s", "KB/s")
        for broker, load in loads.items():
            row.add(broker, load.rate(moment))
        print(line(results, row), flush=True)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.broker.quotas", description=__doc__)
    parser.add_argument("--kafka", metavar="HOST:PORT", help="an Apache Kafka that runs, instead of starting one")
    parser.add_argument("--kafka-libs", type=Path, metavar="DIR", help="its jars (KAFKA_HOME/libs)")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="as in 'fetch.*.20'")
    parser.add_argument("--rounds", type=int, default=1)
    return parser.parse_args()


def _starters(args: argparse.Namespace) -> list[Starter]:
    ours, libs = Kafkawire(OURS, "asyncio"), args.kafka_libs or find_libs()
    if args.kafka:
        return [ours, Given(args.kafka)]
    if libs is None:
        sys.exit("no Apache Kafka: give --kafka HOST:PORT or --kafka-libs DIR")
    return [ours, ApacheKafka(libs)]


def main() -> int:
    """0 if ours is within the band everywhere."""
    args = arguments()
    starters = _starters(args)
    results = Results({}, {one.name: one.version for one in starters}, TARGETS, [KAFKA])
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kafkawire-benchmark-")))
        brokers = {s.name: stack.enter_context(running(s, scratch / str(n))).address for n, s in enumerate(starters)}
        asyncio.run(_measure(brokers, results, args.only, args.rounds))
    print(summary(results))
    return 0 if all(verdict.met for verdict in verdicts(results)) else 1


if __name__ == "__main__":
    sys.exit(main())
