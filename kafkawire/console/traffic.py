"""Captures as the page needs them: read by a thread of their own, looked through a slice at a time."""

from __future__ import annotations

import os
import stat
import threading
import time
from array import array
from collections.abc import Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from select import select
from typing import TYPE_CHECKING

from kafkawire.capture import Capture, Exchange, read
from kafkawire.capture.query import parse_filter
from kafkawire.console.patterns import PatternProcess
from kafkawire.errors import KafkaWireError
from kafkawire.limits import MIB

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kafkawire.capture.packets import Source
    from kafkawire.message_set import MessageSet

__all__ = ["Selection", "Traffic"]

_MOST_BYTES = 1024 * MIB
_MOST_EXCHANGES = 1_250_000  # so many rows are as high as browsers can scroll
_FIRST = 100  # exchanges that are seen first
_OFTEN = 0.2  # seconds between looks at a file that grows


class Traffic:
    """The exchanges of one capture, as far as it has been read."""

    def __init__(
        self,
        path: str,
        messages: MessageSet,
        *,
        ports: Sequence[int] = (),
        key_log: str | None = None,
        live: bool = False,
    ) -> None:
        self.path, self.live = path, live
        self.exchanges: list[Exchange] = []
        self.notes: Sequence[str] = ()
        self.error: str | None = None
        self.is_done = False
        self._stop, self._may_read = threading.Event(), threading.Event()
        self._may_read.set()
        self.messages, self._ports, self._key_log = messages, ports, key_log
        self._thread = threading.Thread(target=self._run, name=f"reads {path}", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def close(self) -> None:
        """Stop reading, and wait for that."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nothing is read meanwhile: who waits for an answer comes first, and Python runs one thread at a time."""
        self._may_read.clear()
        try:
            yield
        finally:
            self._may_read.set()

    def wait(self) -> None:
        """Until all has been read."""
        self._thread.join()

    def _run(self) -> None:
        try:
            with self._source() as source:
                self._read(read(source, self.messages, ports=self._ports, key_log=self._key_log))
        except KafkaWireError as exc:
            self.error = str(exc)
        except OSError as exc:
            self.error = f"{self.path}: {exc.strerror}"
        self.is_done = True

    def _source(self) -> AbstractContextManager[str | Source]:
        is_file = os.path.isfile(self.path)
        return nullcontext(self.path) if is_file and not self.live else _growing(self.path, self._stop)

    def _read(self, capture: Capture) -> None:
        self.notes = capture.notes
        size = 0
        for exchange in capture:
            if len(self.exchanges) < _FIRST:
                _ = exchange.topics, exchange.error_codes  # by now, what decodes them is loaded when a page asks
            self.exchanges.append(exchange.fresh())
            size += (exchange.request_size or 0) + (exchange.response_size or 0)
            if size > _MOST_BYTES or len(self.exchanges) == _MOST_EXCHANGES:
                capture.note(f"only the first {len(self.exchanges)} exchanges are here: the capture has more")
                return
            self._may_read.wait()
            if self._stop.is_set():
                return


class Selection:
    """The exchanges that a filter fits, found as far as there was time. Raises `QueryError` for no filter.

    Its regular expressions run by `patterns`.
    """

    def __init__(self, traffic: Traffic, text: str, patterns: PatternProcess) -> None:
        self._traffic = traffic
        self._fits = parse_filter(text, patterns.searching, traffic.messages) if text.strip() else None
        self._found = array("I")
        self._looked = 0

    @property
    def looked(self) -> int:
        """How many have been looked at."""
        return self._looked if self._fits else len(self._traffic.exchanges)

    def advance(self, seconds: float) -> None:
        """Look at more, for about as long."""
        exchanges, fits, until = self._traffic.exchanges, self._fits, time.monotonic() + seconds
        while fits and self._looked < len(exchanges) and time.monotonic() < until:
            looked = self._looked
            self._looked += 1  # before: one that cannot be looked at in time is left out
            if fits(exchanges[looked].fresh()):
                self._found.append(looked)

    def __len__(self) -> int:
        return len(self._found) if self._fits else len(self._traffic.exchanges)

    def __getitem__(self, index: int) -> Exchange:
        """With nothing decoded before."""
        return self._traffic.exchanges[self._found[index] if self._fits else index].fresh()


@contextmanager
def _growing(path: str, stop: threading.Event) -> Iterator[Source]:
    with open(path, "rb", buffering=0) as file:
        yield _Growing(file.fileno(), stop)


class _Growing:
    """A file whose end is waited at, or a pipe, until it is told to stop."""

    def __init__(self, number: int, stop: threading.Event) -> None:
        self._number, self._stop = number, stop
        self._is_file = stat.S_ISREG(os.fstat(number).st_mode)

    def read(self, size: int, /) -> bytes:
        while not self._stop.is_set():
            if self._is_file or select([self._number], [], [], _OFTEN)[0]:
                data = os.read(self._number, size)
                if data or not size or not self._is_file:  # a pipe without more has ended
                    return data
                self._stop.wait(_OFTEN)
        return b""
