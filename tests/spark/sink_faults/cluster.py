"""The whole of Spark, with processes of it killed while a query writes.

Either which one dies is drawn by the seed, and at what moment is left to the machine; or one dies at a place. A dead
driver is started again, with the same checkpoint, until the query has written everything.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tests.spark.sink_faults.forwarder import Forwarder, NotReached, Verdict
from tests.spark.sink_faults.placed import PLACES, Case
from tests.spark.sink_faults.query import Broken, Chaos

__all__ = ["CASES", "SparkQuery"]

FILES, FILES_OF_CASE, ROWS = 6, 2, 200
KILLS = 4
MOST_STARTS = 12
LONGEST = 600.0  # seconds of one run without a fault
VICTIMS = {
    "worker": ("pyspark.daemon", "pyspark/daemon"),
    "executor": ("CoarseGrainedExecutorBackend",),
    "driver": ("spark_query", "SparkSubmit"),
}
_LOOKS = 0.05  # seconds between two looks at what goes on outside

CASES = [
    Case("first record there", "worker"),
    Case("half a batch there", "executor"),
    Case("all there, not all tasks know", "driver"),
    Case("all written, none decided", "driver"),
    Case("decided, 2 of 4 committed", "driver", Verdict.DELIVERED),
    Case("decided, 3 of 4 committed", "driver"),
]
"""What is done to Spark's own processes at places."""


class Killer(Protocol):
    """Says when which process dies."""

    def pause(self) -> float:
        """Seconds until it is asked again."""

    def victims(self, session: int) -> list[int]:
        """Process ids of those of a session that have to die now."""

    def killed(self) -> None:
        """They are dead."""


class SparkQuery:
    """Writes some files; their rows are `FILE:NUMBER`. With a `case` one process dies, at that place."""

    def __init__(self, address: str, topic: str, chaos: Chaos, directory: Path, case: Case | None = None) -> None:
        self.address = address
        self.topic = topic
        self.chaos = chaos
        self.case = case
        self._directory = directory
        files = FILES if case is None else FILES_OF_CASE
        self._rows = [[f"{file}:{row}" for row in range(ROWS)] for file in range(files)]

    @property
    def name(self) -> str:
        """What its transactional ids have in common: the id that Spark gave the query."""
        return str(json.loads((self._directory / "checkpoint" / "metadata").read_text())["id"])

    @property
    def proves_by_aborting(self) -> bool:
        """Whether it has done its work only if a transaction with records was aborted."""
        return self.case is not None and not self.case.place.startswith("decided")

    def expected(self) -> list[str]:
        """What a reader has to see in the end."""
        return [row for rows in self._rows for row in rows]

    def run(self) -> None:
        """Start the query until it ends by itself."""
        source = self._directory / "in"
        source.mkdir()
        for number, rows in enumerate(self._rows):
            (source / f"{number}.txt").write_text("".join(f"{row}\n" for row in rows))
        if self.case is None:
            self._run(self.address, _AtRandom(self.chaos, self._directory))
            return
        with Forwarder(self.address, PLACES[self.case.place](ROWS)) as forwarder:
            killer = _AtPlace(forwarder, self.case, self.chaos)
            self._run(forwarder.address, killer)
            if not killer.is_done:
                raise Broken(f"{self.case}: the query has ended without coming there")

    def _run(self, address: str, killer: Killer) -> None:
        for _ in range(MOST_STARTS):
            if self._run_once(address, killer) == 0:
                return
        raise Broken(f"the query was started {MOST_STARTS} times in vain; see {self._directory}")

    def _run_once(self, address: str, killer: Killer) -> int:
        command = [sys.executable, "-m", "tests.spark.sink_faults.spark_query", address, self.topic]
        command += [str(self._directory / "in"), str(self._directory / "checkpoint")]
        with (self._directory / "spark.log").open("a") as log:
            query = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        try:
            return self._disturb(query, killer)
        finally:
            _kill_session(query.pid)
            query.wait()

    def _disturb(self, query: subprocess.Popen[bytes], killer: Killer) -> int:
        """Kill what has to die while the query works."""
        ends = time.monotonic() + LONGEST
        while time.monotonic() < ends:
            try:
                return query.wait(killer.pause())
            except subprocess.TimeoutExpired:
                pass
            victims = killer.victims(query.pid)
            for pid in victims:
                os.kill(pid, signal.SIGKILL)
            if victims:
                _wait_until_dead(victims)
                killer.killed()
        raise Broken(f"the query does not end; see {self._directory}")


