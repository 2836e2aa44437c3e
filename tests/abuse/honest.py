"""An honest client in a process of its own: a small request every few milliseconds, and how long each answer took."""

from __future__ import annotations

import gc
import socket
import struct
import time
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from kafkawire.messages import MetadataRequest
from kafkawire.messages.metadata_request import MetadataRequestTopic
from tests.abuse.child import Child
from tests.abuse.sending import Address
from tests.abuse.stage import HONEST, frame

EVERY = 0.005
PATIENCE = 8.0
"""Seconds for an answer. After that the client counts as lost."""


class Wait(NamedTuple):
    """An answer waited for. Times are of `time.perf_counter`, which processes share."""

    since: float
    seconds: float
    answered: bool

    @property
    def until(self) -> float:
        """When it ended."""
        return self.since + self.seconds


class HonestClient:
    """Its process is made at once, which takes nothing from the broker later. It asks from `begin` to `finish`."""

    def __init__(self, address: Address) -> None:
        self._child = Child(_work, address)

    def begin(self) -> None:
        """Connect, and begin to ask."""
        self._told("begin")

    def until_answered(self) -> float:
        """Wait until the broker owes it nothing; that moment."""
        moment: float = self._told("moment")
        return moment

    def finish(self) -> list[Wait]:
        """All its waits."""
        waits: list[Wait] = self._told("finish")
        return waits

    def end(self) -> None:
        """Whatever it is doing, it goes."""
        self._child.end()

    def _told(self, what: str) -> Any:
        self._child.send(what)
        return self._child.receive(2 * PATIENCE)


def _work(pipe: Connection, address: Address) -> None:
    gc.disable()
    metadata = MetadataRequest(topics=[MetadataRequestTopic(name=HONEST)], allow_auto_topic_creation=False)
    request, waits = frame(metadata, 12), list[Wait]()
    pipe.recv()
    with socket.create_connection(address, PATIENCE) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        pipe.send("begun")
        while True:
            due = time.perf_counter() + EVERY
            if not waits or waits[-1].answered:
                waits.append(_ask(connection, request))
            if pipe.poll(max(0.0, due - time.perf_counter())):
                if pipe.recv() == "finish":
                    pipe.send(waits)
                    return
                pipe.send(time.perf_counter())


def _ask(connection: socket.socket, request: bytes) -> Wait:
    since = time.perf_counter()
    try:
        connection.sendall(request)
        (size,) = struct.unpack(">i", _read(connection, 4))
        answer = _read(connection, size)
        assert HONEST.encode() in answer, answer
        answered = True
    except OSError:  # no answer in time, or the connection is lost
        answered = False
    return Wait(since, time.perf_counter() - since, answered)


def _read(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        piece = connection.recv(size - len(data))
        if not piece:
            raise ConnectionError("the broker hung up")
        data += piece
    return data
