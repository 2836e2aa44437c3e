"""`python -m benchmarks.spark.session`: one Spark session with one of the sources; prints what it took as JSON.

The first query is measured by itself, as nothing is loaded or compiled then. Each topic is read once to warm up before
it is measured. Processor time is that of Python, Java and Spark's Python workers together.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.spark.topics import SMALL

__all__ = ["QUERIES", "measure", "open_session"]

QUERIES: dict[str, Callable[[Any], object]] = {
    "aggregate": lambda rows: rows.groupBy("partition").count().collect(),
    "noop": lambda rows: rows.write.format("noop").mode("overwrite").save(),
}
_TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.spark.session", description=__doc__)
    parser.add_argument("source", choices=["kafka", "kafkawire"])
    parser.add_argument("address")
    parser.add_argument("settings", type=json.loads, help="what a session needs for the connector, as JSON")
    parser.add_argument("topics", nargs="+", help="NAME=TOPIC")
    given = parser.parse_args()
    spark = open_session(given.settings)
    results = {"first query": measure(lambda: QUERIES["aggregate"](_load(spark, given.source, given.address, SMALL)))}
    for name, _, topic in (pair.partition("=") for pair in given.topics):
        QUERIES["noop"](_load(spark, given.source, given.address, topic))
        for kind, query in QUERIES.items():
            took = measure(lambda: query(_load(spark, given.source, given.address, topic)))  # noqa: B023
            results[f"{name} {kind}"] = took
    print(json.dumps(results))
    sys.stdout.flush()
    spark.stop()


def open_session(settings: dict[str, str]) -> Any:
    """A session that has the connector."""
    from kafkawire.spark.session import local_session

    return local_session("bench", conf=settings | {"spark.driver.memory": "1g"})


def _load(spark: Any, source: str, address: str, topic: str) -> Any:
    reader = spark.read.format(source).option("kafka.bootstrap.servers", address)
    return reader.option("subscribe", topic).load()


def measure(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds of wall time and of processor time."""
    cpu, began = _processor_time(), time.perf_counter()
    work()
    return time.perf_counter() - began, _processor_time() - cpu


def _processor_time() -> float:
    """Seconds of this process and all below it, those that have ended included."""
    processes: dict[int, tuple[int, int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended meanwhile; its parent has its time now
                continue
            processes[int(folder.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    mine, total = [os.getpid()], 0
    while mine:
        pid = mine.pop()
        total += processes[pid][1] if pid in processes else 0
        mine += [child for child, (parent, _) in processes.items() if parent == pid]
    return total / _TICKS


if __name__ == "__main__":
    main()
