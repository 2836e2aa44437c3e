"""The jars of Spark's own Kafka source, for those who compare with it.

They are in Maven Central, from where Spark takes them itself. A release of PySpark can be there before its connector
is; then an older one is tried, since the connector of one Spark mostly works on the next. What was found is printed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pyspark

from kafkawire.spark.java import find_java

__all__ = ["ConnectorMissing", "connector", "connector_settings", "resolves", "versions_to_try"]

_ARTIFACT = "org.apache.spark:spark-sql-kafka-0-10_2.13"
_DIRECTORY = "KAFKAWIRE_CONNECTOR_JARS"
_OLDEST = (4, 0)
_RESOLVE_SECONDS = 600


class ConnectorMissing(RuntimeError):
    """No version that might do could be fetched."""


def connector(jars: Path | None = None) -> str:
    """The jars, separated by commas, or their coordinates, which Spark resolves.

    `jars` is a directory that has them; without it, the directory that the environment variable
    KAFKAWIRE_CONNECTOR_JARS names. Raises `ConnectorMissing`.
    """
    named = os.environ.get(_DIRECTORY)
    if directory := jars or (Path(named) if named else None):
        return _jars_in(directory)
    tried = list(versions_to_try(pyspark.__version__))
    for version in tried:
        coordinates = f"{_ARTIFACT}:{version}"
        if resolves(coordinates):
            print(f"Spark's own source is {coordinates}, on Spark {pyspark.__version__}", flush=True)
            return coordinates
    raise ConnectorMissing(
        f"none of {_ARTIFACT} {', '.join(tried)} could be fetched: see to a way to Maven Central, "
        f"or name a directory that has the jars with --jars or in {_DIRECTORY}"
    )


def connector_settings(jars: Path | None = None) -> dict[str, str]:
    """What a session needs to be told to have the connector."""
    found = connector(jars)
    return {"spark.jars" if found.endswith(".jar") else "spark.jars.packages": found}


def versions_to_try(version: str) -> Iterator[str]:
    """`version` itself, then the first releases of its minor version and of those before it."""
    yield version
    major, minor = map(int, version.split(".")[:2])
    for older in range(minor, -1, -1):
        if (major, older) >= _OLDEST and f"{major}.{older}.0" != version:
            yield f"{major}.{older}.0"


def _jars_in(directory: Path) -> str:
    found = sorted(map(str, directory.glob("*.jar")))
    if not found:
        raise ConnectorMissing(f"there are no jars in {directory}")
    return ",".join(found)


def resolves(coordinates: str) -> bool:
    """Whether Spark can fetch it, with all that it needs. What is fetched stays in Ivy's cache for the sessions."""
    find_java()
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "nothing.py"
        script.write_text("")
        submit = Path(pyspark.__file__).with_name("bin") / "spark-submit"
        command = [str(submit), "--master", "local[1]", "--packages", coordinates, str(script)]
        environment = os.environ | {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
        done = subprocess.run(command, capture_output=True, env=environment, timeout=_RESOLVE_SECONDS, check=False)
    return done.returncode == 0
