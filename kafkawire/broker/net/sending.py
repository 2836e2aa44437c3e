"""Writes responses to a client. What lies in a file goes from there to the socket without a copy of ours (sendfile).

A response has pieces: bytes, and slices of `.log` files. Small slices, files that are not the system's, and sockets
that are not plain (TLS) take the ordinary way: read, join, write. So does a response behind others that the client has
not read yet, because those wait in the transport, and nothing may overtake them.

All else, and a response of megabytes that the transport would copy, goes past the transport, which has nothing to write
meanwhile, through a second descriptor of the same socket: so waiting for room does not touch what the event loop knows
of the first. Until the last byte is out the owner hands over nothing else. Files are held open that long, whatever
becomes of their segments. If one turns out shorter than the head of the frame has promised, the connection must end,
for the client could not tell any more what is what.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections import deque
from collections.abc import Callable, Iterable
from typing import cast

from kafkawire.broker.log.open_files import Descriptor, RealFile
from kafkawire.broker.log.slice import Slice
from kafkawire.protocol.frames import Piece

__all__ = ["IS_POSSIBLE", "FileSender", "OnDisk", "arrange"]

IS_POSSIBLE = hasattr(os, "sendfile")
"""Whether this system has a way past the transport; on one that has none, loops may not watch a second descriptor."""
_LARGE = 1 << 20  # bytes that are not copied
_MOST_AT_ONCE = 1 << 30
_MORE = getattr(socket, "MSG_MORE", 0)


class OnDisk:
    """A slice whose file is held open."""

    __slots__ = ("descriptor", "end", "position")

    def __init__(self, descriptor: Descriptor, position: int, size: int) -> None:
        self.descriptor = descriptor
        self.position = position
        self.end = position + size


Part = bytes | memoryview | OnDisk


def arrange(pieces: Iterable[Piece], *, sendfile: bool) -> list[Part]:
    """As few parts as possible: what goes past the transport if `sendfile`, and joined bytes in between.

    Raises `OSError`.
    """
    parts: list[Part] = []
    small: list[Piece] = []
    for piece in pieces:
        part = _by_itself(piece) if sendfile else None
        if part is not None:
            parts += (b"".join(cast("list[bytes]", small)), part)
            small = []
        else:
            small.append(_whole(piece) if isinstance(piece, Slice) else piece)
    return [*parts, b"".join(cast("list[bytes]", small))] if small else parts


def _by_itself(piece: Piece) -> Part | None:
    """The piece as a part, if it is too large to be copied."""
    if not isinstance(piece, Slice):
        return cast("bytes", piece) if len(piece) >= _LARGE else None
    return OnDisk(cast("RealFile", piece.file).hold(), piece.position, piece.size) if piece.is_for_sendfile else None


def _whole(piece: Slice) -> bytes:
    data = piece.read()
    if len(data) != piece.size:
        raise OSError(f"{len(data)} of {piece.size} bytes are there at position {piece.position}")
    return data


class FileSender:
    """Writes parts to a plain socket for which the transport has nothing more to write."""

    def __init__(self, sock: socket.socket, parts: Iterable[Part]) -> None:
        self._sock = sock.dup()
        self._parts = deque(parts)

    def start(self, on_end: Callable[[OSError | None], object]) -> bool:
        """Write; True if all is out. Else the rest follows, and `on_end` is told when, or what went wrong.

        Raises `OSError` if it goes wrong at once.
        """
        try:
            is_done = self._write()
        except OSError:
            self._sock.close()
            raise
        if is_done:
            self._sock.close()
        else:
            asyncio.get_running_loop().add_writer(self._sock, self._go_on, on_end)
        return is_done

    def cancel(self) -> None:
        """Write no more; nobody is told."""
        if self._sock.fileno() >= 0:
            asyncio.get_running_loop().remove_writer(self._sock)
            self._sock.close()
        self._parts.clear()

    def _go_on(self, on_end: Callable[[OSError | None], object]) -> None:
        error: OSError | None = None
        try:
            if not self._write():
                return
        except OSError as exc:
            error = exc
        self.cancel()
        on_end(error)

    def _write(self) -> bool:
        """Write as much as there is room for; False if there is none left."""
        try:
            while self._parts:
                part = self._parts[0]
                if isinstance(part, OnDisk):
                    self._send_file(part)
                elif not self._send(part):
                    continue
                self._parts.popleft()
        except BlockingIOError:
            return False
        return True

    def _send(self, data: bytes | memoryview) -> bool:
        # What follows shall go into the same packets, so that the client does not wake up for the head of a frame.
        sent = self._sock.send(data, _MORE if len(self._parts) > 1 else 0)
        if sent < len(data):
            self._parts[0] = memoryview(data)[sent:]
        return sent == len(data)

    def _send_file(self, part: OnDisk) -> None:
        out = self._sock.fileno()
        while part.position < part.end:
            sent = os.sendfile(out, part.descriptor.fd, part.position, min(part.end - part.position, _MOST_AT_ONCE))
            if not sent:
                raise OSError(f"{part.end - part.position} bytes are missing at position {part.position}")
            part.position += sent
