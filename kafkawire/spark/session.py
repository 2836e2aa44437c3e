"""A Spark session on this machine that keeps quiet and knows the source."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

from pyspark import SparkConf, SparkContext
from pyspark.errors import PySparkException as SparkError
from pyspark.java_gateway import launch_gateway
from pyspark.sql import SparkSession

from kafkawire.spark.java import find_java
from kafkawire.spark.launch import interpreter
from kafkawire.spark.source import KafkaWireDataSource

__all__ = ["SparkError", "local_session"]

_started: list[Any] = []
_LOGGING = Path(__file__).with_name("log4j2.properties")


def local_session(
    app_name: str, *, cores: int = 2, log_file: str | Path | None = None, conf: Mapping[str, str] | None = None
) -> SparkSession:
    """A session with `cores` threads in which `format("kafkawire")` is known. Raises `JavaMissing`.

    What Java prints goes to `log_file`, or nowhere. Java itself is started once in a process: later sessions share it,
    and what of `conf` is meant for its start has no effect on them.
    """
    # Workers run on the interpreter that we run on: another one would not have our packages.
    os.environ["PYSPARK_PYTHON"], os.environ["PYSPARK_DRIVER_PYTHON"] = interpreter(), sys.executable
    spark_conf = SparkConf().setAll(list((_settings(app_name, cores) | dict(conf or {})).items()))
    with warnings.catch_warnings():
        # Said by Spark when it starts, of frames that go between Spark and pandas: here none do.
        warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
        spark = SparkSession(SparkContext(gateway=_java(spark_conf, log_file), conf=spark_conf))
    spark.dataSource.register(KafkaWireDataSource)
    return spark


def _java(conf: SparkConf, log_file: str | Path | None) -> Any:
    """The process that runs Spark, with its output where it disturbs nobody."""
    if _started:
        return _started[0]
    find_java()
    with ExitStack() as stack:
        output = DEVNULL if log_file is None else stack.enter_context(open(log_file, "ab"))
        gateway = launch_gateway(conf, popen_kwargs={"stdout": output, "stderr": output})  # type: ignore[no-untyped-call]
    _started.append(gateway)
    return gateway


def _settings(app_name: str, cores: int) -> dict[str, str]:
    return {
        "spark.app.name": app_name,
        "spark.master": f"local[{cores}]",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.extraJavaOptions": f"-Dlog4j2.configurationFile={_LOGGING.as_uri()}",
        "spark.log.level": "ERROR",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.session.timeZone": "UTC",
        # A few partitions of small results: the default of 200 is meant for clusters.
        "spark.sql.shuffle.partitions": str(2 * cores),
    }
