"""The lines of a file or of standard input, as they come: what has been read is sent while more is waited for.

A thread reads, since standard input may keep us waiting for ever (`tail -f log | kafkawire produce ...`). It reads from
the descriptor itself: a buffered reader is locked while it waits, and Python could not end.
"""

from __future__ import annotations

import asyncio
import io
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress

__all__ = ["lines_of"]

_CHUNK = 256 * 1024
_AHEAD = 4  # chunks that are read before somebody wants them


async def lines_of(name: str) -> AsyncIterator[list[bytes]]:
    """Lines without their ends, many at a time; `-` is standard input. Raises `OSError`."""
    rest: list[bytes] = []
    with _reader(name) as read:
        async for chunk in _chunks(read):
            first, *others = chunk.split(b"\n")
            rest.append(first)
            if others:
                yield [b"".join(rest), *others[:-1]]
                rest = [others[-1]]
    last = b"".join(rest)
    if last:
        yield [last]


@contextmanager
def _reader(name: str) -> Iterator[Callable[[], bytes]]:
    if name != "-":
        with open(name, "rb", buffering=0) as file:
            yield lambda: file.read(_CHUNK) or b""
        return
    try:
        number = sys.stdin.fileno()
    except io.UnsupportedOperation:  # a stand-in that has none
        yield lambda: sys.stdin.buffer.read(_CHUNK)
    else:
        yield lambda: os.read(number, _CHUNK)


async def _chunks(read: Callable[[], bytes]) -> AsyncIterator[bytes]:
    loop = asyncio.get_running_loop()
    arrived: asyncio.Queue[bytes | OSError] = asyncio.Queue()
    wanted = threading.Semaphore(_AHEAD)
    threading.Thread(target=_pass_on, args=(read, loop, arrived, wanted), name="input", daemon=True).start()
    while chunk := await arrived.get():
        wanted.release()
        if isinstance(chunk, OSError):
            raise chunk
        yield chunk


def _pass_on(
    read: Callable[[], bytes],
    loop: asyncio.AbstractEventLoop,
    arrived: asyncio.Queue[bytes | OSError],
    wanted: threading.Semaphore,
) -> None:
    chunk: bytes | OSError = b"-"
    while isinstance(chunk, bytes) and chunk:
        wanted.acquire()
        try:
            chunk = read()
        except OSError as exc:
            chunk = exc
        except ValueError:  # the file was closed: whoever wanted lines has gone
            return
        with suppress(RuntimeError):  # so has the loop
            loop.call_soon_threadsafe(arrived.put_nowait, chunk)
