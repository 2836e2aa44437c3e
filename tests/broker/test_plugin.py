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
    done = python(
        "-m", "pytest", "-q", "--strict-markers", "-W", "error", *plugin_arguments(), "test_suite.py", cwd=tmp_path
    )
    assert "3 passed" in done.stdout, done.stdout
    assert "1 failed" in done.stdout
    assert "as intended" in done.stdout


OF_A_WORKER = """
import os
import time

def test_a_broker_of_its_own(kafka_broker, kafka_clock, schema_registry):
    before = kafka_clock.seconds
    kafka_broker.create_topic("t")
    kafka_clock.advance(3600)
    assert kafka_broker.append("t", b"") == 0
    assert kafka_broker.records("t")[0].timestamp == int((before + 3600) * 1000)
    assert schema_registry.register("t-value", '"string"') == 1
    with open(os.environ["PYTEST_XDIST_WORKER"], "w") as file:
        print(kafka_broker.bootstrap_servers, schema_registry.url, file=file)
    while len([name for name in os.listdir() if name.startswith("gw")]) < 2:
        time.sleep(0.01)  # until the other worker has its own, at the same time
"""


def test_each_worker_of_xdist_has_a_broker_of_its_own(tmp_path: Path) -> None:
    pytest.importorskip("xdist", reason="needs pytest-xdist")
    (tmp_path / "test_suite.py").write_text(OF_A_WORKER)
    workers = ["-n", "2", "--dist", "each"]
    done = python("-m", "pytest", "-q", "-W", "error", *plugin_arguments(), *workers, "test_suite.py", cwd=tmp_path)
    assert "2 passed" in done.stdout, done.stdout + done.stderr
    addresses = {word for file in tmp_path.glob("gw*") for word in file.read_text().split()}
    assert len(addresses) == 4


def test_time_stands_still_only_where_the_test_has_the_clock(tmp_path: Path) -> None:
    (tmp_path / "test_suite.py").write_text(
        "def test_one(kafka_broker): assert kafka_broker._thread.own_clock is None\n"
        "def test_two(kafka_clock, kafka_broker): assert kafka_broker._thread.own_clock.now() == kafka_clock.seconds\n"
    )
    done = python("-m", "pytest", "-q", "-W", "error", *plugin_arguments(), "test_suite.py", cwd=tmp_path)
    assert "2 passed" in done.stdout, done.stdout + done.stderr


def plugin_arguments() -> list[str]:
    """Names the plugin to pytest where it is not installed."""
    is_installed = any(point.value == "kafkawire.testing.plugin" for point in entry_points(group="pytest11"))
    return [] if is_installed else ["-p", "kafkawire.testing.plugin"]


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
