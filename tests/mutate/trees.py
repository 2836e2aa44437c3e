"""A copy of the tree in which code is changed and tests are run, so that nobody's work is touched."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.mutate.changes import Change
from tests.mutate.choosing import quickest

__all__ = ["Map", "Tree"]

TOP = Path(__file__).resolve().parent.parent.parent
_LEFT_OUT = shutil.ignore_patterns(".*", "dist", "build", "demo-data", "demo-output", "*.egg-info")
_PYTEST = ("-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", "-m", "not slow")
_NO_TEST = (
    5  # pytest's exit code where nothing ran; any other but 0 is a test that failed or a module that did not load
)


@dataclass(frozen=True, slots=True)
class Map:
    """Which tests pass through which line, and how long they take."""

    seconds: dict[str, float]
    lines: dict[str, dict[str, list[str]]]

    def tests(self, change: Change, budget: float) -> list[str]:
        """Those that can notice a change, as far as they fit into so many seconds."""
        lines = self.lines.get(change.path, {})
        if change.in_function:
            return quickest(lines.get(str(change.line), ()), self.seconds, budget)
        return quickest({test for tests in lines.values() for test in tests[:5]}, self.seconds, budget)


class Tree:
    """One copy."""

    def __init__(self, place: Path) -> None:
        self._top = place
        shutil.copytree(TOP, place, ignore=_LEFT_OUT)

    def record(self, sources: Sequence[str], tests: Sequence[str]) -> Map:
        """Run tests that pass, and note where they go."""
        file = self._top / "map.json"
        environment = {"MUTATE_SOURCES": ":".join(sources), "MUTATE_MAP": str(file)}
        self._python(*_PYTEST, "-p", "tests.mutate.recorder", *tests, **environment).wait()
        return Map(**json.loads(file.read_text()))

    def outcome(self, change: Change, tests: Sequence[str], patience: float) -> str:
        """How the tests take a change: killed, hung (which is as good) or survived."""
        file = self._top / change.path
        source = file.read_bytes()
        self._write(file, change.apply(source))
        process = self._python(*_PYTEST, "-x", *tests)
        try:
            return "survived" if process.wait(patience) in (0, _NO_TEST) else "killed"
        except subprocess.TimeoutExpired:
            return "hung"
        finally:
            _stop(process)
            self._write(file, source)

    def _python(self, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, *words],
            cwd=self._top,
            env=os.environ | {"PYTHONPATH": str(self._top)} | environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @staticmethod
    def _write(file: Path, source: bytes) -> None:
        file.write_bytes(source)
        for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
            compiled.unlink()  # it would count as fresh: written within the same second, of a source as long


def _stop(process: subprocess.Popen[bytes]) -> None:
    """With whatever it has started and left behind."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
