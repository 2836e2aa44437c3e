"""A proxy on the way to a broker that cuts, delays and repeats what goes through it, over real sockets."""

from __future__ import annotations

import asyncio
import random
import struct
from collections import Counter, deque
from types import TracebackType
from typing import Self

__all__ = ["Proxy"]

_REQUEST_ODDS = {"cut": 0.01, "half a request": 0.01, "slow request": 0.05, "request twice": 0.05}
_ANSWER_ODDS = {"lost answer": 0.015, "half an answer": 0.01, "slow answer": 0.05}
_SLOW = 0.4  # seconds, at most
_SIZE = struct.Struct(">i")


class _Cut(Exception):
    """The connection ends here."""


class Proxy:
    """Listens on `port` (of its own choice, if 0) and passes frames on to `target`, the broker's HOST:PORT."""

    FACTORS = (0.5, 1.0, 2.0)
    """What `begin` is given in rounds."""

    def __init__(self, target: str, rng: random.Random, port: int = 0) -> None:
        host, _, target_port = target.rpartition(":")
        self.target = host, int(target_port)
        self.port = port
        self.happened: Counter[str] = Counter()
        self.factor = 0.0
        """How much more often than the odds say things go wrong."""
        self._random = rng
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def address(self) -> str:
        """HOST:PORT where clients begin."""
        return f"127.0.0.1:{self.port}"

    def begin(self, factor: float) -> None:
        """Let things go wrong, so many times as often as the odds say."""
        self.factor = factor

    def end(self) -> None:
        """Let nothing go wrong any more."""
        self.factor = 0.0

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            await self._join(reader, writer)
        except (OSError, asyncio.IncompleteReadError, _Cut):
            return  # either side has hung up, or is made to
        finally:
            writer.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        broker_reader, broker_writer = await asyncio.open_connection(*self.target)
        wanted: deque[bool] = deque()
        ways = [
            asyncio.ensure_future(self._requests(reader, broker_writer, wanted)),
            asyncio.ensure_future(self._answers(broker_reader, writer, wanted)),
        ]
        try:
            done, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in done:
                way.result()
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            broker_writer.close()

    async def _requests(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, wanted: deque[bool]) -> None:
        """Pass requests on; `wanted` says of each answer to come whether the client asked for it."""
        while True:
            frame = await _frame(reader)
            fault = await self._draw(_REQUEST_ODDS)
            if fault == "cut":
                raise _Cut
            if fault == "half a request":
                writer.write(frame[: len(frame) // 2])
                raise _Cut
            wanted.append(True)
            writer.write(frame)
            if fault == "request twice":
                wanted.append(False)
                writer.write(frame)
            await writer.drain()

    async def _answers(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, wanted: deque[bool]) -> None:
        while True:
            frame = await _frame(reader)
            if not wanted.popleft():
                continue
            fault = await self._draw(_ANSWER_ODDS)
            if fault == "lost answer":
                raise _Cut
            if fault == "half an answer":
                writer.write(frame[: len(frame) // 2])
                await writer.drain()
                raise _Cut
            writer.write(frame)
            await writer.drain()

    async def _draw(self, odds: dict[str, float]) -> str:
        """What goes wrong, mostly nothing; the slow ones have been slow already."""
        drawn = self._random.random()
        for name, chance in odds.items():
            drawn -= chance * self.factor
            if drawn < 0:
                self.happened[name] += 1
                if name.startswith("slow"):
                    await asyncio.sleep(self._random.uniform(0, _SLOW))
                return name
        return ""


async def _frame(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(_SIZE.size)
    return head + await reader.readexactly(*_SIZE.unpack(head))
