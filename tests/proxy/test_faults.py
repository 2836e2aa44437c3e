"""Faults in a proxy: what clients get to see, and what is in the log of the broker behind it.

What people's clients make of it is asked by the tests of faults in a broker, with a proxy in its place.
"""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import Awaitable, Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

import kafkawire.testing
from kafkawire.message import Request
from kafkawire.messages import (
    ApiVersionsRequest,
    FetchRequest,
    HeartbeatRequest,
    HeartbeatResponse,
    MetadataRequest,
    MetadataResponse,
    ProduceRequest,
)
from kafkawire.messages import fetch_response as fetched
from kafkawire.messages import metadata_response as metadata
from kafkawire.messages.fetch_request import FetchPartition, FetchTopic
from kafkawire.messages.fetch_response import FetchResponse
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.protocol.frames import encode_response
from kafkawire.proxy import Filter, Proxy, VirtualCluster
from kafkawire.proxy.loading import InvalidFilterOption, load_filter
from kafkawire.proxy.testing import FilterTest
from kafkawire.testing import FaultFilter, Faults, ThreadedBroker
from kafkawire.testing.faults import Fault
from tests.broker.wire import Wire, batch_of
from tests.client.test_fault_clients import (  # noqa: F401 - they run here once more
    CLIENTS,
    test_a_record_is_written_once_whatever_happens_to_its_request,
    test_a_refusal_for_good_is_told_and_nothing_is_written,
    test_a_slow_broker_is_waited_for,
    test_everything_is_read_whatever_happens_on_the_way,
)
from tests.corpus import ROOT
from tests.proxy.threaded import proxy

BEAT = HeartbeatRequest(group_id="g", generation_id=1, member_id="m")
BEAT_FRAME = encode_response(HeartbeatResponse(error_code=25), version=2, correlation_id=0)


class Behind:
    """A broker that does as it should, behind a proxy that does not."""

    def __init__(self, kafka: ThreadedBroker, faults: Faults, bootstrap_servers: str) -> None:
        self.bootstrap_servers = bootstrap_servers
        self.fail, self.records, self.append = faults.fail, kafka.records, kafka.append


@pytest.fixture(params=["confluent_kafka", "kafkawire"])
def client(request: pytest.FixtureRequest) -> Any:
    pytest.importorskip(request.param)
    return CLIENTS[request.param]


@pytest.fixture
def broker() -> Iterator[Behind]:
    faults = Faults()
    with (
        kafkawire.testing.broker(topics={"orders": 1}) as kafka,
        proxy(kafka.bootstrap_servers, FaultFilter(faults)) as servers,
    ):
        yield Behind(kafka, faults, servers)


# ------------------------------------------------------------------------------------------ seen as frames by a wire


@pytest.fixture(scope="module")
def kafka() -> Iterator[ThreadedBroker]:
    with kafkawire.testing.broker() as running:
        yield running


Body = Callable[[Callable[[], Awaitable[Wire]]], Awaitable[None]]


def run(kafka: ThreadedBroker, faults: Faults, body: Body) -> None:
    """Have a body talk to the broker through the port that stands for it, which is broker 1."""

    async def main() -> None:
        cluster = VirtualCluster(kafka.bootstrap_servers)
        async with asyncio.timeout(10), Proxy([cluster], [FaultFilter(faults)], drain_timeout=1) as running:

            async def to_broker() -> Wire:
                host, _, port = running.bootstrap_servers.rpartition(":")
                asking = Wire(*await asyncio.open_connection(host, int(port)))
                [told] = (await asking.ask(MetadataRequest(topics=[]), 9)).brokers
                await asking.close()
                wire = Wire(*await asyncio.open_connection(told.host, told.port))
                Wire.opened.append(wire)
                return wire

            try:
                await body(to_broker)
            finally:
                await Wire.close_all()

    asyncio.run(main())


def written(kafka: ThreadedBroker, topic: str) -> list[int]:
    return [len(kafka.records(topic, number)) for number in range(3)]


async def produce(wire: Wire, topic: str, *partitions: int, acks: int = -1) -> dict[int, int]:
    data = [PartitionProduceData(index=n, records=batch_of(b"v")) for n in partitions]
    request = ProduceRequest(acks=acks, timeout_ms=1000, topic_data=[TopicProduceData(name=topic, partition_data=data)])
    if not acks:
        wire.send(request, 9)
        return {}
    response = await wire.ask(request, 9)
    return {p.index: p.error_code for found in response.responses for p in found.partition_responses}