class _AtRandom:
    """Now and then, while there are batches to work on; so many times."""

    def __init__(self, chaos: Chaos, directory: Path) -> None:
        self._chaos = chaos
        self._offsets = directory / "checkpoint" / "offsets"
        self._kills = KILLS
        self._session = 0
        self._before = 0

    def pause(self) -> float:
        """Seconds, as drawn."""
        return self._chaos.random.uniform(0.2, 3.0)

    def victims(self, session: int) -> list[int]:
        """One, or all of a driver's, once this start of the query has begun a batch."""
        begun = len(list(self._offsets.glob("[0-9]*")))
        if session != self._session:
            self._session, self._before = session, begun
        if not self._kills or begun <= self._before or not self._chaos.happens(0.5):
            return []
        victim = self._chaos.random.choice([*VICTIMS])
        found = [pid for pid, command in _processes(session) if any(mark in command for mark in VICTIMS[victim])]
        if found:
            self._kills -= 1
            self._chaos.deaths[f"{victim} of Spark"] += 1
        return found if victim == "driver" else found[:1]

    def killed(self) -> None:
        """Nothing has to be done."""


@dataclass
class _AtPlace:
    """Once, when the query comes to the place of its case."""

    forwarder: Forwarder
    case: Case
    chaos: Chaos
    is_done: bool = False

    def pause(self) -> float:
        """Seconds until the next look."""
        return _LOOKS

    def victims(self, session: int) -> list[int]:
        """Of workers and executors those that are writing."""
        if self.is_done or not self.forwarder.is_reached():
            return []
        found = dict(_processes(session))
        if self.case.victim == "driver":
            return [pid for pid in found if _is_below(pid, "driver", found) and not _is_below(pid, "executor", found)]
        worker = next(pid for pid in found if _is_connected(pid, self.forwarder.address))
        if self.case.victim == "worker":
            return [worker]
        executor = next(pid for pid in _line_of(worker) if any(mark in found[pid] for mark in VICTIMS["executor"]))
        return [pid for pid in found if executor in _line_of(pid)]

    def killed(self) -> None:
        """What was held goes the way of the case."""
        self.is_done = True
        self.chaos.deaths[f"Spark: {self.case}"] += 1
        try:
            said = self.forwarder.end(self.case.verdict)
        except NotReached as exc:
            raise Broken(f"{self.case}: {exc}") from exc
        for answer, count in said.items():
            self.chaos.deaths[f"(of the dead, late: {answer})"] += count


def _is_below(pid: int, kind: str, commands: dict[int, str]) -> bool:
    """Whether a process is of that kind, or was started by one: a driver's Python may decide after Java has died."""
    return any(mark in commands.get(one, "") for one in _line_of(pid) for mark in VICTIMS[kind])


def _is_connected(pid: int, address: str) -> bool:
    """Whether a process has a connection to an address of this machine."""
    port = f":{int(address.rpartition(':')[2]):04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    sockets = {f"socket:[{row[9]}]" for row in rows if row[2].endswith(port)}
    try:
        return any(_target(path) in sockets for path in Path(f"/proc/{pid}/fd").iterdir())
    except FileNotFoundError:
        return False  # it has ended meanwhile


def _target(path: Path) -> str:
    try:
        return str(path.readlink())
    except FileNotFoundError:
        return ""  # closed meanwhile


def _line_of(pid: int) -> list[int]:
    """A process, its parent, and so on."""
    line = []
    while pid > 1:
        line.append(pid)
        pid = int(_stat(pid)[1]) if _stat(pid) else 0
    return line


def _stat(pid: int) -> list[str]:
    """State, parent and more of a process; nothing if there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def _wait_until_dead(pids: list[int]) -> None:
    while any(_stat(pid)[:1] not in ([], ["Z"]) for pid in pids):
        time.sleep(_LOOKS)


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
