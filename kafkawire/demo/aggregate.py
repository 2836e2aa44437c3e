"""Step three: Spark reads the topic and computes the delays."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.errors import PySparkException
from pyspark.sql import functions as F  # noqa: N812 - as everybody writes it

from kafkawire.demo.delays import Delay
from kafkawire.demo.errors import DemoFailed
from kafkawire.demo.produce import TOPIC
from kafkawire.spark.errors import cause_of
from kafkawire.spark.session import local_session

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["Aggregated", "aggregate"]

_JOB = "flights"
_LOOK_SECONDS = 0.1  # between two looks at how far the job is


@dataclass(frozen=True, slots=True)
class Aggregated:
    """What Spark made of the topic: `start_seconds` until Spark was there, `seconds` for the query."""

    records: int
    delays: list[Delay]
    start_seconds: float
    seconds: float


def aggregate(address: str, log_file: Path, show: Callable[[int, int], None]) -> Aggregated:
    """Run the query. `show` is told how many tasks are done, and of how many. Raises `DemoFailed`."""
    started = time.perf_counter()
    spark = local_session("kafkawire demo", log_file=log_file)
    try:
        ready = time.perf_counter()
        delays = _collect(spark, _query(spark, address), show)
        seconds = time.perf_counter() - ready
    except PySparkException as exc:
        raise DemoFailed(f"Spark failed (see {log_file}): {cause_of(exc)}") from exc
    finally:
        spark.stop()
    return Aggregated(sum(delay.flights for delay in delays), delays, ready - started, seconds)


def _query(spark: SparkSession, address: str) -> DataFrame:
    records = (
        spark.read.format("kafkawire").option("kafka.bootstrap.servers", address).option("subscribe", TOPIC).load()
    )
    flight = F.from_json(F.col("value").cast("string"), "hour int, dep_delay bigint")
    return (
        records.select(F.col("key").cast("string").alias("carrier"), flight.alias("flight"))
        .groupBy("carrier", F.col("flight.hour").alias("hour"))
        .agg(
            F.count("*").alias("flights"),
            F.count("flight.dep_delay").alias("departed"),
            F.coalesce(F.sum("flight.dep_delay"), F.lit(0)).alias("total"),
            F.avg("flight.dep_delay").alias("average"),
        )
        .orderBy("carrier", "hour")
    )


def _collect(spark: SparkSession, query: DataFrame, show: Callable[[int, int], None]) -> list[Delay]:
    """The query's result. It runs in a thread, so that this one can look at it, and be interrupted."""

    def run() -> list[Delay]:
        spark.sparkContext.setJobGroup(_JOB, "delays per carrier and hour")
        return [Delay(*row) for row in query.collect()]

    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(run)
        while not _done(future):
            show(*_tasks(spark))
        return future.result()


def _done(future: Future[list[Delay]]) -> bool:
    try:
        future.exception(_LOOK_SECONDS)
    except TimeoutError:
        return False
    return True


def _tasks(spark: SparkSession) -> tuple[int, int]:
    """How many tasks of the query are done, and how many there are so far."""
    tracker = spark.sparkContext.statusTracker()
    jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(_JOB)]
    stages = [tracker.getStageInfo(stage) for job in jobs if job for stage in job.stageIds]
    known = [stage for stage in stages if stage]
    return sum(stage.numCompletedTasks for stage in known), sum(stage.numTasks for stage in known)
