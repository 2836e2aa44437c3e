"""`python -m benchmarks.spark_scale.session CORES ADDRESS RECORDS`: read all of the topic once, print figures as JSON.

Memory is the highest resident set that any of Spark's Python workers has had, as the kernel keeps it for each.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any, Self

from kafkawire.spark.session import local_session

__all__ = ["TOPIC", "main"]

TOPIC = "scale"
_LOOK_SECONDS = 0.2  # between two looks at the workers; peaks are kept by the kernel, so none is missed in between
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB$", re.MULTILINE)


def main(cores: int, address: str, records: int) -> None:
    """Warm up on a few records, read all, and check that they were all."""
    spark = local_session("scale", cores=cores)
    _count(spark, address, {"endingOffsets": json.dumps({TOPIC: dict.fromkeys("0123", 100)})})
    with _Peak() as peak:
        began = time.perf_counter()
        found = _count(spark, address, {})
        seconds = time.perf_counter() - began
    if found != records:
        raise SystemExit(f"{found:,} records were read, {records:,} are there")
    print(json.dumps({"seconds": seconds, "peak": peak.bytes}))
    sys.stdout.flush()
    spark.stop()


def _count(spark: Any, address: str, options: dict[str, str]) -> int:
    given = {"kafka.bootstrap.servers": address, "subscribe": TOPIC, **options}
    rows = spark.read.format("kafkawire").options(**given).load()
    return sum(row.n for row in rows.groupBy("partition").agg({"value": "count"}).toDF("partition", "n").collect())


class _Peak:
    """`bytes`: the highest peak among the Python workers that were there while the block ran."""

    def __init__(self) -> None:
        self.bytes = 0
        self._over = Event()
        self._watcher = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._watcher.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._watcher.join()
        self._look()

    def _watch(self) -> None:
        while not self._over.wait(_LOOK_SECONDS):
            self._look()

    def _look(self) -> None:
        for pid in _workers():
            try:
                status = Path(f"/proc/{pid}/status").read_text()
            except OSError:  # it has ended meanwhile
                continue
            if found := _PEAK.search(status):
                self.bytes = max(self.bytes, int(found[1]) * 1024)


def _workers() -> Iterator[int]:
    """The Python processes below this one."""
    parents, names = {}, {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                before, _, after = (folder / "stat").read_text().rpartition(")")
            except OSError:  # it has ended meanwhile
                continue
            pid = int(folder.name)
            parents[pid], names[pid] = int(after.split()[1]), before.partition("(")[2]
    for pid, name in names.items():
        if name.startswith(("python", "kafkawire-pytho")) and _is_below(pid, os.getpid(), parents):
            yield pid


def _is_below(pid: int, ancestor: int, parents: dict[int, int]) -> bool:
    while pid := parents.get(pid, 0):
        if pid == ancestor:
            return True
    return False


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
