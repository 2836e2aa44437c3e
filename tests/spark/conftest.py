"""What tests of the Spark half share: a broker in a process of its own, a Spark session, and a reason to skip."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from kafkawire.demo.broker import BrokerProcess
from kafkawire.spark.java import JavaMissing, find_java


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a broker; each test takes a topic of its own."""
    with BrokerProcess(tmp_path_factory.mktemp("broker")) as process:
        yield process.address


@pytest.fixture(scope="session")
def java() -> None:
    """Skip where Spark cannot run, saying why."""
    for package in ("pyspark", "pyarrow", "numpy"):
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    try:
        find_java()
    except JavaMissing as exc:
        pytest.skip(str(exc))


@pytest.fixture(scope="session")
def spark(java: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A session that knows the source."""
    from kafkawire.spark.session import local_session

    session = local_session("tests", log_file=_log(tmp_path_factory))
    yield session
    session.stop()


def _log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spark") / "spark.log"
