"""A few seeds of what `make spark-faults` does many of, in a process of its own because it forks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 7])
def test_every_row_is_there_once_whatever_dies(first: int) -> None:
    pytest.importorskip("pyspark")
    command = [sys.executable, "-m", "tests.spark.exactly_once", "--seeds", "2", "--spark", "0", "--first", str(first)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 of 2 seeds: 0 lost, 0 twice" in done.stdout
