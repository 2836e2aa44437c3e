"""`python -m tests.spark.exactly_once [--help]`: faults of the exactly-once sink.

There are three kinds of queries, after each of which a reader of committed records must see every row once, and no
transaction may be open:

* placed: a forwarder stops the query at a place, such as "decided, 2 of 4 committed"; a worker, an executor or the
  driver dies there, or transactions time out; requests that were held are dropped, or reach the broker after the death.
  All places at each level of the feature transaction.version. One that aborts no transaction with records proves
  nothing, and fails.
* seeds: tasks, executors and drivers are killed, put to sleep and woken, repeated and run twice, as drawn by the seed.
* Spark: the same two with a cluster of Spark's, whose Python workers, executors and drivers are killed.

Without --broker, our own broker is started.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kafkawire.client import Admin, Consumer
from kafkawire.client.admin import AdminError, FeatureUpdate
from kafkawire.demo.broker import BrokerProcess
from kafkawire.error_code import ErrorCode
from tests.spark.sink_faults.cluster import CASES, SparkQuery
from tests.spark.sink_faults.forwarder import FEATURE, Forwarder
from tests.spark.sink_faults.log import count_aborted
from tests.spark.sink_faults.placed import FEW, PlacedQuery, all_cases
from tests.spark.sink_faults.query import Broken, Chaos, Query, load

AnyQuery = Query | PlacedQuery | SparkQuery

PARTITIONS = 3
LEVELS = (2, 1, 0)
OVER = {"Empty", "CompleteCommit", "CompleteAbort", "Dead"}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.spark.exactly_once", description=__doc__)
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--placed", choices=["all", "few", "none"], default="all", help="kills at chosen places")
    parser.add_argument(
        "--level", type=int, choices=LEVELS, action="append", help="of transaction.version; all of them"
    )
    parser.add_argument("--spark", type=int, default=3, help="how many seeds go through all of Spark")
    parser.add_argument("--broker", default=None, help="HOST:PORT of a broker that runs already")
    args = parser.parse_args()
    logging.disable(logging.ERROR)  # what goes wrong here is meant to
    results = _Results()
    with _broker(args.broker) as address:
        load(address, _topic("loading"))
        for query in _queries(args, address):
            results.add(query, *run(query, address))
    results.report()
    return 1 if results.failed or not results.aborted else 0


def _queries(args: argparse.Namespace, address: str) -> Iterator[AnyQuery]:
    """All of them, each when it is its turn."""
    cases = {"all": all_cases(), "few": FEW, "none": []}[args.placed]
    seeds = range(args.first, args.first + args.seeds)
    for level in args.level or LEVELS:
        with shown_level(address, level) as shown:
            for case in cases:
                yield PlacedQuery(address, _topic("placed"), case, shown)
            for seed in seeds:
                if _level_of(seed, args.level or LEVELS) == level:
                    yield from _seeded(address, seed, shown)
    for seed in range(args.first, args.first + args.spark):
        with tempfile.TemporaryDirectory(prefix="kafkawire-faults-") as directory:
            yield SparkQuery(address, _topic("spark-faults"), Chaos(seed), Path(directory))
    for case in CASES if args.spark and cases else ():
        with tempfile.TemporaryDirectory(prefix="kafkawire-faults-") as directory:
            yield SparkQuery(address, _topic("spark-placed"), Chaos(0), Path(directory), case)


def _seeded(address: str, seed: int, shown: int | None) -> Iterator[Query]:
    with Forwarder(address, level=shown) as forwarder:
        yield Query(address if shown is None else forwarder.address, _topic(f"faults-{seed}"), Chaos(seed))


def _level_of(seed: int, levels: Sequence[int]) -> int:
    """Most seeds run at the level that brokers have, some at the others."""
    return levels[seed // 8 % len(levels)] if seed % 8 == 7 else levels[0]


def _topic(kind: str) -> str:
    return f"{kind}-{uuid.uuid4().hex[:8]}"


@contextlib.contextmanager
def shown_level(address: str, level: int) -> Iterator[int | None]:
    """Lower the feature `transaction.version`; where the broker does not, the level that a forwarder has to show."""
    before = asyncio.run(_feature_level(address))
    try:
        asyncio.run(_set_level(address, before, level))
    except AdminError as exc:
        if exc.code != ErrorCode.INVALID_UPDATE_VERSION:
            raise
        yield level
        return
    yield None
    asyncio.run(_set_level(address, level, before))


async def _feature_level(address: str) -> int:
    async with Admin(address) as admin:
        return (await admin.describe_features()).finalized.get(FEATURE, (0, 0))[1]


async def _set_level(address: str, present: int, level: int) -> None:
    if present != level:
        async with Admin(address) as admin:
            kind: Any = "upgrade" if level > present else "safe_downgrade"
            await admin.update_features({FEATURE: FeatureUpdate(level, kind)})


@contextlib.contextmanager
def _broker(address: str | None) -> Iterator[str]:
    if address is not None:
        yield address
        return
    with tempfile.TemporaryDirectory() as directory, BrokerProcess(Path(directory)) as process:
        yield process.address


def run(query: AnyQuery, address: str) -> tuple[str, int]:
    """What is wrong after a query, or an empty text; and how many transactions with records were aborted."""
    asyncio.run(_create(query, address))
    try:
        query.run()
    except Broken as exc:
        return str(exc), 0
    fault = asyncio.run(_judge(query, address))
    aborted = count_aborted(address, query.topic, PARTITIONS)
    return fault or judge_aborted(query, aborted), aborted


def judge_aborted(query: AnyQuery, aborted: int) -> str:
    """A kill that no records were lost by may have come too early or too late to be one."""
    is_proof = aborted or not query.proves_by_aborting
    return "" if is_proof else "no transaction with records was aborted, which proves nothing"


async def _create(query: AnyQuery, address: str) -> None:
    async with Admin(address) as admin:
        await admin.create_topics({query.topic: PARTITIONS})


async def _judge(query: AnyQuery, address: str) -> str:
    left = await _open_transactions(query, address)
    seen, expected = Counter(await read_committed(address, query.topic)), Counter(query.expected())
    lost, twice = expected - seen, seen - expected
    if lost or twice:
        return f"{lost.total()} lost, {twice.total()} twice, of {len(expected)}: {[*lost][:3]} {[*twice][:3]}"
    return f"transactions are still open: {left}" if left else ""


async def _open_transactions(query: AnyQuery, address: str) -> list[str]:
    """Those of the query that are open, once all that are ending have ended."""
    async with Admin(address) as admin:
        while True:
            listed = [one for one in await admin.list_transactions() if query.name in one.transactional_id]
            if all(one.state in OVER or one.state == "Ongoing" for one in listed):
                return [one.transactional_id for one in listed if one.state not in OVER]
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


@dataclass
class _Results:
    """What has happened in all queries so far."""

    deaths: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    total: int = 0
    aborted: int = 0
    began: float = field(default_factory=time.monotonic)

    def add(self, query: AnyQuery, fault: str, aborted: int) -> None:
        """Count a query, and say how it went."""
        what = f"{type(query).__name__} {getattr(query, 'case', None) or query.chaos.seed}"
        faults = query.chaos.deaths.total()
        print(f"{what}: {fault or 'every row once'}; {faults} faults, {aborted} aborted", flush=True)
        self.deaths += query.chaos.deaths
        self.failed += [what] if fault else []
        self.total += 1
        self.aborted += aborted

    def report(self) -> None:
        """Say what happened, how often."""
        print(f"\n{self.total} queries in {time.monotonic() - self.began:.0f} s; what happened, how often:")
        for name, count in sorted(self.deaths.items()):
            print(f"  {count:5}  {name}")
        print(f"{self.aborted} transactions with records were aborted")
        failed = f"; failed: {self.failed}" if self.failed else ""
        print(f"{self.total - len(self.failed)} of {self.total} queries: 0 lost, 0 twice" + failed)


if __name__ == "__main__":
    sys.exit(main())
