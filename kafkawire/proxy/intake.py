"""Bytes that came in and are not dealt with yet: looked at, passed on piece by piece, or taken as a whole.

A read that belongs to one frame is passed on as the object that it is; small reads are put together, so that a frame
that comes byte by byte costs no more memory than its bytes.
"""

from __future__ import annotations

from collections import deque
from typing import cast

from kafkawire.message import Buffer

__all__ = ["Intake"]

_WORTH_A_PART = 64 * 1024


class Intake:
    """The unread bytes of one direction, `size` of them."""

    __slots__ = ("_chunks", "_pos", "size")

    def __init__(self) -> None:
        self._chunks: deque[bytes | bytearray] = deque()
        self._pos = 0  # what of the first chunk is done with
        self.size = 0

    def __len__(self) -> int:
        return self.size

    def feed(self, data: bytes) -> None:
        """More bytes have come."""
        if not data:
            return
        self.size += len(data)
        if self._chunks and len(self._chunks[-1]) + len(data) <= _WORTH_A_PART:
            last = self._chunks[-1]
            if isinstance(last, bytes):
                last = self._chunks[-1] = bytearray(last)
            last += data
        else:
            self._chunks.append(data)

    def peek(self, size: int) -> bytes | bytearray | None:
        """The next bytes, at least so many, from the first on; None if there are fewer. They stay where they are."""
        if self.size < size:
            return None
        first = self._chunks[0]
        if not self._pos and len(first) >= size:
            return first
        found = bytearray(memoryview(first)[self._pos : self._pos + size])
        for chunk in list(self._chunks)[1:]:
            if len(found) >= size:
                break
            found += memoryview(chunk)[: size - len(found)]
        return found

    def take(self, size: int) -> list[Buffer]:
        """The next bytes, so many or as many as there are, in pieces that are not copied where that can be."""
        pieces: list[Buffer] = []
        size = min(size, self.size)
        self.size -= size
        while size:
            first = self._chunks[0]
            left = len(first) - self._pos
            if size < left:
                pieces.append(bytes(memoryview(first)[self._pos : self._pos + size]))
                self._pos += size
                break
            pieces.append(memoryview(first)[self._pos :] if self._pos else first)
            self._chunks.popleft()
            self._pos = 0
            size -= left
        return pieces

    def take_whole(self, size: int) -> bytes:
        """The next bytes, all of which are there, as one object."""
        pieces = self.take(size)
        return bytes(pieces[0]) if len(pieces) == 1 else b"".join(cast("list[bytes]", pieces))

    def clear(self) -> None:
        """Forget them."""
        self._chunks.clear()
        self._pos = self.size = 0
