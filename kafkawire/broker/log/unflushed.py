"""What of a log is not on disk yet, as a value that another thread can bring there."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from kafkawire.broker.log.files import FileSystem
from kafkawire.broker.log.segment import Segment

__all__ = ["Unflushed", "sync_directories"]


class Unflushed(NamedTuple):
    """What a flush has to bring to disk: segments, the last of which is written to, and how much is in them.

    `directories`: those with names in them that may not be on disk yet; bytes whose file has no name are lost.
    """

    files: FileSystem
    segments: list[Segment]
    directories: tuple[str, ...]
    end_offset: int
    records: int

    def sync(self) -> None:
        """Return when it is there. Another thread may do it."""
        sync_directories(self.files, self.directories)
        *sealed, active = self.segments
        for segment in sealed:
            segment.sync()
        active.sync_log()  # its indexes are made anew after a crash, so they need not be there


def sync_directories(files: FileSystem, paths: Iterable[str]) -> None:
    """Return when the names in some directories are on disk; one that was deleted meanwhile is passed over."""
    for path in paths:
        with suppress(FileNotFoundError):
            files.sync_directory(path)
