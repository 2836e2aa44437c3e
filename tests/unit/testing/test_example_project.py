"""The example project: its tests pass with every client that is installed, in two processes at once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tests import corpus
from tests.broker.test_plugin import plugin_arguments

PROJECT = corpus.ROOT / "examples" / "testing"


def test_the_example_project_passes(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")  # it stands for itself, outside of this repository
    workers = ["-n", "2"] if find_spec("xdist") else []
    command = ["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", *plugin_arguments(), *workers]
    done = subprocess.run(
        [sys.executable, *command, "-c", str(tmp_path / "pytest.ini"), "--rootdir", str(PROJECT), str(PROJECT)],
        env={**os.environ, "PYTHONPATH": str(corpus.ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) >= len(re.findall(r"^def test_", (PROJECT / "test_kafkawire.py").read_text(), re.MULTILINE))
