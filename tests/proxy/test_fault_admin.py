"""Rules of faults by HTTP, while a proxy runs."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest

from kafkawire.client.blocking import Producer
from kafkawire.client.errors import TimedOut
from kafkawire.errors import KafkaWireError
from kafkawire.testing import broker
from kafkawire.testing.fault_admin import FaultAdmin
from kafkawire.testing.faults import FaultRule, Faults

JSON = {"Content-Type": "application/json"}
RULE = {"api": "Produce", "error": "NOT_LEADER_OR_FOLLOWER", "times": 2}


@pytest.fixture
def faults() -> Faults:
    return Faults()


@pytest.fixture
def port(faults: Faults) -> Iterator[int]:
    with closing(FaultAdmin(faults)) as admin:
        yield admin.port


def ask(
    port: int, method: str, path: str = "/faults", body: object = None, headers: dict[str, str] = JSON
) -> tuple[int, Any]:
    data = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else None
    with closing(HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        connection.request(method, path, data, headers)
        response = connection.getresponse()
        found = response.read()
        return response.status, json.loads(found) if found else None


def test_rules_are_added_listed_and_ended(port: int, faults: Faults) -> None:
    assert ask(port, "GET") == (200, [])
    assert ask(port, "POST", body=RULE) == (201, [{"number": 0, "count": 0, "rule": RULE}])
    assert ask(port, "POST", body=[{"refuse": True}, {"api": ["Fetch"], "delay": 1.5}])[0] == 201
    assert next(fault.rule for fault in faults) == FaultRule.from_mapping(RULE)
    assert [one["number"] for one in ask(port, "GET")[1]] == [0, 1, 2]
    assert ask(port, "DELETE", "/faults/1") == (204, None)
    assert ask(port, "DELETE", "/faults/1")[0] == 404
    assert [one["number"] for one in ask(port, "GET")[1]] == [0, 2]
    assert ask(port, "DELETE") == (204, None)
    assert not list(faults)
    assert ask(port, "POST", body=RULE)[1][0]["number"] == 3


@pytest.mark.parametrize(
    ("request_of", "status", "says"),
    [
        (("POST", "/faults", {"api": "Produse", "delay": 1}), 400, "rules[0].api: "),
        (("POST", "/faults", [RULE, {"probability": 2, "delay": 1}]), 400, "rules[1].probability: "),
        (("POST", "/faults", "delay"), 400, "rules[0]: 'delay' is no mapping"),
        (("POST", "/faults", b"{"), 400, "that is no JSON"),
        (("POST", "/faults", b"\xff"), 400, "that is no JSON"),
        (("POST", "/faults", b"[" * 200_000), 400, "that is no JSON"),
        (("POST", "/faults", b" " * 300_000), 413, "at most 262144 bytes"),
        (("POST", "/faults", [RULE] * 1001), 409, "more than 1000 rules"),
        (("POST", "/faults", RULE, {"Content-Type": "text/plain"}), 415, "application/json"),
        (("POST", "/other", RULE), 404, "/faults"),
        (("GET", "/faults", None, {"Host": "evil.example:80"}), 403, "127.0.0.1"),
        (("GET", "/faults/0"), 404, "/faults"),
    ],
    ids=str,
)
def test_what_is_not_done_says_why_and_changes_nothing(
    port: int, faults: Faults, request_of: tuple[Any, ...], status: int, says: str
) -> None:
    found, answer = ask(port, *request_of)
    assert (found, says in answer["problems"][0]) == (status, True)
    assert not list(faults)


@pytest.mark.parametrize(
    "data",
    [b"", b"\0" * 100, b"GET /faults HTTP/1.1\r\n", b"POST /faults HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"],
    ids=["nothing", "zeros", "line", "body"],
)
def test_whoever_stops_within_a_request_keeps_nobody_from_it(port: int, data: bytes) -> None:
    for _ in range(40):
        with socket.create_connection(("127.0.0.1", port), 10) as one:
            one.sendall(data)
    for _ in range(3):
        assert ask(port, "GET") == (200, [])


def test_a_proxy_lets_rules_come_and_go() -> None:
    with broker(topics={"t": 1}) as kafka:
        command = [sys.executable, "-m", "kafkawire", "proxy", "--upstream", kafka.bootstrap_servers, "--json"]
        with subprocess.Popen(
            [*command, "--listen", "127.0.0.1:0", "--admin-port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ,
        ) as process:
            try:
                assert process.stdout is not None
                facts = json.loads(process.stdout.readline())
                rule = {"api": "Produce", "topic": "t", "error": "TOPIC_AUTHORIZATION_FAILED"}
                assert ask(facts["admin_port"], "POST", body=rule)[0] == 201
                with Producer(facts["bootstrap_servers"]) as producer:
                    with pytest.raises(KafkaWireError) as refused:
                        producer.send("t", b"no").result(10)
                    assert not isinstance(refused.value, TimedOut)
                    assert ask(facts["admin_port"], "GET")[1][0]["count"] == 1
                    assert ask(facts["admin_port"], "DELETE")[0] == 204
                    producer.send("t", b"yes").result(10)
            finally:
                process.send_signal(signal.SIGTERM)
            assert process.wait(10) == 0
        assert [record.value for record in kafka.records("t")] == [b"yes"]