def test_a_partition_that_fails_is_not_written_and_the_others_are(kafka: ThreadedBroker) -> None:
    kafka.create_topic("a", 3)
    faults = Faults()
    faults.fail("Produce", topic="a", partition=1, times=1, error="NOT_LEADER_OR_FOLLOWER")

    async def body(to_broker: Callable[[], Awaitable[Wire]]) -> None:
        wire = await to_broker()
        assert await produce(wire, "a", 0, 1, 2) == {0: 0, 1: 6, 2: 0}
        assert written(kafka, "a") == [1, 0, 1]
        assert await produce(wire, "a", 1) == {1: 0}

    run(kafka, faults, body)
    assert written(kafka, "a") == [1, 1, 1]


@pytest.mark.parametrize(("drop", "count"), [("before", 0), ("after", 1)])
def test_a_connection_ends_before_or_after_the_request_is_carried_out(
    kafka: ThreadedBroker, drop: Any, count: int
) -> None:
    kafka.create_topic(drop, 3)
    faults = Faults()
    faults.fail("Produce", drop=drop, times=1)

    async def body(to_broker: Callable[[], Awaitable[Wire]]) -> None:
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await produce(await to_broker(), drop, 0)
        assert written(kafka, drop)[0] == count
        assert await produce(await to_broker(), drop, 0) == {0: 0}

    run(kafka, faults, body)


def test_a_request_that_wants_no_answer_is_left_out_or_throttled(kafka: ThreadedBroker) -> None:
    kafka.create_topic("silent", 3)
    faults = Faults()
    faults.fail("Produce", topic="silent", times=1, error="NOT_LEADER_OR_FOLLOWER")
    faults.fail("Produce", topic="silent", times=1, throttle=0.05)

    async def body(to_broker: Callable[[], Awaitable[Wire]]) -> None:
        wire, loop = await to_broker(), asyncio.get_running_loop()
        await produce(wire, "silent", 0, acks=0)
        await produce(wire, "silent", 1, acks=0)
        began = loop.time()
        assert await produce(wire, "silent", 2) == {2: 0}
        assert loop.time() - began >= 0.04

    run(kafka, faults, body)
    assert written(kafka, "silent") == [0, 1, 1]


@pytest.mark.parametrize("cut", [0, 3, 4, 9, -1])
def test_a_response_is_cut_behind_those_before_it_and_the_connection_ends(kafka: ThreadedBroker, cut: int) -> None:
    faults = Faults()
    faults.fail("Heartbeat", cut=cut, times=1)

    async def body(to_broker: Callable[[], Awaitable[Wire]]) -> None:
        wire = await to_broker()
        wire.send(BEAT, 2)
        wire.send(BEAT, 2)
        assert await wire.reader.read() == BEAT_FRAME[:cut]
        assert (await (await to_broker()).ask(BEAT, 2)).error_code == 25

    run(kafka, faults, body)


def test_an_answer_of_the_filters_own_that_is_cut_waits_for_its_turn(kafka: ThreadedBroker) -> None:
    faults = Faults()
    faults.fail("Heartbeat", error="REBALANCE_IN_PROGRESS", cut=9)

    async def body(to_broker: Callable[[], Awaitable[Wire]]) -> None:
        wire = await to_broker()
        wire.send(MetadataRequest(topics=[]), 9)
        wire.send(BEAT, 2)
        wire.send(BEAT, 2)
        assert (await wire.receive())[1].brokers
        assert await wire.reader.read() == b"\0\0\0\x0a\0\0\0\1\0"

    run(kafka, faults, body)


def test_bytes_are_changed_and_the_connection_goes_on(kafka: ThreadedBroker) -> None:
    faults = Faults()
    faults.fail("Heartbeat", corrupt=3, times=1)

    async def body(to_broker: Callable[[], Awaitable[Wire]]) -> None:
        wire = await to_broker()
        wire.send(BEAT, 2)
        changed = await wire.reader.readexactly(len(BEAT_FRAME))
        assert changed[:4] == BEAT_FRAME[:4]
        assert sum(one != other for one, other in zip(changed, BEAT_FRAME, strict=True)) == 3
        assert (await wire.ask(BEAT, 2)).error_code == 25

    run(kafka, faults, body)


