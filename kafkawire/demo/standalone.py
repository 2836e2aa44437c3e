"""A standalone Spark master and its workers on this machine, from the jars that PySpark brings."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Self

from kafkawire.demo.errors import DemoFailed
from kafkawire.spark.java import find_java

__all__ = ["StandaloneCluster"]

_DEPLOY = "org.apache.spark.deploy"
_STARTED = re.compile(r"Starting Spark master at (spark://\S+)")
_REGISTERED = re.compile(r"Registering worker")
_START_SECONDS = 90.0
_STOP_SECONDS = 20.0
_HEAP = "-Xmx256m"  # of the master and of each worker; what a worker runs has its own


class StandaloneCluster:
    """In a `with` block there is a master at `url`, with workers of one core and 1 GB that have registered there.

    Everything listens on loopback. Each process has a session of its own, so that Ctrl-C reaches us alone and all of
    them are ended here, in order; a worker takes its executors along. `folder` gets their logs and what they unpack.
    """

    url: str

    def __init__(self, folder: Path, workers: int) -> None:
        self._folder = folder
        self._workers = workers
        self._processes: list[subprocess.Popen[str]] = []
        self._readers: list[Thread] = []
        self._lines: queue.Queue[str | None] = queue.Queue()

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            self._start()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def _start(self) -> None:
        give_up = time.monotonic() + _START_SECONDS
        on_loopback = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        self._run("master", f"{_DEPLOY}.master.Master", *on_loopback)
        self.url = self._wait_for(_STARTED, give_up)[1]
        for number in range(self._workers):
            size = ["--cores", "1", "--memory", "1g", "--work-dir", str(self._folder / f"work-{number}")]
            self._run(f"worker-{number}", f"{_DEPLOY}.worker.Worker", *on_loopback, *size, self.url)
        for _ in range(self._workers):
            self._wait_for(_REGISTERED, give_up)

    def _run(self, name: str, main_class: str, *words: str) -> None:
        home = self._spark_home()
        process = subprocess.Popen(  # noqa: S603
            [find_java(), _HEAP, "-cp", str(home / "jars" / "*"), main_class, *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            env=self._environment(home),
            start_new_session=True,
        )
        self._processes.append(process)
        reader = Thread(target=self._read, args=(process, name), name=name, daemon=True)
        self._readers.append(reader)
        reader.start()

    @staticmethod
    def _spark_home() -> Path:
        import pyspark

        return Path(pyspark.__file__).parent

    def _environment(self, home: Path) -> dict[str, str]:
        # What Spark's shell scripts would set. Workers make the commands of their executors out of it.
        scripts = {"SPARK_HOME": str(home), "SPARK_SCALA_VERSION": "2.13", "PYSPARK_PYTHON": sys.executable}
        # What executors leave behind is removed with our folder.
        return os.environ | scripts | {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_DIRS": str(self._folder)}

    def _read(self, process: subprocess.Popen[str], name: str) -> None:
        """Keep what a process says, and hand on what the master says: who waits, waits for a line of it."""
        assert process.stderr is not None
        with process.stderr as lines, open(self._folder / f"{name}.log", "w", encoding="utf-8") as log:
            for line in lines:
                log.write(line)
                if name == "master":
                    self._lines.put(line)
        self._lines.put(None)  # it has ended

    def _wait_for(self, pattern: re.Pattern[str], give_up: float) -> re.Match[str]:
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, give_up - time.monotonic()))
            except queue.Empty:
                raise DemoFailed(f"Spark's master and workers were not ready after {_START_SECONDS:.0f} s") from None
            if line is None:
                raise DemoFailed(f"Spark's master or a worker has ended by itself: {self._last_words()}")
            if found := pattern.search(line):
                return found

    def _last_words(self) -> str:
        """The last line of whichever process has ended."""
        for number, process in enumerate(self._processes):
            if process.poll() is not None:
                self._readers[number].join()
                lines = (self._folder / f"{self._readers[number].name}.log").read_text().split("\n")
                said = [line.strip() for line in lines if line.strip()]
                return f"{self._readers[number].name}: {said[-1] if said else 'it said nothing'}"
        return "it said nothing"

    def _stop(self) -> None:
        """The workers, which end their executors first, then the master."""
        for process in reversed(self._processes):
            process.terminate()
        for process in reversed(self._processes):
            try:
                process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for reader in self._readers:
            reader.join()
