"""Recording as one serves: what goes over connections into a capture, without standing in anybody's way.

A recorder never raises once it has begun. A disk that is full, or a directory that is gone, ends the recording with one
warning; the traffic goes on. Files are bounded (`max_bytes`, and of these the newest `keep`).

Secrets are not written unless asked for: SASL tokens, passwords and keys of delegation tokens become asterisks, as many
as there were bytes, so that all sizes stay what they were. Who logged in stands in the comment of the connection.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event, Lock, Thread

from kafkawire.capture.masking import Masked
from kafkawire.capture.writer import CaptureWriter, Direction, Endpoint
from kafkawire.limits import MIB

__all__ = ["Recorded", "Recorder"]

_LOG = logging.getLogger("kafkawire.capture")
_FLUSHED_EVERY = 0.5  # seconds: whoever looks at the file meanwhile waits no longer for what was said


class Recorder:
    """Writes the connections of a broker, a proxy or clients into `path`; from any thread.

    A file that has `max_bytes` is closed and the next one begun, `wire.1.pcapng` behind `wire.pcapng`; of these `keep`
    stay. `secrets`: write tokens and passwords as well. `clock` gives seconds since 1970. Raises `OSError` if the file
    cannot be made, and never later.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        max_bytes: int = 256 * MIB,
        keep: int = 4,
        secrets: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._secrets, self._clock, self._lock, self._next = secrets, clock, Lock(), 0
        self._writer: CaptureWriter | None = CaptureWriter(path, rotate_bytes=max_bytes, keep=keep)
        self._path = Path(path)
        self._over = Event()
        self._flusher = Thread(target=self._flush_often, name=f"flushes {path}", daemon=True)
        self._flusher.start()

    @property
    def is_recording(self) -> bool:
        """Whether anything is still written."""
        return self._writer is not None

    def open(self, client: Endpoint, server: Endpoint, facts: Mapping[str, str] | None = None) -> Recorded:
        """A connection begins."""
        with self._lock:
            self._next += 1
            number = self._next
        self.write(lambda writer, now: writer.open(number, client, server, now, facts))
        return Recorded(self, number, hides=not self._secrets)

    def write(self, work: Callable[[CaptureWriter, float], None]) -> None:
        """Have something written, unless the recording has ended; an error ends it."""
        with self._lock:
            writer = self._writer
            if writer is None:
                return
            try:
                work(writer, self._clock())
            except OSError as exc:
                self._give_up(writer, exc)

    def close(self) -> None:
        """End the recording."""
        with self._lock:
            writer, self._writer = self._writer, None
            if writer is None:
                return
            try:
                writer.close()
            except OSError as exc:
                self._give_up(writer, exc)
            self._over.set()
        self._flusher.join()

    def _flush_often(self) -> None:
        while not self._over.wait(_FLUSHED_EVERY):
            self.flush()

    def flush(self) -> None:
        """Have what was written reach the file."""
        self.write(lambda writer, _: writer.flush())

    def _give_up(self, writer: CaptureWriter, error: OSError) -> None:
        self._writer = None
        self._over.set()
        _LOG.warning("%s: recording ends here: %s; the traffic goes on", self._path, error.strerror or error)
        writer.abandon()


class Recorded:
    """One connection that is recorded: whoever carries its bytes hands them over as they pass."""

    __slots__ = ("_facts", "_is_over", "_masked", "_number", "_recorder")

    def __init__(self, recorder: Recorder, number: int, *, hides: bool) -> None:
        self._recorder, self._number = recorder, number
        self._masked = Masked() if hides else None
        self._facts: dict[str, str] = {}
        self._is_over = False

    def request(self, data: bytes | memoryview) -> None:
        """Bytes that the client has sent."""
        self._write("request", data if self._masked is None else self._masked.request(data))
        if self._masked is not None and self._masked.principal is not None and not self._facts:
            self.tell({"principal": self._masked.principal})

    def response(self, data: bytes | memoryview) -> None:
        """Bytes that the server has sent."""
        self._write("response", data if self._masked is None else self._masked.response(data))

    def tell(self, facts: Mapping[str, str]) -> None:
        """What has become known of the connection, such as `principal`; it adds to what was."""
        self._facts |= facts
        told = dict(self._facts)
        if not self._is_over:
            self._recorder.write(lambda writer, _: writer.tell(self._number, told))

    def end(self) -> None:
        """The connection is closed; nothing follows."""
        if not self._is_over:
            self._is_over = True
            self._recorder.write(lambda writer, now: writer.end(self._number, now))
            self._recorder.flush()  # whoever looks now finds all that was said

    def _write(self, direction: Direction, data: bytes | memoryview) -> None:
        if data and not self._is_over:
            self._recorder.write(lambda writer, now: writer.write(self._number, direction, now, data))
