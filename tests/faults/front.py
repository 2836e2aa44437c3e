"""One connection to one of the cluster's brokers: what the client says goes to the broker behind, or goes wrong."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from typing import TYPE_CHECKING, Any

from kafkawire import ApiKey
from kafkawire.message import Request, Response
from kafkawire.protocol.frames import decode_request_payload, decode_response_payload, encode_request, encode_response
from kafkawire.protocol.framing import FrameReader
from kafkawire.transport.memory import MemoryTransport
from tests.faults.speaking import answer_for_another, remove_foreign, rewrite

if TYPE_CHECKING:
    from tests.faults.cluster import Cluster

__all__ = ["Front", "FrontFaults"]

# What may go wrong with a request, and how often (of 1), when things go wrong.
ODDS = {
    "lost request": 0.008,
    "lost answer": 0.012,
    "late request": 0.006,
    "half an answer": 0.004,
    "answer twice": 0.003,
    "garbage": 0.003,
    "silence": 0.002,
    "slow": 0.06,
}
_SLOW = 4.0  # seconds, at most
_NETWORK = 0.0005, 0.004  # seconds that any request takes


class FrontFaults:
    """Draws what goes wrong with a request."""

    def __init__(self, rng: random.Random, factor: float = 0.0) -> None:
        self._random = rng
        self._factor = factor

    def set(self, factor: float) -> None:
        """How much more often than `ODDS` says things go wrong from now on; 0 for never."""
        self._factor = factor

    def draw(self) -> str:
        """What goes wrong; mostly nothing ("")."""
        drawn = self._random.random()
        for name, odds in ODDS.items():
            drawn -= odds * self._factor
            if drawn < 0:
                return name
        return ""

    def delay(self, name: str) -> float:
        """Seconds until the request is worked on."""
        return self._random.uniform(0, _SLOW) if name == "slow" else self._random.uniform(*_NETWORK)


class _Behind(asyncio.Protocol):
    """Our end of the connection to the broker behind. Its answers come in the order of the requests."""

    def __init__(self) -> None:
        self._reader = FrameReader()
        self._waiting: deque[asyncio.Future[bytes]] = deque()
        self.transport: MemoryTransport

    def ask(self, frame: bytes) -> asyncio.Future[bytes]:
        future: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        self.transport.write(frame)
        return future

    def data_received(self, data: bytes) -> None:
        for payload in self._reader.receive_data(data):
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(payload)

    def connection_lost(self, exc: Exception | None) -> None:
        for future in self._waiting:
            future.cancel()


class _BrokersEnd(MemoryTransport):
    """The broker's end; nothing is ever held back, so there are no limits to keep."""

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass


class Front(asyncio.Protocol):
    """Answers one request after the other."""

    def __init__(self, cluster: Cluster, number: int) -> None:
        self._cluster = cluster
        self._number = number
        self._reader = FrameReader()
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._sessions_since = cluster.elections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._client: Any = transport
        self._behind = self._connect()
        self._task = asyncio.get_running_loop().create_task(self._serve())

    def _connect(self) -> _Behind:
        loop = asyncio.get_running_loop()
        near, far = MemoryTransport(loop, "behind"), _BrokersEnd(loop, "front")
        near.other, far.other = far, near
        near.protocol = behind = _Behind()
        far.protocol = self._cluster.broker._accept(0)
        behind.transport = near
        far.protocol.connection_made(far)
        return behind

    def data_received(self, data: bytes) -> None:
        for payload in self._reader.receive_data(data):
            self._queue.put_nowait(payload)

    def connection_lost(self, exc: Exception | None) -> None:
        self._task.cancel()
        self._behind.transport.abort()

    async def _serve(self) -> None:
        while True:
            payload = await self._queue.get()
            fault = self._cluster.faults.draw()
            if fault == "late request" and int.from_bytes(payload[:2], "big") == ApiKey.OFFSET_COMMIT:
                fault = "lost request"  # commits have no order but that of their arrival; the protocol cannot tell
            if fault:
                self._cluster.happened[fault] += 1
            await asyncio.sleep(self._cluster.faults.delay(fault))
            if fault == "late request":
                self._cluster.later(self._arrive_late(payload))
            if fault in ("lost request", "late request"):
                self._client.abort()
                return
            answer = await self._answer(payload)
            if fault == "silence":
                await asyncio.Future()
            if not self._pass_on(fault, answer):
                self._client.abort()
                return

    async def _arrive_late(self, payload: bytes) -> None:
        """A request that the broker gets to after its connection has broken; nobody hears the answer."""
        await asyncio.sleep(self._cluster.random.uniform(0, _SLOW))
        self._behind = self._connect()
        await asyncio.wait([asyncio.ensure_future(self._answer(payload))], timeout=_SLOW)
        self._behind.transport.abort()

    def _pass_on(self, fault: str, answer: bytes) -> bool:
        """Let the client have the answer, or what has become of it; False if the connection is to break."""
        if fault == "lost answer":
            return False
        if fault == "half an answer":
            self._client.write(answer[: self._cluster.random.randrange(len(answer))])
            return False
        if fault == "garbage":
            answer = self._cluster.random.randbytes(64)
        self._client.write(answer * 2 if fault == "answer twice" else answer)
        return True

    async def _answer(self, payload: bytes) -> bytes:
        header, request = decode_request_payload(payload)
        version = header.request_api_version
        response = self._refused(request, version)
        if response is None:
            response = await self._ask(request, version, header.client_id)
        return encode_response(response, version=version, correlation_id=header.correlation_id)

    def _refused(self, request: Request, version: int) -> Response | None:
        """What this broker says without a look behind."""
        if request.API_KEY == ApiKey.FETCH and self._session_is_gone(request):
            from kafkawire.messages import FetchResponse

            return FetchResponse(error_code=70)
        return answer_for_another(self._cluster, self._number, request)

    def _session_is_gone(self, request: Any) -> bool:
        """A broker that leads something else than before has forgotten what it told about partitions."""
        if request.session_epoch in (0, -1):
            self._sessions_since = self._cluster.elections
        return request.session_id != 0 and self._sessions_since != self._cluster.elections

    async def _ask(self, request: Request, version: int, client_id: str | None) -> Response:
        foreign = remove_foreign(self._cluster, self._number, request)
        frame = encode_request(request, version=version, correlation_id=0, client_id=client_id)
        payload = await self._behind.ask(frame)
        _, response = decode_response_payload(payload, request.API_KEY, version)
        rewrite(self._cluster, self._number, response, foreign)
        return response
