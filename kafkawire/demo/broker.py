"""The broker of the demo: a process of its own, so that its work is not counted as the client's."""

from __future__ import annotations

import selectors
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from kafkawire.demo.errors import DemoFailed

__all__ = ["BrokerProcess"]

_PREFIX = "kafkawire: error: "  # how the command line begins its errors
_READY = "kafkawire broker listening on "
# The first member of a group waits three seconds for others by default; here there are no others.
_OPTIONS = ("--set", "group.initial.rebalance.delay.ms=0")
_START_SECONDS = 60
_STOP_SECONDS = 30


class BrokerProcess:
    """`kafkawire broker` on this machine; in a `with` block it runs and takes connections at `address`."""

    address: str

    def __init__(self, data_dir: Path, port: int = 0) -> None:
        self._command = [sys.executable, "-m", "kafkawire", "broker"]
        self._command += ["--listen", f"127.0.0.1:{port}", "--data-dir", str(data_dir), *_OPTIONS]
        self._process: subprocess.Popen[str]
        self._errors: IO[str]

    def __enter__(self) -> Self:
        self._errors = tempfile.TemporaryFile("w+")
        # In a session of its own, so that Ctrl-C reaches us alone and the clients can still say goodbye to it.
        self._process = subprocess.Popen(  # noqa: S603
            self._command, stdout=subprocess.PIPE, stderr=self._errors, text=True, start_new_session=True
        )
        try:
            self.address = self._wait_until_ready()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        died = self._process.poll() is not None
        try:
            if died and (error is None or isinstance(error, Exception)):
                raise DemoFailed(f"the broker has ended by itself: {self._last_words()}") from error
        finally:
            self._stop()

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def _wait_until_ready(self) -> str:
        line = self._first_line()
        if not line.startswith(_READY):
            self._process.wait(_STOP_SECONDS)
            raise DemoFailed(f"the broker did not start: {self._last_words()}")
        return line.removeprefix(_READY).strip()

    def _first_line(self) -> str:
        output = self._process.stdout
        assert output is not None
        with selectors.DefaultSelector() as selector:
            selector.register(output, selectors.EVENT_READ)
            if not selector.select(_START_SECONDS):
                raise DemoFailed(f"the broker was not ready after {_START_SECONDS} s")
        return output.readline()

    def _last_words(self) -> str:
        self._errors.seek(0)
        lines = [line.strip() for line in self._errors if line.strip()]
        return lines[-1].removeprefix(_PREFIX) if lines else f"it said nothing; exit code {self._process.returncode}"

    def _stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        finally:
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._errors.close()
