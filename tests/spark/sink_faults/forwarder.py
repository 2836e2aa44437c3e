"""Stands between writers and a broker, in a process of its own, and stops what goes through at a chosen place.

It knows frames: brokers are named to clients by its own address, so that nobody gets past it, and the cluster's
feature `transaction.version` may be shown at a lower level than it has. What is held at the place waits for a
`Verdict`: it may be dropped, or reach the broker long after the process that sent it has died. One broker, plain text.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import struct
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Self

from kafkawire.api_key import ApiKey
from kafkawire.error_code import ErrorCode
from kafkawire.message import Request, Response
from kafkawire.messages import RequestHeader
from kafkawire.protocol.frames import (
    decode_request_header,
    decode_request_payload,
    decode_response_payload,
    encode_response,
)
from tests.spark.sink_faults.places import Stop
from tests.spark.sink_faults.processes import Killed, Process

__all__ = ["FEATURE", "Forwarder", "NotReached", "Verdict"]

FEATURE = "transaction.version"
_SIZE = struct.Struct(">i")
_LOOKED_AT = {ApiKey.PRODUCE, ApiKey.END_TXN}
_REWRITTEN = {ApiKey.METADATA, ApiKey.FIND_COORDINATOR, ApiKey.DESCRIBE_CLUSTER, ApiKey.API_VERSIONS}
_LONGEST = 120.0  # seconds until a place is reached, or all that is held has gone
_TURNS = 10  # of the loop, within which the end of a connection is noticed that has come already


class NotReached(Exception):
    """The query did not come to its place."""


class Verdict(Enum):
    """What becomes of requests that are held. Those of processes that live go on, but for the last two."""

    DROPPED = "dropped"
    DELIVERED = "delivered"
    CUT = "dropped, and the connection is cut"
    ANSWER_LOST = "delivered, and the connection is cut before the answer"


class Forwarder:
    """Listens at `address` while the `with` block lasts. Without a stop everything goes through."""

    address: str

    def __init__(self, target: str, stop: Stop | None = None, level: int | None = None) -> None:
        """`level`: the highest one of `transaction.version` that clients get to see; None: the cluster's."""
        self._target, self._stop, self._level = target, stop, level

    def __enter__(self) -> Self:
        self._pipe, theirs = multiprocessing.Pipe()
        ours = self._pipe

        def work() -> None:
            ours.close()
            asyncio.run(_Server(self._target, theirs, self._stop, self._level).run())

        self._process = Process(work)
        theirs.close()
        self.address = self._hear()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        with suppress(Killed):
            self._process.wait()

    def wait_until_reached(self) -> str:
        """Wait for the query to come to the place. Returns the transactional id of whoever did. Raises `NotReached`."""
        return str(self._hear())

    def is_reached(self) -> bool:
        """Whether it has come there by now."""
        return self._pipe.poll() and bool(self._hear())

    def open(self) -> None:
        """Let through whatever comes from now on; what is held is still held."""
        self._pipe.send(None)

    def end(self, verdict: Verdict) -> Counter[str]:
        """Let go of what is held. Returns what the broker said to the requests of the dead."""
        self._pipe.send(verdict)
        said: Counter[str] = self._hear()
        return said

    def _hear(self) -> Any:
        if not self._pipe.poll(_LONGEST):
            raise NotReached(f"nothing was heard from the forwarder for {_LONGEST:g} s")
        return self._pipe.recv()


# --------------------------------------------------------------------------------------------------- in its own process


class _Server:
    """Takes connections and commands."""

    def __init__(self, target: str, pipe: Connection, stop: Stop | None, level: int | None) -> None:
        host, _, port = target.rpartition(":")
        self._target = host, int(port)
        self._pipe = pipe
        self.stop = stop
        """None once the place was left."""
        self.level = level
        self.port = 0
        self.verdict: asyncio.Future[Verdict]
        self._has_told = False
        self._ending: asyncio.Task[None]
        self._lines: dict[asyncio.Task[None], _Line] = {}

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        self.verdict = loop.create_future()
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        loop.add_reader(self._pipe.fileno(), self._command)
        self._pipe.send(f"127.0.0.1:{self.port}")
        await server.serve_forever()

    def look(self) -> None:
        """Tell when the place is reached."""
        if self.stop is not None and self.stop.reached and not self._has_told:
            self._has_told = True
            self._pipe.send(self.stop.reached)

    def _command(self) -> None:
        verdict = self._pipe.recv()
        self.stop = None
        if verdict is not None:
            self._ending = asyncio.ensure_future(self._end(verdict))

    async def _end(self, verdict: Verdict) -> None:
        """Say how it ends, and wait until all is done that the dead have asked for."""
        for _ in range(_TURNS):
            await asyncio.sleep(0)
        dead = {task: line for task, line in self._lines.items() if line.is_gone}
        self.verdict.set_result(verdict)
        if dead:
            await asyncio.wait(dead)
        self._pipe.send(sum((line.said for line in dead.values()), Counter[str]()))

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        their_reader, their_writer = await asyncio.open_connection(*self._target)
        line = self._lines[task] = _Line(self, (reader, writer), (their_reader, their_writer))
        try:
            await line.run()
        finally:
            del self._lines[task]


