"""A process that is spoken to in lines of JSON: it says hello, then it gives an answer to every command.

`WorkerProcess` is the side that asks, `serve` the side that answers.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from benchmarks import ROOT

Answer = dict[str, Any]


class ProcessFailed(Exception):
    """A process did not start, ended by itself, or could not do what it was asked for."""


class WorkerProcess:
    """`python -m MODULE ARGUMENTS`. `absent` says why it cannot work, if it cannot."""

    def __init__(self, module: str, *arguments: str) -> None:
        self._command = [module, *arguments]
        self._process = subprocess.Popen(
            [sys.executable, "-m", *self._command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONWARNINGS": "ignore"},
        )
        self.hello = self._read()
        self.absent: str | None = self.hello.get("absent")
        self.version: str = self.hello.get("version", "")

    def ask(self, **command: Any) -> Answer:
        """The answer to a command, a `problem` perhaps. Raises `ProcessFailed` if the process ends instead."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it has ended, and there is nothing to read either
            self._process.stdin.write(json.dumps(command) + "\n")
            self._process.stdin.flush()
        return self._read()

    def _read(self) -> Answer:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ProcessFailed(f"{' '.join(self._command)} ended with {self._process.wait()}")
        answer: Answer = json.loads(line)
        return answer

    def close(self) -> None:
        """End it."""
        self._process.communicate()


def serve(start: Callable[[], tuple[Answer, Callable[..., Answer]]]) -> None:
    """Answer until the input ends. `start` gives the hello, and the function that answers to a command's arguments."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this by closing the input
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a library prints is no answer
    try:
        hello, answer = start()
    except ImportError as exc:
        print(json.dumps({"absent": str(exc)}), file=out)
        return
    print(json.dumps(hello), file=out)
    for line in sys.stdin:
        print(json.dumps(attempt(answer, **json.loads(line))), file=out)


def attempt(answer: Callable[..., Answer], **arguments: Any) -> Answer:
    """What the function answers; what goes wrong there is an answer too."""
    try:
        return answer(**arguments)
    except Exception as exc:  # noqa: BLE001  # it is the result of this command
        return {"problem": f"{type(exc).__name__}: {exc}"[:300]}
