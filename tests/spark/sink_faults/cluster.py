"""The whole of Spark, with processes of it killed while a query writes.

Which process dies is drawn by the seed; at what moment is left to the machine. A dead driver is started again, with the
same checkpoint, until the query has written everything.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.spark.sink_faults.query import Broken, Chaos

__all__ = ["SparkQuery"]

FILES, ROWS = 6, 200
KILLS = 4
MOST_STARTS = 12
LONGEST = 600.0  # seconds of one run without a fault
VICTIMS = {
    "python worker": ("pyspark.daemon", "pyspark/daemon"),
    "executor": ("CoarseGrainedExecutorBackend",),
    "driver": ("spark_query", "SparkSubmit"),
}


class SparkQuery:
    """Writes some files; their rows are `FILE:NUMBER`."""

    def __init__(self, address: str, topic: str, chaos: Chaos, directory: Path) -> None:
        self.address = address
        self.topic = topic
        self.chaos = chaos
        self._directory = directory
        self._rows = [[f"{file}:{row}" for row in range(ROWS)] for file in range(FILES)]
        self._kills = KILLS

    @property
    def name(self) -> str:
        """What its transactional ids have in common: the id that Spark gave the query."""
        return str(json.loads((self._directory / "checkpoint" / "metadata").read_text())["id"])

    def expected(self) -> list[str]:
        return [row for rows in self._rows for row in rows]

    def run(self) -> None:
        """Start the query until it ends by itself."""
        source = self._directory / "in"
        source.mkdir()
        for number, rows in enumerate(self._rows):
            (source / f"{number}.txt").write_text("".join(f"{row}\n" for row in rows))
        for _ in range(MOST_STARTS):
            if self._run_once(source) == 0:
                return
        raise Broken(f"the query was started {MOST_STARTS} times in vain; see {self._directory}")

    def _run_once(self, source: Path) -> int:
        command = [sys.executable, "-m", "tests.spark.sink_faults.spark_query", self.address, self.topic]
        command += [str(source), str(self._directory / "checkpoint")]
        with (self._directory / "spark.log").open("a") as log:
            query = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        try:
            return self._disturb(query)
        finally:
            _kill_session(query.pid)
            query.wait()

    def _disturb(self, query: subprocess.Popen[bytes]) -> int:
        """Kill something now and then while the query works."""
        ends = time.monotonic() + LONGEST
        begun = self._begun()
        while time.monotonic() < ends:
            try:
                return query.wait(self.chaos.random.uniform(0.2, 3.0))
            except subprocess.TimeoutExpired:
                pass
            if self._kills and self._begun() > begun and self.chaos.happens(0.5):  # it is at work on a batch by now
                self._kill(query.pid)
        raise Broken(f"the query does not end; see {self._directory}")

    def _begun(self) -> int:
        return len(list((self._directory / "checkpoint" / "offsets").glob("[0-9]*")))

    def _kill(self, session: int) -> None:
        victim = self.chaos.random.choice([*VICTIMS])
        found = [pid for pid, command in _processes(session) if any(mark in command for mark in VICTIMS[victim])]
        if victim != "driver":
            found = found[:1]
        for pid in found:
            os.kill(pid, signal.SIGKILL)
        if found:
            self._kills -= 1
            self.chaos.deaths[f"{victim} of Spark"] += 1


def _processes(session: int) -> list[tuple[int, str]]:
    """Process id and command line of all processes of a session, the driver's Python among them."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(path.name)) == session:
                found.append((int(path.name), (path / "cmdline").read_bytes().replace(b"\0", b" ").decode()))
        except (ProcessLookupError, FileNotFoundError):
            continue  # it has ended meanwhile
    return found


def _kill_session(session: int) -> None:
    """End what is left. An executor whose driver is dead may live for some seconds: it does, at times, in life, too."""
    for pid, _ in _processes(session):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
