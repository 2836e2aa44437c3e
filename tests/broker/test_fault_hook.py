"""Faults in a broker: what a client that knows nothing but frames gets to see, and what is in the log."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kafkawire.testing
from kafkawire.broker import Broker, BrokerConfig, BrokerHooks, MemoryFiles, Session
from kafkawire.errors import RemoteProtocolError
from kafkawire.message import Request
from kafkawire.messages import (
    ApiVersionsRequest,
    HeartbeatRequest,
    HeartbeatResponse,
    MetadataRequest,
    ProduceRequest,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
)
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.protocol.frames import encode_request, encode_response
from kafkawire.testing import FaultHook, Faults, InvalidFault, ThreadedBroker
from tests.broker.wire import NOW_MS, QUICK, Wire, batch_of, fetch_request, produce, serving

BEAT = HeartbeatRequest(group_id="g", generation_id=1, member_id="m")
BEAT_FRAME = encode_response(HeartbeatResponse(error_code=25), version=2, correlation_id=0)


def run(
    body: Callable[[Broker, Wire], Awaitable[None]], *hooks: BrokerHooks, faults: Faults | None = None, **options: str
) -> None:
    async def main() -> None:
        texts = {name.replace("_", "."): value for name, value in options.items()}
        config = BrokerConfig.from_options({**QUICK, "log.dirs": "data", **texts})
        all_hooks = [*hooks, *([FaultHook(faults, "1")] if faults else [])]
        async with serving(Broker(config, files=MemoryFiles(), hooks=all_hooks, users={"alice": "secret"})) as broker:
            broker.node.controller.create("t", 3, {}, NOW_MS)
            await body(broker, await Wire.to(broker))

    asyncio.run(main())


async def rest(wire: Wire) -> bytes:
    """All that comes before the connection ends."""
    return await wire.reader.read()


def log_ends(broker: Broker) -> list[int]:
    logs = [broker.node.topics.log("t", number) for number in range(3)]
    return [log.end_offset if log else -1 for log in logs]


async def produce_to(wire: Wire, *partitions: int) -> dict[int, int]:
    data = [PartitionProduceData(index=n, records=batch_of(b"v")) for n in partitions]
    request = ProduceRequest(acks=-1, timeout_ms=1000, topic_data=[TopicProduceData(name="t", partition_data=data)])
    response = await wire.ask(request, 9)
    return {p.index: p.error_code for topic in response.responses for p in topic.partition_responses}


def test_a_partition_that_fails_is_not_written_and_the_others_are() -> None:
    faults = Faults()
    faults.fail("Produce", topic="t", partition=1, times=1, error="NOT_LEADER_OR_FOLLOWER")

    async def body(broker: Broker, wire: Wire) -> None:
        assert await produce_to(wire, 0, 1, 2) == {0: 0, 1: 6, 2: 0}
        assert log_ends(broker) == [1, 0, 1]
        assert await produce_to(wire, 1) == {1: 0}
        assert log_ends(broker) == [1, 1, 1]

    run(body, faults=faults)


def test_a_fetched_partition_fails_and_is_there_the_next_time() -> None:
    faults = Faults()
    faults.fail("Fetch", topic="t", times=1, error="NOT_LEADER_OR_FOLLOWER")

    async def body(_: Broker, wire: Wire) -> None:
        await produce(wire, "t", batch_of(b"v"))
        found = [(await wire.ask(fetch_request("t", 0), 12)).responses[0].partitions[0] for _ in range(2)]
        assert [(part.error_code, bool(part.records)) for part in found] == [(6, False), (0, True)]

    run(body, faults=faults)


@pytest.mark.parametrize(("drop", "written"), [("before", 0), ("after", 1)])
def test_a_connection_ends_before_or_after_the_request_is_carried_out(drop: Any, written: int) -> None:
    faults = Faults()
    faults.fail("Produce", drop=drop, times=1)

    async def body(broker: Broker, wire: Wire) -> None:
        data = [PartitionProduceData(index=0, records=batch_of(b"v"))]
        wire.send(ProduceRequest(acks=-1, topic_data=[TopicProduceData(name="t", partition_data=data)]), 9)
        assert await rest(wire) == b""
        assert log_ends(broker)[0] == written
        assert (await produce(await Wire.to(broker), "t", batch_of(b"v"))).base_offset == written

    run(body, faults=faults)


@pytest.mark.parametrize("cut", [0, 3, 4, 9, -1])
def test_a_response_is_cut_and_the_connection_ends(cut: int) -> None:
    faults = Faults()
    faults.fail("Heartbeat", cut=cut, times=1)

    async def body(broker: Broker, wire: Wire) -> None:
        wire.send(BEAT, 2)
        assert await rest(wire) == BEAT_FRAME[:cut]
        assert (await (await Wire.to(broker)).ask(BEAT, 2)).error_code == 25

    run(body, faults=faults)


def test_a_large_response_out_of_files_is_cut_too() -> None:
    faults = Faults()
    faults.fail("Fetch", cut=1_000_000, times=1)

    async def body(_: Broker, wire: Wire) -> None:
        for _n in range(3):
            await produce(wire, "t", batch_of(bytes(900_000)))
        wire.send(fetch_request("t", 0, partition_max_bytes=4 << 20), 12)
        assert len(await rest(wire)) == 1_000_000

    run(body, faults=faults)


def test_bytes_are_changed_and_the_connection_goes_on() -> None:
    faults = Faults()
    faults.fail("Heartbeat", corrupt=3, times=1)

    async def body(_: Broker, wire: Wire) -> None:
        wire.send(BEAT, 2)
        changed = await wire.reader.readexactly(len(BEAT_FRAME))
        assert changed[:4] == BEAT_FRAME[:4]
        assert sum(one != other for one, other in zip(changed, BEAT_FRAME, strict=True)) == 3
        assert (await wire.ask(BEAT, 2)).error_code == 25

    run(body, faults=faults)


def test_a_delay_and_a_throttle_keep_one_connection_waiting_and_no_other() -> None:
    faults = Faults()
    faults.fail("Heartbeat", delay=0.05, times=1)
    faults.fail("Heartbeat", throttle=0.05, skip=1, times=1)

    async def body(broker: Broker, wire: Wire) -> None:
        loop, other = asyncio.get_running_loop(), await Wire.to(broker)
        began = loop.time()
        wire.send(BEAT, 2)
        assert (await other.ask(MetadataRequest(topics=[]), 9)).brokers
        assert (await wire.receive())[1].throttle_time_ms == 0
        assert loop.time() - began >= 0.05
        assert (await wire.ask(BEAT, 2)).throttle_time_ms == 50
        told = loop.time()
        wire.send(BEAT, 2)
        assert (await other.ask(BEAT, 2)).throttle_time_ms == 0
        assert (await wire.receive())[1].throttle_time_ms == 0
        assert loop.time() - told >= 0.04

    run(body, faults=faults)


def test_connections_are_refused_and_a_partitioned_client_is_cut_off() -> None:
    faults = Faults()

    async def body(broker: Broker, wire: Wire) -> None:
        with faults.fail(refuse=True, node="1", times=1) as fault:
            refused = await Wire.to(broker)
            assert await refused.is_closed()
            assert fault.count == 1
        assert (await wire.ask(BEAT, 2)).error_code == 25
        with faults.fail(apart=["wire", "1"]):
            wire.send(BEAT, 2)
            assert await wire.is_closed()
        assert (await (await Wire.to(broker)).ask(BEAT, 2)).error_code == 25

    run(body, faults=faults)


@pytest.mark.parametrize(
    ("request_", "version", "error"),
    [(ApiVersionsRequest(client_software_name="n", client_software_version="1"), 3, 35), (BEAT, 4, 16)],
)
def test_what_is_refused_can_be_any_request(request_: Request, version: int, error: int) -> None:
    faults = Faults()
    faults.fail(request_.API_KEY, error=error)

    async def body(_: Broker, wire: Wire) -> None:
        assert (await wire.ask(request_, version)).error_code == error

    run(body, faults=faults)


def test_a_login_fails() -> None:
    faults = Faults()
    faults.fail("SaslAuthenticate", error="SASL_AUTHENTICATION_FAILED", times=1)

    async def body(_: Broker, wire: Wire) -> None:
        await wire.ask(SaslHandshakeRequest(mechanism="PLAIN"), 1)
        request = SaslAuthenticateRequest(auth_bytes=b"\0alice\0secret")
        assert [(await wire.ask(request, 2)).error_code for _ in range(2)] == [58, 0]

    run(body, faults=faults, listeners="SASL_PLAINTEXT://127.0.0.1:0")


class Bytes(BrokerHooks):
    """Sees the bytes of all responses, and does something to those of heartbeats."""

    def __init__(self, change: Callable[[bytes], Any]) -> None:
        self.change = change
        self.seen: list[bytes] = []

    def response_encoded(self, session: Session, frame: bytes) -> bytes:
        assert session.client_host == "/127.0.0.1"
        self.seen.append(frame)
        return self.change(frame)  # type: ignore[no-any-return]


def test_hooks_see_and_change_the_bytes_of_responses_the_last_one_first() -> None:
    first, last = Bytes(lambda frame: frame[:-1] + b"\2"), Bytes(lambda frame: frame[:-1] + b"\1")

    async def body(_: Broker, wire: Wire) -> None:
        assert (await wire.ask(BEAT, 2)).error_code == 2
        assert (await wire.ask(BEAT, 2)).error_code == 2

    run(body, first, last)
    assert last.seen[0] == BEAT_FRAME
    assert [frame[-1] for frame in first.seen] == [1, 1]


def refuse(_: bytes) -> bytes:
    raise RemoteProtocolError("no")


def fail(_: bytes) -> bytes:
    raise ZeroDivisionError("a bug")


@pytest.mark.parametrize(
    ("change", "logged"),
    [
        (refuse, "closing the connection from /127.0.0.1: no"),
        (fail, "Bytes.response_encoded failed for /127.0.0.1"),
        (lambda _: None, "closing the connection from /127.0.0.1: Bytes.response_encoded returned NoneType, not bytes"),
    ],
)
def test_a_hook_that_cannot_say_what_is_written_ends_the_connection(
    change: Callable[[bytes], Any], logged: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def body(_: Broker, wire: Wire) -> None:
        wire.send(BEAT, 2)
        assert await rest(wire) == b""

    run(body, Bytes(change))
    assert logged in caplog.text


# ------------------------------------------------------------------------------------------------- for synchronous code


@pytest.fixture
def broker() -> Iterator[ThreadedBroker]:
    with kafkawire.testing.broker(topics={"t": 1}) as running:
        yield running


def beat(broker: ThreadedBroker) -> int:
    """The error code of a heartbeat, over a connection of its own."""
    host, _, port = broker.bootstrap_servers.rpartition(":")
    with socket.create_connection((host, int(port)), 10) as client:
        client.sendall(encode_request(BEAT, version=2, correlation_id=0, client_id="c"))
        frame = client.recv(len(BEAT_FRAME), socket.MSG_WAITALL)
        found: int = struct.unpack(">h", frame[-2:])[0]
        return found


def test_a_broker_fails_as_long_as_it_is_told_to(broker: ThreadedBroker) -> None:
    assert beat(broker) == 25
    with broker.fail("Heartbeat", group="g", error="NOT_COORDINATOR") as fault:
        assert (beat(broker), beat(broker), fault.count) == (16, 16, 2)
    assert beat(broker) == 25


def test_faults_stay_when_a_broker_restarts_and_may_come_while_it_is_stopped(broker: ThreadedBroker) -> None:
    broker.fail("Heartbeat", error="NOT_COORDINATOR", times=2)
    assert beat(broker) == 16
    broker.stop()
    broker.fail("Heartbeat", skip=1, error="COORDINATOR_LOAD_IN_PROGRESS")
    broker.start()
    assert [beat(broker) for _ in range(3)] == [16, 25, 14]


def test_requests_take_no_other_way_before_there_is_a_fault(broker: ThreadedBroker) -> None:
    def handler() -> Any:
        return broker._thread.call(lambda node: node.handlers[12])

    assert handler().is_built_in
    with broker.fail("Heartbeat", delay=0.01):
        assert not handler().is_built_in


def test_faults_from_the_start_are_a_list_or_a_file(tmp_path: Path) -> None:
    rules = [{"api": "Heartbeat", "error": "NOT_COORDINATOR"}]
    path = tmp_path / "faults.json"
    path.write_text(json.dumps(rules))
    for faults in (rules, path, Faults.read(rules)):
        with kafkawire.testing.broker(faults=faults) as broker:
            assert beat(broker) == 16
    with pytest.raises(InvalidFault, match=r"rules\[0\]\.api"), kafkawire.testing.broker(faults=[{"api": "Hartbeat"}]):
        pass


def test_a_wrong_rule_is_told_to_who_gave_it(broker: ThreadedBroker) -> None:
    with pytest.raises(InvalidFault, match="did you mean 'NOT_COORDINATOR'"):
        broker.fail("Heartbeat", error="NOT_COORDINATER")
    assert beat(broker) == 25
