"""Where a log lives: a real file system and one in memory, behind the same two interfaces.

The log asks for little: files that only grow at the end or are cut, small files that are replaced as a whole, and
directories. Whatever goes wrong comes out as `OSError`, in memory too, so that the layers above need one way to handle
a full or broken disk. Paths are strings with `/` between the parts.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from kafkawire.broker.log.open_files import LockedFile, OpenFiles, RealFile, open_private

__all__ = ["File", "FileSystem", "MemoryFiles", "RealFiles"]

Buffer = bytes | bytearray | memoryview


class File(Protocol):
    """An open file that is appended to, read anywhere, and cut at the end."""

    @property
    def size(self) -> int:
        """Bytes in the file."""

    def append(self, parts: Sequence[Buffer]) -> None:
        """Write the parts at the end: all of them, or (with an `OSError`) none."""

    def read(self, position: int, size: int) -> bytes:
        """At most `size` bytes from `position`; fewer at the end of the file."""

    def truncate(self, size: int) -> None:
        """Cut the file to `size` bytes."""

    def sync(self) -> None:
        """Return when everything written is on the disk."""

    def close(self) -> None:
        """Let go of the file; closing twice is fine."""


class FileSystem(Protocol):
    """What the log needs of a file system."""

    def open(self, path: str) -> File:
        """Open a file for appending and reading; it is made if it does not exist."""

    def read(self, path: str) -> bytes:
        """The whole of a file; `FileNotFoundError` if there is none."""

    def replace(self, path: str, data: bytes, *, sync: bool = True) -> None:
        """Put a whole file in place at once: after a crash either the old or the new content is there.

        Without `sync` that holds for a crash of the process only; it is for what can be made again from elsewhere.
        """

    def list(self, path: str) -> list[str]:
        """Names in a directory, sorted; `FileNotFoundError` if there is none."""

    def links(self, path: str) -> frozenset[str]:
        """The names in a directory that are symbolic links."""

    def exists(self, path: str) -> bool:
        """Whether a file or directory is there."""

    def make_directory(self, path: str) -> None:
        """Make a directory and its parents; one that exists is fine."""

    def rename(self, old: str, new: str) -> None:
        """Rename a file or directory; a file takes the place of another one."""

    def remove(self, path: str) -> None:
        """Remove a file; one that is gone already is fine."""

    def remove_directory(self, path: str) -> None:
        """Remove a directory with all that is in it."""

    def sync_directory(self, path: str) -> None:
        """Return when the names in a directory are on the disk: files made, renamed or removed in it."""

    def lock(self, path: str) -> File:
        """Hold a lock on a file until it is closed; `BlockingIOError` if another process holds it."""


class RealFiles:
    """The file system of the machine. `most_open`: how many files have a descriptor at a time, about.

    Raises `OSError` where the system is not of the POSIX family, as Windows.
    """

    def __init__(self, most_open: int | None = None) -> None:
        self._open_files = OpenFiles(most_open)

    def open(self, path: str) -> File:
        """Open or make a file."""
        return RealFile(path, self._open_files)

    def read(self, path: str) -> bytes:
        """The whole of a file."""
        with open(path, "rb", opener=open_private) as file:
            return file.read()

    def replace(self, path: str, data: bytes, *, sync: bool = True) -> None:
        """Write beside it, sync, and rename over it."""
        self.remove(path + ".tmp")
        try:
            # A new one: a link that somebody put there is not followed.
            with open(path + ".tmp", "xb", opener=open_private) as file:
                file.write(data)
                if sync:
                    file.flush()
                    os.fsync(file.fileno())
            os.replace(path + ".tmp", path)
        except OSError:
            self.remove(path + ".tmp")  # where the disk is full every byte counts
            raise

    def list(self, path: str) -> list[str]:
        """Names in a directory, sorted."""
        return sorted(os.listdir(path))

    def links(self, path: str) -> frozenset[str]:
        """The names in a directory that are symbolic links."""
        with os.scandir(path) as entries:
            return frozenset(entry.name for entry in entries if entry.is_symlink())

    def exists(self, path: str) -> bool:
        """Whether a file or directory is there."""
        return os.path.exists(path)

    def make_directory(self, path: str) -> None:
        """Make a directory and its parents."""
        try:
            os.makedirs(path, exist_ok=True)
        except FileExistsError as exc:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), exc.filename) from exc

    def rename(self, old: str, new: str) -> None:
        """Rename a file or directory."""
        os.rename(old, new)

    def remove(self, path: str) -> None:
        """Remove a file, if it is there."""
        with suppress(FileNotFoundError):
            os.remove(path)

    def remove_directory(self, path: str) -> None:
        """Remove a directory with all that is in it."""
        shutil.rmtree(path)

    def sync_directory(self, path: str) -> None:
        """Return when the names in a directory are on the disk."""
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)

    def lock(self, path: str) -> File:
        """Hold a lock on a file."""
        return LockedFile(path)


class MemoryFile:
    """A file of `MemoryFiles`. Opened again, it shows the same bytes."""

    def __init__(self, data: bytearray) -> None:
        self._data = data

    @property
    def size(self) -> int:
        """Bytes in the file."""
        return len(self._data)

    def append(self, parts: Sequence[Buffer]) -> None:
        """Write the parts at the end."""
        for part in parts:
            self._data += part

    def read(self, position: int, size: int) -> bytes:
        """At most `size` bytes from `position`."""
        return bytes(self._data[position : position + size])  # no view: another thread may be appending

    def truncate(self, size: int) -> None:
        """Cut the file to `size` bytes."""
        del self._data[size:]

    def sync(self) -> None:
        """Nothing to wait for."""

    def close(self) -> None:
        """Nothing to let go of."""


class MemoryFiles:
    """A file system in memory. It lives as long as the object: two brokers given the same one see the same disk."""

    def __init__(self) -> None:
        self._files: dict[str, bytearray] = {}
        self._directories: set[str] = set()

    def open(self, path: str) -> File:
        """Open or make a file."""
        self._need_parent(path)
        return MemoryFile(self._files.setdefault(path, bytearray()))

    def read(self, path: str) -> bytes:
        """The whole of a file."""
        try:
            return bytes(self._files[path])
        except KeyError:
            raise FileNotFoundError(path) from None

    def replace(self, path: str, data: bytes, *, sync: bool = True) -> None:  # noqa: ARG002 - nothing to sync
        """Put a whole file in place."""
        self._need_parent(path)
        self._files[path] = bytearray(data)

    def list(self, path: str) -> list[str]:
        """Names in a directory, sorted."""
        if path not in self._directories:
            raise FileNotFoundError(path)
        start = len(path) + 1
        known = [*self._files, *self._directories]
        return sorted({name[start:].partition("/")[0] for name in known if name.startswith(path + "/")})

    def links(self, path: str) -> frozenset[str]:  # noqa: ARG002 - nowhere
        """There are none."""
        return frozenset()

    def exists(self, path: str) -> bool:
        """Whether a file or directory is there."""
        return path in self._files or path in self._directories

    def make_directory(self, path: str) -> None:
        """Make a directory and its parents."""
        while path and path not in self._directories:
            self._directories.add(path)
            path = path.rpartition("/")[0]

    def rename(self, old: str, new: str) -> None:
        """Rename a file or directory."""
        if not self.exists(old):
            raise FileNotFoundError(old)
        if old in self._files:
            self._files[new] = self._files.pop(old)
            return
        self._files.pop(new, None)
        self._files = {_moved(path, old, new): data for path, data in self._files.items()}
        self._directories = {_moved(path, old, new) for path in self._directories}

    def remove(self, path: str) -> None:
        """Remove a file, if it is there."""
        self._files.pop(path, None)

    def remove_directory(self, path: str) -> None:
        """Remove a directory with all that is in it."""
        self._files = {name: data for name, data in self._files.items() if not name.startswith(path + "/")}
        self._directories = {d for d in self._directories if d != path and not d.startswith(path + "/")}

    def sync_directory(self, path: str) -> None:
        """Nothing to wait for."""

    def lock(self, path: str) -> File:
        """Nobody else sees this file system, so nobody can hold the lock."""
        return self.open(path)

    def _need_parent(self, path: str) -> None:
        parent = path.rpartition("/")[0]
        if parent and parent not in self._directories:
            raise FileNotFoundError(path)


def _moved(path: str, old: str, new: str) -> str:
    return new + path[len(old) :] if path == old or path.startswith(old + "/") else path
