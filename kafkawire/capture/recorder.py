"""Recording as one serves: what goes over connections into a capture, without standing in anybody's way.

A recorder never raises once it has begun, and waits for no disk: a thread of its own writes what is queued. What comes
while the queue is full is dropped and counted; in the file there is a gap, which `kafkawire capture` tells. A disk that
is full, or a directory that is gone, ends the recording with one warning; the traffic goes on. Files are bounded
(`max_bytes`, and of these the newest `keep`).

Secrets are not written unless asked for: SASL tokens, passwords and keys of delegation tokens become asterisks, as many
as there were bytes, so that all sizes stay what they were. Who logged in stands in the comment of the connection.
"""

from __future__ import annotations

import atexit
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event, Lock, Thread
from weakref import WeakSet

from kafkawire.capture.masking import Masked
from kafkawire.capture.writer import CaptureWriter, Direction, Endpoint
from kafkawire.limits import MIB

__all__ = ["Recorded", "Recorder"]

_LOG = logging.getLogger("kafkawire.capture")
_WRITTEN_EVERY = 0.25  # seconds: whoever looks at the file meanwhile waits no longer for what was said
_CLOSED_WITHIN = 5.0  # seconds, in which the disk has to take what is queued
_OVERHEAD = 400  # bytes that an entry of the queue takes beside its data

Work = Callable[[CaptureWriter], None]