def test_a_delay_and_a_throttle_keep_one_connection_waiting_and_no_other(kafka: ThreadedBroker) -> None:
    faults = Faults()
    faults.fail("Heartbeat", delay=0.05, times=1)
    faults.fail("Heartbeat", throttle=0.05, skip=1, times=1)

    async def body(to_broker: Callable[[], Awaitable[Wire]]) -> None:
        loop, wire, other = asyncio.get_running_loop(), await to_broker(), await to_broker()
        began = loop.time()
        wire.send(BEAT, 2)
        assert (await other.ask(MetadataRequest(topics=[]), 9)).brokers
        assert (await wire.receive())[1].throttle_time_ms == 0
        assert loop.time() - began >= 0.05
        assert (await wire.ask(BEAT, 2)).throttle_time_ms == 50
        told = loop.time()
        wire.send(ApiVersionsRequest(), 0)
        assert (await other.ask(BEAT, 2)).throttle_time_ms == 0
        assert (await wire.receive())[1].api_keys
        assert loop.time() - told >= 0.04

    run(kafka, faults, body)


def test_connections_are_refused_and_a_partitioned_client_is_cut_off(kafka: ThreadedBroker) -> None:
    faults = Faults()

    async def body(to_broker: Callable[[], Awaitable[Wire]]) -> None:
        wire = await to_broker()
        assert (await wire.ask(BEAT, 2)).error_code == 25  # the proxy is through to the broker
        with faults.fail(refuse=True, node="1", times=1) as fault:
            assert await (await to_broker()).is_closed()
            assert fault.count == 1
        assert (await wire.ask(BEAT, 2)).error_code == 25
        with faults.fail(apart=["wire", "1"]):
            wire.send(BEAT, 2)
            assert await wire.is_closed()
        assert (await (await to_broker()).ask(BEAT, 2)).error_code == 25

    run(kafka, faults, body)


# -------------------------------------------------------------------------------------------------- without sockets


def test_topics_that_requests_name_by_id_are_asked_for_also_those_of_a_fetch_session() -> None:
    faults, topic_id, asked = Faults(), UUID(int=7), []
    fault: Fault = faults.fail("Fetch", topic="t", error="NOT_LEADER_OR_FOLLOWER")

    def answers(request: Request, _version: int) -> MetadataResponse:
        asked.append(request)
        return MetadataResponse(topics=[metadata.MetadataResponseTopic(name="t", topic_id=topic_id)])

    part = fetched.PartitionData(partition_index=0, high_watermark=5, records=batch_of(b"v"))
    response = FetchResponse(responses=[fetched.FetchableTopicResponse(topic_id=topic_id, partitions=[part])])
    topic = FetchTopic(topic_id=topic_id, partitions=[FetchPartition(partition=0)])
    with FilterTest(FaultFilter(faults), broker=answers) as test:
        for topics in ([topic], []):
            assert isinstance(test.request(FetchRequest(topics=topics), 13), FetchRequest)
            [told] = test.response(response).responses[0].partitions
            assert (told.error_code, bool(told.records)) == (6, False)
    assert fault.count == 2
    assert len(asked) == 1


def test_without_rules_nothing_waits() -> None:
    with FilterTest(FaultFilter()) as test:
        assert test.request(BEAT, 4) == BEAT
        assert test.response(HeartbeatResponse(error_code=27)) == HeartbeatResponse(error_code=27)


# ------------------------------------------------------------------------------------------------------------ by name


def test_rules_come_from_a_file_and_what_is_wrong_with_it_is_said(tmp_path: Path) -> None:
    name, file = "kafkawire.testing.fault_filter:FaultFilter", tmp_path / "faults.json"
    file.write_text(json.dumps([{"api": "Heartbeat", "error": "FENCED_INSTANCE_ID"}]))
    made = load_filter(f"{name}:file={file}")
    assert isinstance(made, FaultFilter)
    with FilterTest(made) as test:
        assert test.request(BEAT, 4).error_code == 82
    file.write_text('[{"api": "Heartbeet", "error": 3}]')
    with pytest.raises(InvalidFilterOption, match=r"faults\.json: rules\[0\]\.api: .*did you mean 'Heartbeat'"):
        load_filter(f"{name}:file={file}")
    with pytest.raises(InvalidFilterOption, match="no-such-file"):
        load_filter(f"{name}:file={tmp_path / 'no-such-file'}")


def test_the_names_of_filters_stand_for_filters() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = project["entry-points"]["kafkawire.proxy.filters"]
    assert named["faults"] == "kafkawire.testing.fault_filter:FaultFilter"
    for place in named.values():
        module, _, attr = place.partition(":")
        assert issubclass(getattr(import_module(module), attr), Filter)
