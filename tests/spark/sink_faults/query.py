"""A streaming query as Spark runs it, in miniature: batches, executions, tasks with attempts, a checkpoint.

What Spark promises is kept: a batch is executed again until its `commit` has returned and the checkpoint says so; of
the attempts at a task the first to finish is the one whose message counts; a failed execution is followed by `abort`.
Everything else goes as badly as it can: see `Chaos`.
"""

from __future__ import annotations

import random
import signal
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql.types import StringType, StructField, StructType

from kafkawire.spark.sink.names import TaskAttempt
from kafkawire.spark.sink.options import parse_sink_options
from kafkawire.spark.stream_writer import KafkaWireStreamWriter
from tests.spark.sink_faults.processes import MOMENTS, Failed, Fate, Killed, Process

__all__ = ["Broken", "Chaos", "Query", "load", "new_writer", "start_task"]

SCHEMA = StructType([StructField("key", StringType()), StructField("value", StringType())])
MOST_ATTEMPTS = 8
MOST_EXECUTIONS = 30
LAST_QUESTION = 22


class Broken(Exception):
    """The query cannot be finished."""


@dataclass
class Chaos:
    """What goes wrong, by seed."""

    seed: int
    deaths: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)

    def happens(self, chance: float) -> bool:
        return self.random.random() < chance

    def fate(self, chance: float) -> Fate | None:
        """Death for most of those that something befalls, and a long sleep for some."""
        if not self.happens(chance):
            return None
        number = signal.SIGSTOP if self.happens(0.2) else signal.SIGKILL
        return Fate(self.random.randint(1, LAST_QUESTION), self.random.choice(MOMENTS), number)


@dataclass
class Query:
    """Writes `batches` of `rows` rows each to a topic; the rows are `BATCH:NUMBER`."""

    address: str
    """Where its writers go."""
    topic: str
    chaos: Chaos
    batches: int = 4
    rows: int = 60
    proves_by_aborting = False
    """Whether it has done its work only if a transaction with records was aborted."""
    strays: list[Process] = field(default_factory=list)
    """Of dead executions: processes that live on, or sleep until they are woken."""

    @property
    def name(self) -> str:
        return f"query-{self.topic}"

    def expected(self) -> list[str]:
        """What a reader has to see in the end."""
        return [f"{batch}:{row}" for batch in range(self.batches + 1) for row in range(self.rows)]

    def run(self) -> None:
        """Write everything, dying and starting again as often as it takes; then one more batch in peace."""
        for batch in range(self.batches):
            for execution in range(MOST_EXECUTIONS):
                peaceful = execution >= MOST_EXECUTIONS // 2
                if self._execute(batch, 0.0 if peaceful else 0.35) and (
                    peaceful or not self._dies_before_it_is_noted()
                ):
                    break
            else:
                raise Broken(f"batch {batch} was executed {MOST_EXECUTIONS} times in vain: {self.last_error}")
        self._wake_strays()
        self._reap_strays()
        if not self._execute(self.batches, 0.0):
            raise Broken(f"the last batch failed without a fault: {self.last_error}")

    last_error = ""

    def _dies_before_it_is_noted(self) -> bool:
        """The driver dies between `commit` and its own note of it: the batch is executed again."""
        dies = self.chaos.happens(0.15)
        self.chaos.deaths["driver: after commit"] += dies
        return dies

    # --- an execution -------------------------------------------------------------------------------------------

    def _execute(self, batch: int, chance: float) -> bool:
        """One execution of a batch; whether Spark takes it for committed."""
        writer = new_writer(self.address, self.topic)
        tasks = self.chaos.random.randint(1, 4)
        messages = self._run_tasks(writer, batch, tasks, chance)
        self._wake_strays()
        if any(message is None for message in messages):
            self._finish(writer, messages, batch, chance, commit=False)
            return False
        if self._finish(writer, messages, batch, chance, commit=True):
            return True
        self._finish(writer, messages, batch, chance, commit=False)  # unless the driver is dead; then it is a zombie
        return False

    def _finish(self, writer: Any, messages: list[Any], batch: int, chance: float, *, commit: bool) -> bool:
        """`commit` or `abort` in the driver, which may die of it, or sleep over it and go on much later."""
        word = "commit" if commit else "abort"
        process = Process(lambda: getattr(writer, word)(messages, batch), self.chaos.fate(chance))
        if process.sleeps():
            self.chaos.deaths[f"driver: {word} sleeps"] += 1
            self.strays.append(process)
            return False
        return self._outcome(process, f"driver: {word}") is not None

    def _outcome(self, process: Process, who: str) -> tuple[Any] | None:
        try:
            return (process.wait(),)
        except Killed as exc:
            self.chaos.deaths[f"{who}: {exc.step}"] += 1
        except Failed as exc:
            self.chaos.deaths[f"{who}: raised"] += 1
            self.last_error = str(exc)
        return None

    def _wake_strays(self) -> None:
        """Those that sleep go on now, while others are at work."""
        for process in self.strays:
            process.kill(signal.SIGCONT)
        if self.chaos.happens(0.5):
            self._reap_strays()

    def _reap_strays(self) -> None:
        while self.strays:
            self._outcome(self.strays.pop(), "stray")

    # --- tasks --------------------------------------------------------------------------------------------------

    def _run_tasks(self, writer: Any, batch: int, tasks: int, chance: float) -> list[Any]:
        """All tasks side by side, each with more attempts where one dies; None for one that was given up."""
        rows = [f"{batch}:{row}" for row in range(self.rows)]
        waiting = {
            index: [self._attempt(writer, batch, index, 0, rows[index::tasks], chance)] for index in range(tasks)
        }
        if chance and self.chaos.happens(0.2):
            self._speculate(writer, batch, waiting, rows, tasks)
        if chance and self.chaos.happens(0.1):
            self._kill_executor(waiting)
        messages: list[Any] = []
        for index, attempts in waiting.items():
            number = len(attempts)
            found = self._first_of(attempts)
            while found is None and number < MOST_ATTEMPTS:
                found = self._first_of([self._attempt(writer, batch, index, number, rows[index::tasks], chance)])
                number += 1
            messages.append(None if found is None else found[0])
        return messages

    def _first_of(self, attempts: list[Process]) -> tuple[Any] | None:
        """The message that counts. What else runs at the same task is killed, or lives on."""
        found = None
        for process in attempts:
            if process.sleeps():
                self.chaos.deaths["task: sleeps, and is given up"] += 1
                self.strays.append(process)
            elif found is None:
                found = self._outcome(process, "task")
            elif self.chaos.happens(0.5):
                process.kill()
                self._outcome(process, "task (spare)")
            else:
                self.strays.append(process)
        return found

    def _speculate(
        self, writer: Any, batch: int, waiting: dict[int, list[Process]], rows: list[str], tasks: int
    ) -> None:
        index = self.chaos.random.randrange(tasks)
        spare = self._attempt(writer, batch, index, 1, rows[index::tasks], 0.0)
        self.chaos.deaths["(speculative attempts)"] += 1
        waiting[index] = [spare, *waiting[index]] if self.chaos.happens(0.5) else [*waiting[index], spare]

    def _kill_executor(self, waiting: dict[int, list[Process]]) -> None:
        """All that runs on it dies at once, at whatever moment it is."""
        self.chaos.deaths["(executors killed)"] += 1
        for attempts in waiting.values():
            attempts[0].kill()

    def _attempt(self, writer: Any, batch: int, index: int, number: int, rows: list[str], chance: float) -> Process:
        task = TaskAttempt(self.name, batch, index, number)
        return start_task(writer, task, rows, self.chaos.fate(chance))


