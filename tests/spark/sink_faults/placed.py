"""A query that is stopped at a place, and there loses its driver, an executor or a worker, or nothing but time.

Two batches of four tasks: the first one is stopped, the second one is written in peace. Whenever the driver is the
victim, a second attempt at task 0 has written as well, and nobody has ended its transaction: whatever commits the batch
has to abort that one.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from kafkawire.client import Admin
from kafkawire.spark.sink.names import Names, TaskAttempt
from kafkawire.spark.stream_writer import KafkaWireStreamWriter
from tests.spark.sink_faults.forwarder import Forwarder, NotReached, Verdict
from tests.spark.sink_faults.places import Commits, Decision, Records, Stop
from tests.spark.sink_faults.processes import Failed, Killed, Process
from tests.spark.sink_faults.query import Broken, Chaos, new_writer, start_task

__all__ = ["FEW", "PLACES", "Case", "PlacedQuery", "all_cases"]

TASKS, ROWS = 4, 240
MOST_ATTEMPTS, MOST_EXECUTIONS = 4, 5
# Several requests for each task, so that there is something between the first record and the last.
SMALL = {"batch_size": "200", "linger_ms": "0", "max_request_size": "700"}
# Transactions that are to time out have time enough to come to their place, and writers more patience than that.
_OUT_OF_TIME = {"transaction_timeout_ms": "20000", "request_timeout_ms": "100000", "default_api_timeout_ms": "120000"}
_LONGEST_TIMEOUT = 90.0  # seconds in which the broker aborts those; it looks every ten by default

Victim = Literal["worker", "executor", "driver", "driver, not its tasks", "nobody", "time"]
When = Literal["at once", "after the next execution"]


def _commits(count: int) -> Callable[[int], Stop]:
    return lambda _: Commits(count, TASKS)


PLACES: dict[str, Callable[[int], Stop]] = {
    "first record there": lambda _: Records(1),
    "half a batch there": lambda rows: Records(rows // 2),
    "all there, not all tasks know": Records,
    "all written, none decided": lambda _: Decision(),
    **{f"decided, {count} of {TASKS} committed": _commits(count) for count in range(TASKS)},
}
"""Each with what makes the stop of a batch, given how many rows it has; it is written by `TASKS` tasks."""
_FIRST, _HALF, _ALL, _DECISION, *_COMMITS = PLACES


@dataclass(frozen=True)
class Case:
    """At which place what dies, and what becomes of requests that were held there, and when."""

    place: str
    victim: Victim
    verdict: Verdict = Verdict.DROPPED
    when: When = "at once"

    def __str__(self) -> str:
        what = f"{self.place}; {self.victim} dies" if self.victim not in ("nobody", "time") else self.place
        what += "; transactions time out" if self.victim == "time" else ""
        return f"{what}; requests {self.verdict.value}" + (f", {self.when}" if self.when != "at once" else "")


def all_cases() -> list[Case]:
    """Every place, with whatever can die there."""
    return [*_while_writing(), *_while_committing(), *_out_of_time()]


def _while_writing() -> Iterator[Case]:
    for place in (_FIRST, _HALF, _ALL):
        for victim in ("worker", "executor", "driver"):
            yield Case(place, victim)
    for place in (_FIRST, _HALF):
        yield Case(place, "driver", Verdict.DELIVERED)
        yield Case(place, "driver", Verdict.DELIVERED, "after the next execution")
        yield Case(place, "driver, not its tasks", Verdict.DELIVERED, "after the next execution")


def _while_committing() -> Iterator[Case]:
    for place in (_DECISION, *_COMMITS):
        yield Case(place, "driver")
        yield Case(place, "driver", Verdict.DELIVERED)
        yield Case(place, "driver", Verdict.DELIVERED, "after the next execution")
    for place in (_DECISION, _COMMITS[2]):
        for verdict in (Verdict.DELIVERED, Verdict.CUT, Verdict.ANSWER_LOST):
            yield Case(place, "nobody", verdict)


def _out_of_time() -> Iterator[Case]:
    for place in (_HALF, _ALL, _COMMITS[2]):
        yield Case(place, "time", Verdict.DELIVERED)


FEW = [
    Case(_FIRST, "worker"),
    Case(_HALF, "executor"),
    Case(_DECISION, "driver"),
    Case(_COMMITS[3], "driver", Verdict.DELIVERED, "after the next execution"),
]
"""Those that run with the ordinary tests."""


@dataclass
class PlacedQuery:
    """Writes two batches; the rows are `BATCH:NUMBER`. `level`: see `Forwarder`."""

    address: str
    topic: str
    case: Case
    level: int | None = None
    chaos: Chaos = field(default_factory=lambda: Chaos(0))
    proves_by_aborting = True
    _again: list[str] = field(default_factory=list)
    _strays: list[Process] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What its transactional ids have in common."""
        return f"query-{self.topic}"

    def expected(self) -> list[str]:
        """What a reader has to see in the end: every row once, but for what was written again by a person's choice."""
        return [f"{batch}:{row}" for batch in range(2) for row in range(ROWS)] + self._again

    def run(self) -> None:
        """Write everything. Raises `Broken`."""
        stop = PLACES[self.case.place](ROWS)
        try:
            with Forwarder(self.address, stop, self.level) as forwarder:
                self._run(forwarder)
        except NotReached as exc:
            raise Broken(f"{self.case}: {exc}") from exc

    def _run(self, forwarder: Forwarder) -> None:
        is_done = self._disturbed(forwarder)
        if not is_done:
            self._until_committed(forwarder, 0)
        if self.case.when == "after the next execution":
            self._end(forwarder)
        self._until_committed(forwarder, 1)

    def _until_committed(self, forwarder: Forwarder, batch: int) -> None:
        for _ in range(MOST_EXECUTIONS):
            execution = _Execution(self, new_writer(forwarder.address, self.topic, **SMALL), batch)
            if execution.finish(execution.start()):
                return
        raise Broken(f"{self.case}: batch {batch} cannot be written: {execution.error}")

    # --- the execution that is stopped --------------------------------------------------------------------------

    def _disturbed(self, forwarder: Forwarder) -> bool:
        """Whether it came to an end all the same."""
        more = _OUT_OF_TIME if self.case.victim == "time" else {}
        execution = _Execution(self, new_writer(forwarder.address, self.topic, **SMALL, **more), 0)
        tasks = execution.start()
        if self.case.place in (_FIRST, _HALF, _ALL):
            return self._stopped_while_writing(forwarder, execution, tasks)
        return self._stopped_while_committing(forwarder, execution, tasks)

    def _stopped_while_writing(self, forwarder: Forwarder, execution: _Execution, tasks: list[Process]) -> bool:
        (index,) = self._tasks_in(forwarder.wait_until_reached())
        victims = {
            "worker": [index],
            "executor": range(index % 2, TASKS, 2),
            "driver": range(TASKS),
        }.get(self.case.victim, [])
        for number in victims:
            tasks[number].kill()
        for number in victims:
            tasks[number].reap()
        self._pass(forwarder)
        if self.case.victim == "driver":
            return False
        if self.case.victim == "driver, not its tasks":
            self._strays = tasks
            return False
        return execution.finish(tasks)

    def _stopped_while_committing(self, forwarder: Forwarder, execution: _Execution, tasks: list[Process]) -> bool:
        messages = execution.messages(tasks)
        execution.attempt(0, 1).wait()  # a second one at task 0, whose message comes too late
        driver = Process(lambda: execution.writer.commit(messages, 0))
        forwarder.wait_until_reached()
        if self.case.victim == "driver":
            driver.kill()
            driver.reap()
        self._pass(forwarder)
        if self.case.victim == "driver":
            return False
        if self.case.victim == "time":
            self._lost_after_the_decision(driver, forwarder)
            return False
        return execution.outcome(driver) is not None

    def _pass(self, forwarder: Forwarder) -> None:
        """The victims are dead: the world turns on."""
        self.chaos.deaths[f"{self.case}"] += 1
        if self.case.victim == "time":
            asyncio.run(_wait_for_timeouts(self.address, self.name))
        forwarder.open()
        if self.case.when == "at once":
            self._end(forwarder)

    def _end(self, forwarder: Forwarder) -> None:
        for answer, count in forwarder.end(self.case.verdict).items():
            self.chaos.deaths[f"(of the dead, late: {answer})"] += count
        while self._strays:
            process = self._strays.pop()
            try:
                process.wait()
            except (Failed, Killed) as exc:
                self.chaos.deaths[f"(stray task: {str(exc).partition(':')[0]})"] += 1

    # --- time is up after the decision --------------------------------------------------------------------------

    def _lost_after_the_decision(self, driver: Process, forwarder: Forwarder) -> None:
        """The query says which transactions are lost, at each start; then somebody has it written again as a whole."""
        lost = self._names_the_lost(driver)
        execution = _Execution(self, new_writer(forwarder.address, self.topic, **SMALL), 0)
        messages = execution.messages(execution.start())
        if self._names_the_lost(Process(lambda: execution.writer.commit(messages, 0))) != lost:
            raise Broken(f"{self.case}: at the next start other transactions are lost")
        visible = [index for index in range(TASKS) if index not in lost]
        self._again = [row for index in visible for row in execution.rows(index)]
        asyncio.run(_forget(self.address, Names("kafkawire-spark", self.name).group()))

    def _names_the_lost(self, driver: Process) -> set[int]:
        try:
            driver.wait()
        except Failed as exc:
            said = str(exc)
        else:
            raise Broken(f"{self.case}: the driver does not say that transactions are lost")
        named = self._tasks_in(said)
        if "TransactionLost" not in said or len(named) != TASKS - int(self.case.place.split()[1]):
            raise Broken(f"{self.case}: the driver says: {said}")
        return named

    def _tasks_in(self, text: str) -> set[int]:
        """The numbers of the tasks whose transactional ids a text names."""
        return set(map(int, re.findall(rf"-{re.escape(self.name)}-(\d+)-\d+", text)))


