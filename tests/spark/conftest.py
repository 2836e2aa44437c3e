"""What tests of the Spark half share: a broker in a process of its own, a Spark session, and a reason to skip."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from kafkawire.demo.broker import BrokerProcess
from kafkawire.spark.java import JavaMissing, find_java

# A JVM here lives for seconds: what its second compiler and the threads of its collector do never pays. The start of a
# session with a few queries takes half the processor time without them.
_SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a broker; each test takes a topic of its own."""
    with BrokerProcess(tmp_path_factory.mktemp("broker")) as process:
        yield process.address


@pytest.fixture(scope="session")
def java() -> Iterator[None]:
    """Skip where Spark cannot run, saying why. Every JVM that is started from here on is one of a short life."""
    for package in ("pyspark", "pyarrow", "numpy"):
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    try:
        find_java()
    except JavaMissing as exc:
        pytest.skip(str(exc))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JDK_JAVA_OPTIONS", f"{_SHORT_LIVED} {os.environ.get('JDK_JAVA_OPTIONS', '')}")
        yield


@pytest.fixture(scope="session")
def spark(java: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A session that knows the source."""
    from kafkawire.spark.session import local_session

    session = local_session("tests", log_file=_log(tmp_path_factory))
    yield session
    session.stop()


def _log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spark") / "spark.log"
