"""Step three: Spark reads the topic and computes the delays."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from kafkawire.demo.delays import Delay
from kafkawire.demo.errors import DemoFailed
from kafkawire.demo.produce import TOPIC
from kafkawire.spark.errors import cause_of
from kafkawire.spark.report_source import ReportSource
from kafkawire.spark.reports import audit
from kafkawire.spark.session import SparkError, local_session

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["Aggregated", "Cluster", "aggregate"]

_DELAYS = """
    SELECT carrier, flight.hour AS hour, count(*) AS flights, count(flight.dep_delay) AS departed,
           coalesce(sum(flight.dep_delay), 0) AS total, avg(flight.dep_delay) AS average
    FROM (SELECT CAST(key AS STRING) AS carrier,
                 from_json(CAST(value AS STRING), 'hour INT, dep_delay BIGINT') AS flight
          FROM {records})
    GROUP BY carrier, flight.hour
    ORDER BY carrier, hour
"""
_JOB = "flights"
_LOOK_SECONDS = 0.1  # between two looks at how far the query is


@dataclass(frozen=True, slots=True)
class Aggregated:
    """What Spark made of the topic: `start_seconds` until Spark was there, `seconds` for the query.

    `audit` has a row for each partition, where segments were to be checked.
    """

    records: int
    delays: list[Delay]
    start_seconds: float
    seconds: float
    audit: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where Spark is to run if not on threads of its own, and the broker's directory, which workers check."""

    master: str
    cores: int
    data_dir: Path


def aggregate(
    address: str, log_file: Path, show: Callable[[int, int], None], cluster: Cluster | None = None
) -> Aggregated:
    """Run the query. `show` is told how many tasks are done, and of how many. Raises `DemoFailed`.

    The calling thread only waits, so that Ctrl-C never hits a call to Java half way. Spark's thread is then left where
    it is: it ends with the process, and so does Java when its standard input does.
    """
    results: list[Aggregated | BaseException] = []

    def work() -> None:
        try:
            results.append(_aggregate(address, log_file, show, cluster))
        except BaseException as exc:  # noqa: BLE001 - raised again in the thread that waits
            results.append(exc)

    thread = Thread(target=work, name="spark", daemon=True)
    thread.start()
    thread.join()
    result = results[0]
    if isinstance(result, SparkError):
        raise DemoFailed(f"Spark failed (see {log_file}): {cause_of(result)}") from result
    if isinstance(result, BaseException):
        raise result
    return result


def _aggregate(address: str, log_file: Path, show: Callable[[int, int], None], cluster: Cluster | None) -> Aggregated:
    started = time.perf_counter()
    spark = _session(log_file, cluster)
    try:
        ready = time.perf_counter()
        with _watched(spark, show):
            delays = [Delay(*row) for row in _query(spark, address).collect()]
            seconds = time.perf_counter() - ready
            audited = _audit(spark, cluster.data_dir) if cluster else []
    finally:
        spark.stop()
    return Aggregated(sum(delay.flights for delay in delays), delays, ready - started, seconds, audited)


def _session(log_file: Path, cluster: Cluster | None) -> SparkSession:
    if cluster is None:
        return local_session("kafkawire demo", log_file=log_file)
    # The first tasks wait for all workers, so that each has its share of them.
    conf = {"spark.master": cluster.master, "spark.scheduler.minRegisteredResourcesRatio": "1"}
    return local_session("kafkawire demo", cores=cluster.cores, log_file=log_file, conf=conf)


def _audit(spark: SparkSession, data_dir: Path) -> list[dict[str, Any]]:
    """What `kafkawire spark audit` says of the topic's segments."""
    return [row.asDict() for row in audit(spark, ReportSource(str(data_dir), topics=(TOPIC,))).collect()]


def _query(spark: SparkSession, address: str) -> DataFrame:
    records = (
        spark.read.format("kafkawire").option("kafka.bootstrap.servers", address).option("subscribe", TOPIC).load()
    )
    return spark.sql(_DELAYS, records=records)


@contextmanager
def _watched(spark: SparkSession, show: Callable[[int, int], None]) -> Iterator[None]:
    """Tell `show` how far Spark is, while the block runs."""
    over = Event()

    def watch() -> None:
        while not over.wait(_LOOK_SECONDS):
            show(*_tasks(spark))

    watcher = Thread(target=watch, name="spark progress", daemon=True)
    spark.sparkContext.setJobGroup(_JOB, "delays per carrier and hour")
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _tasks(spark: SparkSession) -> tuple[int, int]:
    """How many tasks of the query are done, and how many there are so far."""
    tracker = spark.sparkContext.statusTracker()
    jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(_JOB)]
    stages = [tracker.getStageInfo(stage) for job in jobs if job for stage in job.stageIds]
    known = [stage for stage in stages if stage]
    return sum(stage.numCompletedTasks for stage in known), sum(stage.numTasks for stage in known)
