"""A file system that ends its process, by SIGKILL, at one of its own operations: before it, after it, or half-way.

A kill from outside nearly always meets a process that computes or waits. This one meets every write, rename and removal
with the same chance, those of the recovery and of the clean stop too.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from random import Random

from kafkawire.broker.log.files import File, RealFiles

Buffer = bytes | bytearray | memoryview


class Fate:
    """Counts operations; number `deadly` is the last one."""

    def __init__(self, deadly: int, seed: int) -> None:
        self._left = deadly
        self._random = Random(seed)

    def strikes(self) -> bool:
        """Whether this is the operation; it may then be left undone, or done in part."""
        self._left -= 1
        return self._left == 0

    def half(self, size: int) -> int:
        """How much of an operation is still done: nothing, everything, or something between."""
        return self._random.choice([0, size, self._random.randint(0, size)])

    @staticmethod
    def die() -> None:
        """End the process as it stands."""
        os.kill(os.getpid(), signal.SIGKILL)


class DyingFile:
    """A file that may be the last thing this process touched."""

    def __init__(self, file: File, fate: Fate) -> None:
        self._file = file
        self._fate = fate

    @property
    def size(self) -> int:
        return self._file.size

    def append(self, parts: Sequence[Buffer]) -> None:
        if self._fate.strikes():
            data = b"".join(parts)
            self._file.append([data[: self._fate.half(len(data))]])
            self._fate.die()
        self._file.append(parts)

    def read(self, position: int, size: int) -> bytes:
        return self._file.read(position, size)

    def truncate(self, size: int) -> None:
        if self._fate.strikes():
            if self._fate.half(1):
                self._file.truncate(size)
            self._fate.die()
        self._file.truncate(size)

    def sync(self) -> None:
        if self._fate.strikes():
            self._fate.die()
        self._file.sync()

    def close(self) -> None:
        self._file.close()


class DyingFiles:
    """The file system of the machine, until it is over."""

    def __init__(self, fate: Fate) -> None:
        self._files = RealFiles()
        self._fate = fate

    def open(self, path: str) -> File:
        if not self.exists(path) and self._fate.strikes():
            self._fate.die()
        return DyingFile(self._files.open(path), self._fate)

    def read(self, path: str) -> bytes:
        return self._files.read(path)

    def replace(self, path: str, data: bytes, *, sync: bool = True) -> None:
        if self._fate.strikes():
            done = self._fate.half(len(data) + 1)
            with open(path + ".tmp", "wb") as file:
                file.write(data[:done])
            if done > len(data):
                os.replace(path + ".tmp", path)
            self._fate.die()
        self._files.replace(path, data, sync=sync)

    def list(self, path: str) -> list[str]:
        return self._files.list(path)

    def links(self, path: str) -> frozenset[str]:
        return self._files.links(path)

    def exists(self, path: str) -> bool:
        return self._files.exists(path)

    def make_directory(self, path: str) -> None:
        if not self.exists(path):
            self._maybe(lambda: self._files.make_directory(path))
        self._files.make_directory(path)

    def rename(self, old: str, new: str) -> None:
        self._maybe(lambda: self._files.rename(old, new))
        self._files.rename(old, new)

    def remove(self, path: str) -> None:
        if self.exists(path):
            self._maybe(lambda: self._files.remove(path))
        self._files.remove(path)

    def remove_directory(self, path: str) -> None:
        if self._fate.strikes():
            names = self.list(path)
            for name in names[: self._fate.half(len(names))]:
                os.remove(f"{path}/{name}")
            self._fate.die()
        self._files.remove_directory(path)

    def sync_directory(self, path: str) -> None:
        self._files.sync_directory(path)

    def lock(self, path: str) -> File:
        return self._files.lock(path)

    def _maybe(self, work: Callable[[], object]) -> None:
        if self._fate.strikes():
            if self._fate.half(1):
                work()
            self._fate.die()
