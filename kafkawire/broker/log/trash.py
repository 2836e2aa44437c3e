"""What has been deleted but is still on the disk, under another name, for `file.delete.delay.ms`.

Removing a file of a gigabyte takes the disk a while, and somebody may still be reading it. So it only gets another name
at first, as in Apache Kafka. What is left when the broker stops goes at its next start.
"""

from __future__ import annotations

from kafkawire.broker.log.files import FileSystem

__all__ = ["Trash"]


class Trash:
    """Files that are to go. Time is an argument, in ms."""

    def __init__(self, files: FileSystem) -> None:
        self._files = files
        self._new: list[tuple[str, int]] = []
        self._waiting: list[tuple[int, str]] = []

    def add(self, path: str, delay_ms: int) -> None:
        """Let a file go when the delay is over."""
        self._new.append((path, delay_ms))

    def due(self, now_ms: int) -> list[str]:
        """What is to go now. The delay of what is new begins at this moment."""
        self._waiting += [(now_ms + delay_ms, path) for path, delay_ms in self._new]
        self._new.clear()
        due = [path for time, path in self._waiting if time <= now_ms]
        self._waiting = [(time, path) for time, path in self._waiting if time > now_ms]
        return due

    def remove(self, path: str) -> None:
        """Remove it; `OSError` if the disk refuses. Another thread may do it."""
        self._files.remove(path)
