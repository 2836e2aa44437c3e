"""How a blocking socket is read: in one call for all of a response, and never longer than there is time."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any, cast

import pytest

from kafkawire.errors import RemoteProtocolError
from kafkawire.protocol.events import ResponseReceived
from kafkawire.protocol.framing import FrameReader
from kafkawire.transport.blocking import BlockingStream
from kafkawire.transport.errors import ConnectionLost, RequestTimedOut

LARGE = bytes(range(256)) * 8_000  # more than a socket's buffer holds


class Frames:
    """Takes each frame for a response."""

    def __init__(self) -> None:
        self._reader = FrameReader()
        self.calls = 0

    @property
    def missing(self) -> int:
        return self._reader.missing

    def receive_data(self, data: bytes) -> list[ResponseReceived]:
        self.calls += 1
        return [ResponseReceived(0, 0, 0, cast("Any", frame), len(frame)) for frame in self._reader.receive_data(data)]

    def check(self) -> None:
        self._reader.check()

    def eof_received(self) -> None:
        if self._reader.buffered:
            raise RemoteProtocolError(f"the stream ends {self._reader.buffered} bytes into a frame")

    def data_to_send(self) -> list[bytes]:
        return []

    def close(self) -> None:
        pass


@pytest.fixture(params=["waits", "asks again and again"])
def pair(request: pytest.FixtureRequest) -> Iterator[tuple[BlockingStream, socket.socket, Frames]]:
    ours, theirs = socket.socketpair()
    frames = Frames()
    stream = BlockingStream(ours, cast("Any", frames), "a broker")
    if request.param != "waits":
        stream._waits = False  # as for TLS, where a call gives what it has
    with ours, theirs:
        yield stream, theirs, frames


def in_thread(work: Callable[[], object]) -> Thread:
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def frame(payload: bytes) -> bytes:
    return struct.pack(">i", len(payload)) + payload


def test_responses_come_whole_however_they_are_sent(pair: tuple[BlockingStream, socket.socket, Frames]) -> None:
    stream, theirs, frames = pair
    sent = [b"", b"x", LARGE, b"last"]
    data = b"".join(map(frame, sent))

    def send() -> None:
        for at in range(0, len(data), 300_001):
            theirs.sendall(data[at : at + 300_001])

    thread = in_thread(send)
    assert [cast("Any", stream.wait(10)) for _ in sent] == sent
    thread.join()
    assert stream.traffic.received == len(data)
    if stream._waits:
        assert frames.calls == 2 * len(sent) - 1  # a size, and a payload unless it is empty


@pytest.mark.parametrize("sent", [b"", b"\0\0", frame(LARGE)[:100_000]])
def test_time_is_up_wherever_a_response_stops(pair: tuple[BlockingStream, socket.socket, Frames], sent: bytes) -> None:
    stream, theirs, _ = pair
    theirs.sendall(sent)
    began = time.monotonic()
    with pytest.raises(RequestTimedOut, match=r"a broker: no answer after 0\.2 s"):
        stream.wait(0.2)
    assert stream.closed
    assert time.monotonic() - began >= 0.2


def test_bytes_that_trickle_do_not_give_more_time(pair: tuple[BlockingStream, socket.socket, Frames]) -> None:
    stream, theirs, _ = pair
    theirs.sendall(frame(LARGE)[:4])

    def trickle() -> None:
        try:
            while True:
                theirs.sendall(b"x" * 10)
                time.sleep(0.01)  # between two bytes of a slow peer
        except OSError:
            return

    thread = in_thread(trickle)
    with pytest.raises(RequestTimedOut):
        stream.wait(0.2)
    thread.join(10)
    assert not thread.is_alive()


def test_an_end_inside_a_response_is_named(pair: tuple[BlockingStream, socket.socket, Frames]) -> None:
    stream, theirs, _ = pair
    theirs.sendall(frame(LARGE)[:1004])
    theirs.close()
    with pytest.raises(RemoteProtocolError, match="the stream ends 1004 bytes into a frame"):
        stream.wait(10)


def test_an_end_between_responses_is_named(pair: tuple[BlockingStream, socket.socket, Frames]) -> None:
    stream, theirs, _ = pair
    theirs.close()
    with pytest.raises(ConnectionLost, match="closed the connection"):
        stream.wait(10)
