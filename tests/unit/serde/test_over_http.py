"""Schemas by plain HTTP: how long it may take."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from kafkawire.serde import over_http
from kafkawire.serde.over_http import RegistryAddress, schema_by_number
from kafkawire.serde.registered import RegistryFailed

Handler = http.server.BaseHTTPRequestHandler


class Clock:
    """Moves when it is told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(over_http, "time", made)
    return made


@contextmanager
def registry(answer: Callable[[Handler], None]) -> Iterator[RegistryAddress]:
    class Answering(Handler):
        def do_GET(self) -> None:  # noqa: N802 - the library's name
            answer(self)

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield RegistryAddress(f"http://127.0.0.1:{server.server_port}")
        finally:
            server.shutdown()
            thread.join()


def test_all_requests_of_a_schema_have_one_bound(clock: Clock) -> None:
    asked = []

    def slow(request: Handler) -> None:
        asked.append(request.path)
        clock.now += 6
        reference = {"name": "a", "subject": "a", "version": 1}
        body = json.dumps({"schema": "x", "schemaType": "PROTOBUF", "references": [reference]})
        request.send_response(200)
        request.end_headers()
        request.wfile.write(body.encode())

    with registry(slow) as address, pytest.raises(RegistryFailed, match="not all has come within 10 s"):
        schema_by_number(address, 1)
    assert asked == ["/schemas/ids/1", "/schemas/ids/1?format=serialized"]


def test_an_answer_that_comes_byte_by_byte_has_the_same_bound(clock: Clock) -> None:
    def trickle(request: Handler) -> None:
        request.send_response(200)
        request.end_headers()
        for _ in range(1000):
            clock.now += 1
            try:
                request.wfile.write(b" ")
            except ConnectionError:
                return

    with registry(trickle) as address, pytest.raises(RegistryFailed, match="not all has come within 10 s"):
        schema_by_number(address, 2)


def test_the_time_that_is_left_is_what_a_request_gets(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    given = []

    def hang(_: object, timeout: float) -> None:
        given.append(timeout)
        clock.now += timeout
        raise TimeoutError("timed out")

    monkeypatch.setattr(over_http, "urlopen", hang)
    with pytest.raises(RegistryFailed, match="timed out"):
        schema_by_number(RegistryAddress("http://127.0.0.1:1"), 3)
    assert given == [10.0]
