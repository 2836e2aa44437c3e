"""`python -m tests.spark.exactly_once [--seeds N] [--spark N] [--broker HOST:PORT]`: faults of the exactly-once sink.

Each seed is a query of a few batches whose tasks, executors and drivers are killed, put to sleep and woken, repeated
and run twice, with a decision about each drawn by the seed. In the end a reader of committed records must see every row
once, and no transaction may be open. Then the same with some queries on a cluster of Spark's, whose Python workers,
executors and drivers are killed. Without --broker, our own broker is started.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from kafkawire.client import Admin, Consumer
from kafkawire.demo.broker import BrokerProcess
from tests.spark.sink_faults.cluster import SparkQuery
from tests.spark.sink_faults.query import Broken, Chaos, Query

PARTITIONS = 3
ENDING = ("PrepareCommit", "PrepareAbort")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.spark.exactly_once", description=__doc__)
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--spark", type=int, default=3, help="how many seeds go through all of Spark")
    parser.add_argument("--broker", default=None, help="HOST:PORT of a broker that runs already")
    args = parser.parse_args()
    deaths: Counter[str] = Counter()
    began = time.monotonic()
    failed: list[str] = []
    with _broker(args.broker) as address:
        for query in _queries(args, address):
            verdict = run(query)
            deaths += query.chaos.deaths
            what = f"{type(query).__name__} {query.chaos.seed}"
            print(f"{what}: {verdict or 'every row once'}; {sum(query.chaos.deaths.values())} faults", flush=True)
            failed += [what] if verdict else []
    total = args.seeds + args.spark
    _report(deaths, total, time.monotonic() - began)
    print(f"{total - len(failed)} of {total} seeds: 0 lost, 0 twice" + (f"; failed: {failed}" if failed else ""))
    return 1 if failed else 0


def _queries(args: argparse.Namespace, address: str) -> Iterator[Query | SparkQuery]:
    for seed in range(args.first, args.first + args.seeds):
        yield Query(address, f"faults-{seed}-{uuid.uuid4().hex[:8]}", Chaos(seed))
    for seed in range(args.first, args.first + args.spark):
        with tempfile.TemporaryDirectory(prefix="kafkawire-faults-") as directory:
            yield SparkQuery(address, f"spark-faults-{seed}-{uuid.uuid4().hex[:8]}", Chaos(seed), Path(directory))


@contextlib.contextmanager
def _broker(address: str | None) -> Iterator[str]:
    if address is not None:
        yield address
        return
    with tempfile.TemporaryDirectory() as directory, BrokerProcess(Path(directory)) as process:
        yield process.address


def run(query: Query | SparkQuery) -> str:
    """What is wrong after a query, or an empty text."""
    asyncio.run(_create(query))
    try:
        query.run()
    except Broken as exc:
        return str(exc)
    return asyncio.run(_judge(query))


async def _create(query: Query | SparkQuery) -> None:
    async with Admin(query.address) as admin:
        await admin.create_topics({query.topic: PARTITIONS})


async def _judge(query: Query | SparkQuery) -> str:
    await _wait_for_markers(query)
    seen = Counter(await read_committed(query.address, query.topic))
    lost = [row for row in query.expected() if row not in seen]
    twice = [row for row, count in seen.items() if count > 1]
    if lost or twice or len(seen) != len(query.expected()):
        return f"{len(lost)} lost, {len(twice)} twice, of {len(query.expected())}: {lost[:3]} {twice[:3]}"
    async with Admin(query.address) as admin:
        left = [one.transactional_id for one in await admin.list_transactions(states=["Ongoing"])]
    ours = [name for name in left if query.name in name]
    return f"transactions are still open: {ours}" if ours else ""


async def _wait_for_markers(query: Query | SparkQuery) -> None:
    """A transaction is over for its coordinator before all its markers are written."""
    async with Admin(query.address) as admin:
        while any(query.name in one.transactional_id for one in await admin.list_transactions(states=ENDING)):
            await asyncio.sleep(0.05)


async def read_committed(address: str, topic: str) -> list[str]:
    """All that a reader of committed records gets to see of a topic, up to the last record."""
    values: list[str] = []
    async with Consumer(
        address, topics=[topic], isolation_level="read_committed", auto_offset_reset="earliest"
    ) as reader:
        ends = await reader.offsets_for_times(dict.fromkeys(reader.assignment, -1))
        while any(reader.positions().get(tp, 0) < end for tp, end in ends.items()):
            for chunk in await reader.fetch(timeout=1):
                values += [(record.value or b"").decode() for record in chunk]
    return values


def _report(deaths: Counter[str], seeds: int, seconds: float) -> None:
    print(f"\n{seeds} seeds in {seconds:.0f} s; what happened, how often:")
    for name, count in sorted(deaths.items()):
        print(f"  {count:5}  {name}")


if __name__ == "__main__":
    sys.exit(main())
