"""A run of bytes in a file, not read yet: what a read of a log gives, and what a response is sent out of."""

from __future__ import annotations

from kafkawire.broker.log.files import File
from kafkawire.packing import StoredBytes

__all__ = ["Slice"]


class Slice(StoredBytes):
    """A run of bytes in a `.log` file, not read yet."""

    __slots__ = ("file", "position", "size")

    def __init__(self, file: File, position: int, size: int) -> None:
        self.file = file
        self.position = position
        self.size = size

    def __len__(self) -> int:
        return self.size

    def read(self) -> bytes:
        """The bytes."""
        return self.file.read(self.position, self.size) if self.size else b""