@dataclass
class _Execution:
    """One execution of a batch, in peace but for what the forwarder does."""

    query: PlacedQuery
    writer: KafkaWireStreamWriter
    batch: int
    error: str = ""

    def rows(self, index: int) -> list[str]:
        """Those of a task."""
        return [f"{self.batch}:{row}" for row in range(index, ROWS, TASKS)]

    def attempt(self, index: int, number: int) -> Process:
        return start_task(self.writer, TaskAttempt(self.query.name, self.batch, index, number), self.rows(index))

    def start(self) -> list[Process]:
        return [self.attempt(index, 0) for index in range(TASKS)]

    def finish(self, tasks: list[Process]) -> bool:
        """Wait for the tasks, with new attempts where they failed, then commit, or else abort."""
        messages = self.messages(tasks)
        if None not in messages and self.outcome(Process(lambda: self.writer.commit(messages, self.batch))):
            return True
        self.outcome(Process(lambda: self.writer.abort(messages, self.batch)))
        return False

    def messages(self, tasks: list[Process]) -> list[Any]:
        return [self._message(index, process) for index, process in enumerate(tasks)]

    def _message(self, index: int, process: Process) -> Any:
        for number in range(1, MOST_ATTEMPTS):
            found = self.outcome(process)
            if found is not None:
                return found[0]
            process = self.attempt(index, number)
        found = self.outcome(process)
        return None if found is None else found[0]

    def outcome(self, process: Process) -> tuple[Any] | None:
        """What a process returned; None if it failed or died."""
        try:
            return (process.wait(),)
        except (Failed, Killed) as exc:
            self.error = str(exc)
            return None


async def _wait_for_timeouts(address: str, query: str) -> None:
    """Until the broker has aborted all transactions of tasks."""
    names = Names("kafkawire-spark", query)
    ends = time.monotonic() + _LONGEST_TIMEOUT
    async with Admin(address) as admin:
        while _open(await admin.list_transactions(states=["Ongoing", "PrepareAbort"]), names):
            if time.monotonic() > ends:
                raise Broken("the broker does not abort transactions that have timed out")
            await asyncio.sleep(0.1)


def _open(listed: Iterable[Any], names: Names) -> bool:
    return any(names.is_of_task(one.transactional_id) for one in listed)


async def _forget(address: str, group: str) -> None:
    async with Admin(address) as admin:
        await admin.delete_groups([group])