class Recorder:
    """Writes the connections of a broker, a proxy or clients into `path`; from any thread, none of which it holds up.

    A file that has `max_bytes` is closed and the next one begun, `wire.1.pcapng` behind `wire.pcapng`; of these `keep`
    stay. `max_queued` bytes may wait for the disk. `secrets`: write tokens and passwords as well. `clock` gives seconds
    since 1970. Raises `OSError` if the file cannot be made, and never later.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        max_bytes: int = 256 * MIB,
        keep: int = 4,
        max_queued: int = 16 * MIB,
        secrets: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._secrets, self.clock = secrets, clock
        self._writer, self._path = CaptureWriter(path, rotate_bytes=max_bytes, keep=keep), Path(path)
        self._max_queued, self._queue = max_queued, deque[tuple[int, Work]]()
        self._queued = self._opened = 0
        self._dropped = 0
        self._is_recording = True
        self._lock, self._is_urgent = Lock(), Event()
        self._thread = Thread(target=self._write_often, name=f"writes {path}", daemon=True)
        self._thread.start()
        atexit.register(self.close)
        _recording.add(self)

    @property
    def is_recording(self) -> bool:
        """Whether anything is still written."""
        return self._is_recording

    @property
    def queued(self) -> int:
        """How many bytes wait for the disk."""
        return self._queued

    @property
    def dropped(self) -> int:
        """How many pieces of traffic the disk was too slow for."""
        return self._dropped

    def open(self, client: Endpoint, server: Endpoint, facts: Mapping[str, str] | None = None) -> Recorded:
        """A connection begins; it is not recorded at all if there is no room in the queue."""
        with self._lock:
            self._opened += 1
            number = self._opened
        now, told = self.clock(), dict(facts or {})
        is_taken = self.take(_size_of(told), lambda writer: writer.open(number, client, server, now, told))
        return Recorded(self, number, hides=not self._secrets, is_over=not is_taken)

    def take(self, size: int, work: Work, *, must: bool = False) -> bool:
        """Have something written soon, which holds `size` bytes of data; False if that is dropped.

        `must`: though the queue is full, and at once.
        """
        size += _OVERHEAD
        with self._lock:
            if not self._is_recording:
                return False
            has_room = must or self._queued + size <= self._max_queued
            if has_room:
                self._queued += size
                self._queue.append((size, work))
            else:
                self._dropped += 1
            is_first = not has_room and self._dropped == 1
            is_urgent = must or self._queued > self._max_queued // 4
        if is_urgent:
            self._is_urgent.set()
        if is_first:
            _LOG.warning("%s: the disk is too slow: the recording has gaps; the traffic goes on", self._path)
        return has_room

    def close(self) -> None:
        """End the recording, once what was taken is written; a disk that does not take it is waited for 5 seconds."""
        with self._lock:
            was_recording, self._is_recording = self._is_recording, False
        self._is_urgent.set()
        self._thread.join(_CLOSED_WITHIN)
        if not was_recording:
            return
        atexit.unregister(self.close)
        if self._thread.is_alive():
            _LOG.warning("%s: %d bytes are not written: the disk takes nothing", self._path, self._queued)
        if self._dropped:
            _LOG.warning("%s: %d pieces of traffic are not in the recording", self._path, self._dropped)

    def forget(self) -> None:
        """Record no more, and write nothing: this is the child of the process that records."""
        self._is_recording = False
        self._lock, self._is_urgent = Lock(), Event()  # a thread may hold the others, which the child does not have
        self._queue.clear()

    # --------------------------------------------------------------------------------------------------------- writing

    def _write_often(self) -> None:
        try:
            is_last = False
            while not is_last:
                self._is_urgent.wait(_WRITTEN_EVERY)
                self._is_urgent.clear()
                is_last = not self._is_recording
                self._write_queued()
            self._writer.close(dropped=self._dropped)
        except OSError as exc:
            self._give_up(exc)

    def _write_queued(self) -> None:
        while self._queue:
            size, work = self._queue.popleft()
            work(self._writer)
            with self._lock:
                self._queued -= size
        self._writer.flush()

    def _give_up(self, error: OSError) -> None:
        with self._lock:
            self._is_recording = False
            self._queue.clear()
        _LOG.warning("%s: recording ends here: %s; the traffic goes on", self._path, error.strerror or error)
        atexit.unregister(self.close)
        self._writer.abandon()


_recording: WeakSet[Recorder] = WeakSet()


def _forget_all() -> None:
    for recorder in _recording:
        recorder.forget()


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_forget_all)


class Recorded:
    """One connection that is recorded: whoever carries its bytes hands them over as they pass."""

    __slots__ = ("_facts", "_is_over", "_lost", "_masked", "_number", "_recorder")

    def __init__(self, recorder: Recorder, number: int, *, hides: bool, is_over: bool = False) -> None:
        self._recorder, self._number = recorder, number
        self._masked = Masked() if hides else None
        self._facts: dict[str, str] = {}
        self._lost: dict[Direction, int] = {"request": 0, "response": 0}  # bytes, since some were last taken
        self._is_over = is_over

    def request(self, data: bytes | memoryview) -> None:
        """Bytes that the client has sent."""
        if self._is_over:
            return
        # Masked before they are queued: what is dropped must not make it lose where frames begin.
        self._write("request", bytes(data) if self._masked is None else self._masked.request(data))
        if self._masked is not None and self._masked.principal is not None and not self._facts:
            self.tell({"principal": self._masked.principal})

    def response(self, data: bytes | memoryview) -> None:
        """Bytes that the server has sent."""
        if not self._is_over:
            self._write("response", bytes(data) if self._masked is None else self._masked.response(data))

    def tell(self, facts: Mapping[str, str]) -> None:
        """What has become known of the connection, such as `principal`; it adds to what was."""
        self._facts |= facts
        number, told = self._number, dict(self._facts)
        if not self._is_over:
            self._recorder.take(_size_of(told), lambda writer: writer.tell(number, told))

    def end(self) -> None:
        """The connection is closed; nothing follows."""
        if self._is_over:
            return
        self._is_over = True
        number, now, lost = self._number, self._recorder.clock(), self._lost

        def work(writer: CaptureWriter) -> None:
            for direction, size in lost.items():
                writer.skip(number, direction, size)
            writer.end(number, now)

        self._recorder.take(0, work, must=True)  # whoever looks now finds all that was said

    def _write(self, direction: Direction, data: bytes) -> None:
        if not data:
            return
        number, now, lost = self._number, self._recorder.clock(), self._lost[direction]

        def work(writer: CaptureWriter) -> None:
            if lost:
                writer.skip(number, direction, lost)
            writer.write(number, direction, now, data)

        is_taken = self._recorder.take(len(data), work)
        self._lost[direction] = 0 if is_taken else lost + len(data)


def _size_of(facts: Mapping[str, str]) -> int:
    return sum(map(len, facts.values()))
