"""`python -m tests.faults.over_tcp`: producers and a group through a proxy that cuts, delays and repeats, in real time.

The broker is ours, or any that runs elsewhere and advertises the address of the proxy (`--broker`, `--port`).
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from kafkawire.broker import Broker, BrokerConfig, MemoryFiles
from kafkawire.client import Admin, Consumer, Delivery, Producer, TopicPartition
from kafkawire.errors import KafkaWireError
from tests.faults.ledger import Broken, Ledger, Stored
from tests.faults.proxy import Proxy
from tests.ports import free_ports

__all__ = ["through_proxy"]

PARTITIONS = 3
_TROUBLE = 3.0  # seconds
_PATIENCE = 60.0  # seconds until everything must have been read


async def through_proxy(seed: int, broker: str | None = None, port: int = 0) -> Counter[str]:
    """One round. `broker`: HOST:PORT of one that advertises 127.0.0.1:`port`; ours if there is none."""
    rng = random.Random(seed)
    port = port or free_ports(1)
    async with _broker(broker, port) as target, Proxy(target, rng, port) as proxy:
        topic = f"orders-{seed}-{rng.getrandbits(32):08x}"
        async with Admin(f"127.0.0.1:{port}") as admin:
            await admin.create_topics({topic: PARTITIONS})
        proxy.factor = rng.choice((0.5, 1.0, 2.0))
        ledger = Ledger()
        seen: dict[int, list[Stored]] = {number: [] for number in range(PARTITIONS)}
        async with asyncio.TaskGroup() as tasks:
            reading = tasks.create_task(_read(f"127.0.0.1:{port}", topic, seen, rng))
            writing = [tasks.create_task(_write(f"127.0.0.1:{port}", topic, ledger, rng, n)) for n in range(2)]
            await asyncio.sleep(_TROUBLE)
            proxy.factor = 0.0
            await asyncio.wait(writing)
            logs = await _all(f"127.0.0.1:{port}", topic)
            await _caught_up(seen, logs, reading)
        ledger.check(logs)
        return proxy.happened + Counter({"acknowledged": len(ledger.acknowledged), "given up": len(ledger.unknown)})


@asynccontextmanager
async def _broker(address: str | None, port: int) -> AsyncIterator[str]:
    if address is not None:
        yield address
        return
    options = {"log.dirs": "data", "listeners": "127.0.0.1:0", "group.initial.rebalance.delay.ms": "0"}
    config = BrokerConfig.from_options(options | {"advertised.listeners": f"127.0.0.1:{port}"})
    async with Broker(config, files=MemoryFiles()) as broker:
        yield broker.listeners.rpartition("/")[2]


async def _write(address: str, topic: str, ledger: Ledger, rng: random.Random, number: int) -> None:
    """Write numbers by key for as long as there is trouble, and note what became of each."""
    keys = {b"%d-%d" % (number, key): 0 for key in range(4)}
    sent: list[tuple[tuple[bytes, int], Delivery]] = []
    producer = Producer(
        address, linger_ms=rng.choice((0, 5)), batch_size=rng.choice((100, 16384)), request_timeout_ms=2000
    )
    await producer.start()
    end = asyncio.get_running_loop().time() + _TROUBLE
    while asyncio.get_running_loop().time() < end:
        for key in rng.choices(list(keys), k=rng.randint(1, 10)):
            sent.append(((key, keys[key]), producer.send(topic, b"%d" % keys[key], key=key)))
            keys[key] += 1
        await asyncio.sleep(rng.uniform(0, 0.02))
    await producer.close()
    for what, delivery in sent:
        try:
            ledger.acknowledged[what] = await delivery
        except KafkaWireError:
            ledger.unknown.add(what)


async def _read(address: str, topic: str, seen: dict[int, list[Stored]], rng: random.Random) -> None:
    """Be a group of one that commits; once in a while, another one."""
    options: dict[str, Any] = {"session_timeout_ms": 6000, "heartbeat_interval_ms": 500, "request_timeout_ms": 2000}
    while True:
        life = asyncio.get_running_loop().time() + rng.uniform(0.5, 3)
        async with Consumer(
            address, topics=[topic], group_id=topic, auto_offset_reset="earliest", **options
        ) as consumer:
            while asyncio.get_running_loop().time() < life:
                for chunk in await consumer.fetch(timeout=0.2):
                    seen[chunk.partition] += [Stored(r.offset, r.key or b"", int(r.value or b"")) for r in chunk]


async def _all(address: str, topic: str) -> dict[int, list[Stored]]:
    """Everything in the topic."""
    logs: dict[int, list[Stored]] = {number: [] for number in range(PARTITIONS)}
    async with Consumer(address, topics=[topic], auto_offset_reset="earliest") as consumer:
        ends = await consumer.offsets_for_times({TopicPartition(topic, n): -1 for n in logs})
        while any((logs[tp.partition][-1].offset + 1 if logs[tp.partition] else 0) < end for tp, end in ends.items()):
            for chunk in await consumer.fetch():
                logs[chunk.partition] += [Stored(r.offset, r.key or b"", int(r.value or b"")) for r in chunk]
    return logs


async def _caught_up(seen: dict[int, list[Stored]], logs: dict[int, list[Stored]], reading: asyncio.Task[None]) -> None:
    """Wait until the group has seen everything, and let it go."""
    end = asyncio.get_running_loop().time() + _PATIENCE
    while any(set(logs[number]) - set(seen[number]) for number in logs):
        if reading.done() or asyncio.get_running_loop().time() > end:
            raise Broken(f"the group has not seen {[len(set(logs[n]) - set(seen[n])) for n in logs]} records")
        await asyncio.sleep(0.1)
    reading.cancel()
    if stray := [record for number in logs for record in set(seen[number]) - set(logs[number])]:
        raise Broken(f"handed out and not there: {stray[:5]}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.over_tcp", description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--broker", metavar="HOST:PORT", help="a broker that advertises 127.0.0.1 and --port")
    parser.add_argument("--port", type=int, default=0, help="where the proxy listens")
    args = parser.parse_args()
    logging.disable(logging.ERROR)  # what goes wrong here is meant to
    total: Counter[str] = Counter()
    for seed in range(args.first, args.first + args.seeds):
        print(f"\r\033[Kseed {seed}", end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
        total += asyncio.run(through_proxy(seed, args.broker, args.port))
    print(f"\n{args.seeds} rounds, all promises kept")
    for name, count in sorted(total.items()):
        print(f"  {name:>20} {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
