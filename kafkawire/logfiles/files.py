"""A file that is read at positions: what every reader here needs, and the one for local files."""

from __future__ import annotations

import os
from typing import Protocol, Self

__all__ = ["LocalFile", "Readable"]


class Readable(Protocol):
    """An open file that is read anywhere."""

    @property
    def size(self) -> int:
        """Bytes in the file."""

    def read(self, position: int, size: int) -> bytes:
        """At most `size` bytes from `position`; fewer at the end of the file."""

    def close(self) -> None:
        """Let go of the file; closing twice is fine."""


class LocalFile:
    """A local file, as long as it was when it was opened. Raises `OSError` with its name."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._file = open(path, "rb", buffering=0)  # noqa: SIM115 - closed by `close`
        self.size = os.fstat(self._file.fileno()).st_size

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self, position: int, size: int) -> bytes:
        """At most `size` bytes from `position`; fewer at the end of the file."""
        try:
            return os.pread(self._file.fileno(), min(size, max(self.size - position, 0)), position)
        except OSError as exc:
            raise type(exc)(exc.errno, exc.strerror, self.path) from exc

    def read_into(self, position: int, buffer: memoryview) -> int:
        """Fill the buffer as far as the file goes; returns how many bytes it got."""
        got = os.preadv(self._file.fileno(), [buffer], position)
        return min(got, max(self.size - position, 0))

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