@dataclass
class _Asked:
    """A request on its way, decoded if it is of a kind that is looked at."""

    payload: bytes
    header: RequestHeader
    request: Request | None
    is_held: bool


Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class _Line:
    """A writer's connection, and the one to the broker that belongs to it; that one stays while something is held."""

    def __init__(self, server: _Server, client: Ends, broker: Ends) -> None:
        self._server = server
        self._client, self._to_client = client
        self._broker, self._to_broker = broker
        self._queue: asyncio.Queue[_Asked | None] = asyncio.Queue()
        self._unanswered: deque[_Asked] = deque()
        self._is_quiet = asyncio.Event()
        self.is_gone = False
        """Whether the writer has hung up, or died."""
        self.said: Counter[str] = Counter()
        """What the broker answered to requests that had been held."""

    async def run(self) -> None:
        """Until both ends are closed."""
        ways: list[Coroutine[Any, Any, None]] = [self._listen(), self._pass_on(), self._answer()]
        await asyncio.gather(*ways)

    async def _listen(self) -> None:
        async for payload in _frames(self._client):
            asked = _read(payload)
            if asked.request is not None and self._server.stop is not None:
                asked.is_held = self._server.stop.holds(asked.request)
                self._server.look()
            self._queue.put_nowait(asked)
        self.is_gone = True
        self._queue.put_nowait(None)

    async def _pass_on(self) -> None:
        """Requests to the broker, one behind the other; one that is held keeps up those behind it."""
        while (asked := await self._queue.get()) is not None:
            if asked.is_held and not self._goes_on(await asyncio.shield(self._server.verdict)):
                break
            self._unanswered.append(asked)
            self._is_quiet.clear()
            self._to_broker.write(_SIZE.pack(len(asked.payload)) + asked.payload)
        if self._unanswered:
            await self._is_quiet.wait()
        self._hang_up()

    def _goes_on(self, verdict: Verdict) -> bool:
        if verdict is Verdict.DROPPED:
            return not self.is_gone
        return verdict is not Verdict.CUT

    async def _answer(self) -> None:
        async for payload in _frames(self._broker):
            asked = self._unanswered[0]
            response = None if asked.request is None else _decoded(asked.header, payload)
            if response is not None and asked.is_held:
                self.said[f"{ApiKey(response.API_KEY).name} {_errors(response)}"] += 1
            if await self._answer_is_lost(asked, response):
                self._to_client.close()
            elif not self._to_client.is_closing():
                frame = _rewritten(asked.header, payload, self._server.port, self._server.level)
                self._to_client.write(frame)
            self._unanswered.popleft()
            if not self._unanswered:
                self._is_quiet.set()
        self._is_quiet.set()
        self._hang_up()

    async def _answer_is_lost(self, asked: _Asked, response: Response | None) -> bool:
        """Hold the answer if it has to be; then, whether its writer does not get it."""
        stop = self._server.stop
        if stop is not None and asked.request is not None and response is not None:
            holds = stop.holds_answer(asked.request, response)
            self._server.look()
            if holds:
                await asyncio.shield(self._server.verdict)
        verdict = self._server.verdict
        return asked.is_held and verdict.done() and verdict.result() is Verdict.ANSWER_LOST

    def _hang_up(self) -> None:
        self._to_client.close()
        self._to_broker.close()


async def _frames(reader: asyncio.StreamReader) -> Any:
    """Payloads, until the connection ends."""
    with suppress(OSError, asyncio.IncompleteReadError):
        while True:
            yield await reader.readexactly(*_SIZE.unpack(await reader.readexactly(_SIZE.size)))


def _read(payload: bytes) -> _Asked:
    header, _ = decode_request_header(payload)
    request = decode_request_payload(payload)[1] if header.request_api_key in _LOOKED_AT else None
    return _Asked(payload, header, request, is_held=False)


def _decoded(header: RequestHeader, payload: bytes) -> Response:
    return decode_response_payload(payload, header.request_api_key, header.request_api_version)[1]


def _errors(response: Any) -> str:
    topics = getattr(response, "responses", None)
    codes = [response.error_code] if topics is None else [p.error_code for t in topics for p in t.partition_responses]
    return "/".join(sorted({ErrorCode.of(code).name for code in codes}))


def _rewritten(header: RequestHeader, payload: bytes, port: int, level: int | None) -> bytes:
    """An answer as a frame, in which all brokers are this forwarder."""
    api_key, version = header.request_api_key, header.request_api_version
    is_refused = api_key == ApiKey.API_VERSIONS and payload[4:6] == b"\0\x23"  # in version 0, and names no broker
    if api_key not in _REWRITTEN or is_refused:
        return _SIZE.pack(len(payload)) + payload
    response: Any = _decoded(header, payload)
    _REWRITE[api_key](response, port, level)
    return encode_response(response, version=version, correlation_id=header.correlation_id)


def _rewrite_brokers(response: Any, port: int, level: int | None) -> None:
    for broker in response.brokers:
        broker.host, broker.port = "127.0.0.1", port


def _rewrite_coordinators(response: Any, port: int, level: int | None) -> None:
    for found in [*response.coordinators, response]:
        if found.host:
            found.host, found.port = "127.0.0.1", port


def _rewrite_features(response: Any, port: int, level: int | None) -> None:
    if level is None:
        return
    for feature in response.finalized_features:
        if feature.name == FEATURE:
            feature.max_version_level = min(feature.max_version_level, level)
    response.finalized_features = [one for one in response.finalized_features if one.max_version_level]


_REWRITE: dict[int, Callable[[Any, int, int | None], None]] = {
    ApiKey.METADATA: _rewrite_brokers,
    ApiKey.DESCRIBE_CLUSTER: _rewrite_brokers,
    ApiKey.FIND_COORDINATOR: _rewrite_coordinators,
    ApiKey.API_VERSIONS: _rewrite_features,
}
