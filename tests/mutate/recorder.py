"""A plugin of pytest: notes which test passes through which line, so that a mutant meets only tests that can notice.

Loaded with `-p tests.mutate.recorder`. `MUTATE_SOURCES` names the directories to watch, `MUTATE_MAP` the file to write.
A line that thousands of tests pass through keeps some of them: the quickest case of every test function first.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

from tests.mutate.choosing import spread

_KEPT = 120  # tests of a line


class Recorder:
    """Has coverage.py switch its context with each test."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = defaultdict(float)
        self._failed: set[str] = set()
        self._coverage = coverage.Coverage(data_file=None, source=os.environ["MUTATE_SOURCES"].split(":"))
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Around each test."""
        self._coverage.switch_context(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """After its setup, its call and its teardown."""
        self._seconds[report.nodeid] += report.duration
        if report.outcome != "passed":
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write what was seen."""
        self._coverage.stop()
        text = json.dumps({"seconds": self._seconds, "lines": self._lines()})
        Path(os.environ["MUTATE_MAP"]).write_text(text)

    def _lines(self) -> dict[str, dict[int, list[str]]]:
        data, top = self._coverage.get_data(), Path.cwd()
        return {
            str(Path(file).relative_to(top)): {
                line: spread(set(tests) & self._seconds.keys() - self._failed, self._seconds)[:_KEPT]
                for line, tests in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }


def pytest_configure(config: pytest.Config) -> None:
    """Pytest is about to begin."""
    config.pluginmanager.register(Recorder())
