"""A broker that answers every question in the right form, and with nonsense."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any
from uuid import UUID

from kafkawire import ApiKey
from kafkawire.errors import EncodeError
from kafkawire.messages import PROTOCOL, ApiVersionsResponse, api_versions_response
from kafkawire.protocol.frames import decode_request_payload, encode_response
from kafkawire.protocol.framing import FrameReader
from kafkawire.records import Record, write_batch
from kafkawire.spec import FieldSpec
from tests.proxy.shipped.filling import filled

__all__ = ["NAMES", "Liar", "lying"]

NAMES = [
    "<script>document.title='evil'</script>",
    "__proto__",
    "constructor",
    "\u202etxt.exe",
    "</td><b>",
    "",
    "n" * 20_000,
]
_NUMBERS: dict[str, list[Any]] = {
    "int8": [-128, -1, 0, 1, 127],
    "int16": [-1, 0, 0, 0, 0, 0, 0, 3, 999],
    "int32": [-(2**31), -1, 0, 1, 1, 2, 2**31 - 1],
    "int64": [-(2**63), -1, 0, 1, 5, 2**53 + 1, 2**63 - 1],
    "uint16": [0, 1, 65535],
    "uint32": [0, 2**32 - 1],
    "float64": [float("nan"), float("inf"), float("-inf"), -0.0, 1e308, -1.0],
    "bool": [False, True],
}
_MANNERS = ("whole",) * 40 + ("half", "nothing", "goodbye", "more", "other", "huge")
_WHERE = frozenset({ApiKey.API_VERSIONS, ApiKey.METADATA, ApiKey.FIND_COORDINATOR, ApiKey.DESCRIBE_CLUSTER})
_BROKERS = frozenset({"node_id", "broker_id", "leader_id", "controller_id", "coordinator_id"})


class Liar:
    """What it says is drawn with `seed`. Where things are it says as it is, more or less: else nobody would ask on."""

    def __init__(self, seed: int, *, manners: tuple[str, ...] = _MANNERS) -> None:
        self._random, self._manners = Random(seed), manners
        self._writers: set[asyncio.StreamWriter] = set()
        self.port = 0
        self.asked = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        self._writers.add(writer)
        try:
            await self._talk(reader, writer)
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        frames = FrameReader()
        with suppress(ConnectionError):  # of who has heard enough
            while data := await reader.read(65536):
                for payload in frames.receive_data(data):
                    self.asked += 1
                    for part in self._said(bytes(payload)):
                        if part is None:
                            return
                        writer.write(part)

    def hang_up(self) -> None:
        """End all connections."""
        for writer in self._writers:
            writer.close()

    def _said(self, payload: bytes) -> Iterator[bytes | None]:
        header, request = decode_request_payload(payload)
        version, key = header.request_api_version, header.request_api_key
        answer = _versions() if key == ApiKey.API_VERSIONS else self._nonsense(key, version, request)
        frame = encode_response(answer, version=version, correlation_id=header.correlation_id)
        manner = "whole" if key in _WHERE else self._random.choice(self._manners)
        match manner:
            case "half":
                yield from (frame[: len(frame) // 2], None)
            case "goodbye":
                yield None
            case "more":
                yield struct.pack(">i", len(frame)) + frame[4:] + b"\0\0\0\0"
            case "other":
                yield encode_response(answer, version=version, correlation_id=header.correlation_id ^ 7)
            case "huge":
                yield b"\x7f\xff\xff\xff" + frame[4:]
            case "whole":
                yield frame

    def _nonsense(self, key: int, version: int, request: Any) -> Any:
        cls, asked = PROTOCOL.message_class(key, "response"), _asked_about(request)
        while True:
            length = self._random.choice([1, 1, 2, 5] if key in _WHERE else [0, 1, 1, 2, 5])
            answer = filled(cls, version, lambda path, field: self._value(key, path, field, asked), length=length)
            if key in _WHERE and hasattr(answer, "brokers"):
                del answer.brokers[1:]
            if hasattr(answer, "next_cursor") and self._random.random() < 0.9:
                answer.next_cursor = None
            try:
                answer.encode(version)
            except EncodeError:  # what even a liar cannot write
                continue
            return answer

    def _value(self, key: int, path: str, field: FieldSpec, asked: dict[str, list[Any]]) -> Any:
        kind, name, draw = field.type.removeprefix("[]"), path.rpartition(".")[2], self._random.choice
        if key in _WHERE or name in ("host", "port") or draw([True] * 20 + [False]):
            if name in ("error_code", "throttle_time_ms"):
                return 0
            if name in ("host", "port"):
                return "127.0.0.1" if name == "host" else self.port
            if name in _BROKERS:
                return 1
        if name in asked and draw([True] * 8 + [False]):
            return draw(asked[name])
        if kind == "string":
            texts = [each for values in asked.values() for each in values if isinstance(each, str)]
            return draw(texts if texts and key in _WHERE else [*NAMES, *texts * 12])
        if kind in ("bytes", "records"):
            batch = write_batch([Record(0, draw([-1, 2**62]), draw(NAMES).encode(), b"\xff{[", [(draw(NAMES), None)])])
            return draw([b"", b"\xff" * 40, batch, batch[: len(batch) // 2], batch * 50])
        if kind == "uuid":
            return draw([UUID(int=0), UUID(int=1), UUID(int=1)])
        if name in ("partition_index", "partition") and draw([True, True, False]):
            return 0
        return draw(_NUMBERS.get(kind, [None]))


def _versions() -> ApiVersionsResponse:
    keys = [
        api_versions_response.ApiVersion(api_key=key, min_version=found[0], max_version=found[-1])
        for key in PROTOCOL
        if (found := PROTOCOL.versions(key))
    ]
    return ApiVersionsResponse(api_keys=keys)


def _asked_about(request: Any) -> dict[str, list[Any]]:
    """The texts and numbers in a request, by field: whoever asks about a topic looks for it in the answer."""
    found: dict[str, list[Any]] = {}
    for name in request.__slots__:
        value = getattr(request, name, None)
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, str | int):
                found.setdefault(name, []).append(each)
            elif hasattr(each, "__slots__"):
                for inner, values in _asked_about(each).items():
                    found.setdefault(inner, []).extend(values)
    return found


@asynccontextmanager
async def lying(seed: int, **how: Any) -> AsyncIterator[Liar]:
    """Such a broker, on a port of its own."""
    liar = Liar(seed, **how)
    server = await asyncio.start_server(liar.serve, "127.0.0.1", 0)
    liar.port = server.sockets[0].getsockname()[1]
    try:
        yield liar
    finally:
        server.close()
        liar.hang_up()
