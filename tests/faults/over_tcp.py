"""`python -m tests.faults.over_tcp`: clients through a proxy that cuts, delays and repeats, in real time.

The broker is ours, or any that runs elsewhere and advertises the address of the proxy (`--broker`, `--port`). With
`--rules` the proxy is `kafkawire.proxy` with the shipped language of faults: then a broker elsewhere need not know of
it, and there are rounds of exactly once, too.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from secrets import token_hex
from typing import Any

from kafkawire.broker import Broker, BrokerConfig, MemoryFiles
from kafkawire.client import Admin, Consumer, Delivery, Producer, TopicPartition
from kafkawire.errors import KafkaWireError
from tests.faults.ledger import Broken, Ledger, Stored
from tests.faults.proxy import Proxy
from tests.faults.ruled import RuledProxy
from tests.faults.transacting import transact
from tests.ports import free_ports

__all__ = ["deliver_by_rules", "through_proxy", "transact_by_rules"]

PARTITIONS = 3
_TROUBLE = 3.0  # seconds
_PATIENCE = 60.0  # seconds until everything must have been read


async def through_proxy(seed: int, broker: str | None = None, port: int = 0) -> Counter[str]:
    """One round. `broker`: HOST:PORT of one that advertises 127.0.0.1:`port`; ours if there is none."""
    rng = random.Random(seed)
    port = port or free_ports(1)
    async with _broker(broker, port) as target, Proxy(target, rng, port) as proxy:
        return await _deliver(proxy, rng)


async def deliver_by_rules(seed: int, broker: str | None = None) -> Counter[str]:
    """One round of producers and a group through the shipped proxy; `broker`: HOST:PORT, ours if there is none."""
    rng = random.Random(seed)
    async with _broker(broker) as target, RuledProxy(target, rng) as proxy:
        return await _deliver(proxy, rng)


async def transact_by_rules(seed: int, broker: str | None = None) -> Counter[str]:
    """One round of processes that copy in transactions, as `deliver_by_rules` does for producers."""
    rng = random.Random(seed)
    async with _broker(broker) as target, RuledProxy(target, rng) as proxy:
        return await transact(proxy, rng)


async def _deliver(proxy: Proxy | RuledProxy, rng: random.Random) -> Counter[str]:
    topic = f"orders-{token_hex(8)}"
    async with Admin(proxy.address) as admin:
        await admin.create_topics({topic: PARTITIONS})
    proxy.begin(rng.choice(proxy.FACTORS))
    ledger = Ledger()
    seen: dict[int, list[Stored]] = {number: [] for number in range(PARTITIONS)}
    async with asyncio.TaskGroup() as tasks:
        reading = tasks.create_task(_read(proxy.address, topic, seen, rng))
        writing = [tasks.create_task(_write(proxy.address, topic, ledger, rng, n)) for n in range(2)]
        await asyncio.sleep(_TROUBLE)
        proxy.end()
        await asyncio.wait(writing)
        logs = await _all(proxy.address, topic)
        await _caught_up(seen, logs, reading)
    ledger.check(logs)
    return proxy.happened + Counter({"acknowledged": len(ledger.acknowledged), "given up": len(ledger.unknown)})


@asynccontextmanager
async def _broker(address: str | None, port: int | None = None) -> AsyncIterator[str]:
    if address is not None:
        yield address
        return
    options = {"log.dirs": "data", "listeners": "127.0.0.1:0", "group.initial.rebalance.delay.ms": "0"}
    told = {} if port is None else {"advertised.listeners": f"127.0.0.1:{port}"}
    config = BrokerConfig.from_options(options | told)
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


async def _rounds(play: Callable[[int], Awaitable[Counter[str]]], seeds: range, at_once: int) -> Counter[str]:
    total: Counter[str] = Counter()
    waiting = iter(seeds)

    async def work() -> None:
        for seed in waiting:
            print(f"\r\033[Kseed {seed}", end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
            try:
                total.update(await play(seed))
            except Broken as exc:
                raise Broken(f"seed {seed}: {exc}") from exc

    async with asyncio.TaskGroup() as tasks:
        for _ in range(at_once):
            tasks.create_task(work())
    return total


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.over_tcp", description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--broker", metavar="HOST:PORT", help="ours, if not given")
    parser.add_argument("--port", type=int, default=0, help="where the proxy listens, without --rules")
    parser.add_argument("--rules", choices=("delivery", "exactly-once"), help="rounds through the shipped proxy")
    parser.add_argument("--at-once", type=int, default=1, help="so many rounds beside each other")
    args = parser.parse_args()
    logging.disable(logging.ERROR)  # what goes wrong here is meant to
    plays: dict[str | None, Callable[[int], Awaitable[Counter[str]]]] = {
        None: lambda seed: through_proxy(seed, args.broker, args.port),
        "delivery": lambda seed: deliver_by_rules(seed, args.broker),
        "exactly-once": lambda seed: transact_by_rules(seed, args.broker),
    }
    seeds = range(args.first, args.first + args.seeds)
    total = asyncio.run(_rounds(plays[args.rules], seeds, args.at_once))
    print(f"\n{args.seeds} rounds, all promises kept")
    for name, count in sorted(total.items()):
        print(f"  {name:>28} {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