def new_writer(address: str, topic: str, **more: str) -> KafkaWireStreamWriter:
    """The writer of one execution. `more`: options of the producer, with `_` for the dots of their names."""
    options = {
        "kafka.bootstrap.servers": address,
        "topic": topic,
        "delivery": "exactly-once",
        "kafka.default.api.timeout.ms": "20000",
    }
    options |= {f"kafka.{name.replace('_', '.')}": value for name, value in more.items()}
    return KafkaWireStreamWriter(parse_sink_options(options), SCHEMA)


def load(address: str, topic: str) -> None:
    """Write a batch in this process, so that all modules are loaded before it forks others by the dozen."""
    writer = new_writer(address, topic)
    _enter_task(TaskAttempt(f"query-{topic}", 0, 0, 0))
    writer.commit([writer.write(iter(_batches(["row"])))], 0)


def start_task(writer: KafkaWireStreamWriter, task: TaskAttempt, rows: list[str], fate: Fate | None = None) -> Process:
    """An attempt at a task, in a process of its own; its result is the message for the driver."""

    def work() -> Any:
        _enter_task(task)
        return writer.write(iter(_batches(rows)))

    return Process(work, fate)


def _enter_task(task: TaskAttempt) -> None:
    context = TaskContext()
    context._partitionId, context._attemptNumber = task.index, task.attempt
    context._localProperties = {"sql.streaming.queryId": task.query, "streaming.sql.batchId": str(task.batch)}
    TaskContext._setTaskContext(context)


def _batches(rows: list[str]) -> list[pa.RecordBatch]:
    """The rows of a task as Spark hands them over, a few at a time."""
    columns = {"key": pa.array(rows, pa.string()), "value": pa.array(rows, pa.string())}
    whole = pa.record_batch(columns)
    return [whole.slice(at, 7) for at in range(0, len(rows), 7)]
