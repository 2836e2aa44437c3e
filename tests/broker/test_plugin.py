"""The pytest plugin, in a pytest of its own, as a project that installed kafkawire sees it."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SUITE = """
import socket
import pytest

seen = []

def connect(bootstrap):
    host, port = bootstrap.split(":")
    return socket.create_connection((host, int(port)), 5).close()

def test_a_broker(kafka_broker):
    connect(kafka_broker.bootstrap_servers)
    kafka_broker.create_topic("t")
    seen.append(kafka_broker.bootstrap_servers)

def test_another_broker_without_what_the_first_had(kafka_broker):
    kafka_broker.create_topic("t")
    with pytest.raises(OSError):
        connect(seen[0])

def test_two_brokers_and_options(kafka_broker_factory, tmp_path):
    one = kafka_broker_factory(topics={"t": 3})
    two = kafka_broker_factory(data_dir=str(tmp_path / "data"), options={"num.partitions": "2"})
    assert one.bootstrap_servers != two.bootstrap_servers
    assert (tmp_path / "data" / "meta.properties").exists()

def test_a_failure_is_told_as_one(kafka_broker):
    raise ValueError("as intended")
"""


def python(*args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, *args], cwd=cwd, env=environment, capture_output=True, text=True, timeout=60)


def test_the_fixtures_are_there_without_any_import(tmp_path: Path) -> None:
    (tmp_path / "test_suite.py").write_text(SUITE)
    plugin = [] if _is_installed() else ["-p", "kafkawire.testing.plugin"]
    done = python("-m", "pytest", "-q", "--strict-markers", "-W", "error", *plugin, "test_suite.py", cwd=tmp_path)
    assert "3 passed" in done.stdout, done.stdout
    assert "1 failed" in done.stdout
    assert "as intended" in done.stdout


def _is_installed() -> bool:
    return any(point.value == "kafkawire.testing.plugin" for point in entry_points(group="pytest11"))


def test_pytest_starts_without_loading_a_broker(tmp_path: Path) -> None:
    program = "import sys, pytest; before = set(sys.modules); import kafkawire.testing.plugin; "
    program += "print(sorted(m for m in set(sys.modules) - before))"
    loaded = python("-c", program, cwd=tmp_path).stdout
    assert "kafkawire.testing.plugin" in loaded
    for heavy in ("asyncio", "kafkawire.broker", "kafkawire.messages", "ssl"):
        assert f"'{heavy}'" not in loaded


def test_names_of_the_package_are_loaded_on_first_touch() -> None:
    import kafkawire.testing

    assert kafkawire.testing.broker.__module__ == "kafkawire.testing.threaded"
    with pytest.raises(AttributeError, match="no attribute 'cluster'"):
        _ = kafkawire.testing.cluster  # type: ignore[attr-defined]
