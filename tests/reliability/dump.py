"""Apache Kafka's own look at our files, where its tools are: `kafka-dump-log` and its check of the indexes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests import corpus
from tests.reliability.ondisk import Disagreement

_BAD = re.compile(r"mismatch|Found|corrupt|Exception|not valid|invalid|Error", re.IGNORECASE)
_AT_ONCE = 200


def find() -> list[str] | None:
    """The command that runs it: `KAFKA_DUMP_LOG`, or the one beside the reference data; None where there is no JVM."""
    if "KAFKA_DUMP_LOG" in os.environ:
        return os.environ["KAFKA_DUMP_LOG"].split()
    script = corpus.SHARED / "tools" / "real-kafka" / "cli.sh"
    return [str(script), "dump-log"] if script.exists() and shutil.which("java") else None


class Dump:
    """Runs the tool over partitions. Raises `Disagreement` with what it says."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)

    def check(self, directories: Sequence[Path]) -> int:
        """How many files it found nothing wrong with."""
        logs = [path for directory in directories for path in sorted(directory.glob("*.log")) if path.stat().st_size]
        indexes = [path for log in logs for path in (log.with_suffix(".index"), log.with_suffix(".timeindex"))]
        indexes = [path for path in indexes if path.exists() and path.stat().st_size]
        self._run("--deep-iteration", logs)
        self._run("--index-sanity-check", indexes)
        return len(logs) + len(indexes)

    def _run(self, option: str, paths: Sequence[Path]) -> None:
        for start in range(0, len(paths), _AT_ONCE):
            files = ",".join(map(str, paths[start : start + _AT_ONCE]))
            done = subprocess.run(
                [*self._command, option, "--files", files], capture_output=True, text=True, check=False
            )
            said = [line for line in done.stdout.splitlines() if not line.startswith(("Dumping", "baseOffset", "|"))]
            bad = [line for line in said if _BAD.search(line) and "passed" not in line]
            if done.returncode or bad:
                raise Disagreement(f"kafka-dump-log {option}: {bad[:5]} {done.stderr[-2000:]}")
