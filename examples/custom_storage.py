"""A broker on storage of its own: in memory, but never more than so many bytes, as a small disk would be.

Storage is a file system with a dozen methods (`kafkawire.broker.log.files.FileSystem`). What fails in it is an
`OSError`, which producers get as KAFKA_STORAGE_ERROR; the broker stays up, and what it has can still be read.

Run it: python examples/custom_storage.py
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Sequence

from kafkawire.broker import Broker, BrokerConfig, MemoryFiles
from kafkawire.broker.log.files import Buffer, File


class SmallDisk(MemoryFiles):
    """Files in memory that may grow by `room` bytes in all."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def open(self, path: str) -> File:
        """A file that knows the limit."""
        return BoundedFile(super().open(path), self)


class BoundedFile:
    """A file that asks its disk before it grows, and hands everything else on."""

    def __init__(self, file: File, disk: SmallDisk) -> None:
        self._file = file
        self._disk = disk

    @property
    def size(self) -> int:
        """Bytes in the file."""
        return self._file.size

    def append(self, parts: Sequence[Buffer]) -> None:
        """Write at the end, if there is room."""
        wanted = sum(map(len, parts))
        if wanted > self._disk.room:
            raise OSError(errno.ENOSPC, "the small disk is full")
        self._file.append(parts)
        self._disk.room -= wanted

    def read(self, position: int, size: int) -> bytes:
        """At most `size` bytes from `position`."""
        return self._file.read(position, size)

    def truncate(self, size: int) -> None:
        """Cut the file, and have the room back."""
        self._disk.room += max(self._file.size - size, 0)
        self._file.truncate(size)

    def sync(self) -> None:
        """Return when everything is on the disk."""
        self._file.sync()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


async def main() -> None:
    config = BrokerConfig(listeners="127.0.0.1:0", log_dirs="memory")
    async with Broker(config, files=SmallDisk(room=1_000_000)) as broker:
        print(f"listening on {broker.bootstrap_servers}, with a disk of 1 MB")


if __name__ == "__main__":
    asyncio.run(main())
