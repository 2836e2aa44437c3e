"""The examples of brokers made of our parts, run and asked."""

from __future__ import annotations

import asyncio
import importlib.util
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.broker import Broker, Context, MemoryFiles, default_handlers, handles
from kafkawire.error_code import ErrorCode
from kafkawire.message import Request, Response
from kafkawire.messages import (
    ApiVersionsRequest,
    CreateTopicsRequest,
    DescribeClientQuotasRequest,
    HeartbeatRequest,
    MetadataRequest,
    ProduceRequest,
)
from kafkawire.messages.create_topics_request import CreatableTopic
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from tests.broker.test_server import values
from tests.broker.wire import NOW_MS, Wire, batch_of, fetch_request, new_broker, produce, serving
from tests.sockets import no_sockets_left

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(broker: Broker, body: Callable[[Wire], Awaitable[None]]) -> None:
    async def main() -> None:
        async with serving(broker):
            broker.node.controller.create("t", 1, {}, NOW_MS)
            await body(await Wire.to(broker))

    asyncio.run(main())


@pytest.mark.parametrize("name", ["custom_handler", "custom_storage"])
def test_the_examples_run(name: str) -> None:
    done = subprocess.run([sys.executable, EXAMPLES / f"{name}.py"], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")
    assert "listening on 127.0.0.1:" in done.stdout


def test_handlers_are_wrapped_replaced_and_added() -> None:
    example = load("custom_handler")

    async def body(wire: Wire) -> None:
        assert (await produce(wire, "t", [b"x"])).base_offset == 0
        assert values(await wire.ask(fetch_request("t", 0), 11)) == [b"x"]
        assert example.produced_by == {"wire": 1}
        refused = (
            await wire.ask(
                CreateTopicsRequest(topics=[CreatableTopic(name="mine", num_partitions=1, replication_factor=1)]), 5
            )
        ).topics[0]
        assert (refused.error_code, refused.error_message) == (ErrorCode.POLICY_VIOLATION, "Ask Ada for a topic.")
        quotas = await wire.ask(DescribeClientQuotasRequest(), 1)
        assert (quotas.error_code, list(quotas.entries)) == (0, [])
        served = {
            api.api_key: api
            for api in (
                await wire.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
            ).api_keys
        }
        assert ApiKey.DESCRIBE_CLIENT_QUOTAS in served
        assert served[ApiKey.CREATE_TOPICS].min_version == 2

    run(Broker(new_broker().config, files=MemoryFiles(), handlers=example.HANDLERS), body)


@pytest.mark.parametrize("api", [ApiKey.PRODUCE, ApiKey.FETCH, ApiKey.METADATA, ApiKey.HEARTBEAT])
def test_any_handler_is_wrapped_in_the_same_three_lines(api: ApiKey) -> None:
    """Some built-in handlers are coroutines and some are not; Produce with acks=0 has no answer at all."""
    built_in = default_handlers()[api]
    passed: list[tuple[str, str]] = []

    @handles(api, versions=built_in.versions)
    async def wrapped(ctx: Context, request: Request) -> Response | None:
        response = await built_in(ctx, request)
        passed.append((type(request).__name__, type(response).__name__))
        return response

    async def body(wire: Wire) -> None:
        assert (await produce(wire, "t", [b"x"])).base_offset == 0
        topics = [TopicProduceData(name="t", partition_data=[PartitionProduceData(index=0, records=batch_of(b"y"))])]
        wire.send(ProduceRequest(acks=0, timeout_ms=1000, topic_data=topics), 9)
        later = wire.send(fetch_request("t", 1, max_wait_ms=10_000), 11)
        number, response = await wire.receive()
        assert (number, values(response)) == (later, [b"y"])
        assert (await wire.ask(MetadataRequest(topics=None), 9)).topics[0].name == "t"
        assert (await wire.ask(HeartbeatRequest(group_id="g", member_id="m"), 4)).error_code

    run(Broker(new_broker().config, files=MemoryFiles(), handlers=[wrapped]), body)
    name = api.name.capitalize()
    extra = [("ProduceRequest", "NoneType")] if api is ApiKey.PRODUCE else []
    assert passed == [(f"{name}Request", f"{name}Response"), *extra]


def test_a_full_disk_is_told_to_producers_and_reads_go_on() -> None:
    example = load("custom_storage")
    disk = example.SmallDisk(room=20_000)

    async def body(wire: Wire) -> None:
        assert (await produce(wire, "t", [b"kept"])).base_offset == 0
        assert (await produce(wire, "t", [b"x" * 30_000])).error_code == ErrorCode.KAFKA_STORAGE_ERROR
        assert values(await wire.ask(fetch_request("t", 0), 11)) == [b"kept"]
        assert (await produce(wire, "t", [b"small"])).base_offset == 1

    run(Broker(new_broker().config, files=disk), body)


def test_an_authorizer_says_who_may_write() -> None:
    outcomes = asyncio.run(load("custom_authorizer").main())
    assert outcomes == ["owner: written", "somebody: TOPIC_AUTHORIZATION_FAILED"]


@pytest.mark.parametrize("turns", range(5))
def test_a_client_that_comes_while_the_broker_ends_leaves_no_socket_open(turns: int) -> None:
    async def main() -> None:
        broker = new_broker()
        async with serving(broker):
            late = socket.create_connection(("127.0.0.1", broker.node.port))
            for _ in range(turns):
                await asyncio.sleep(0)
        late.settimeout(5)
        with suppress(ConnectionResetError):  # which is what a client gets that came too late to be accepted
            assert late.recv(1) == b""
        late.close()

    with no_sockets_left():
        asyncio.run(main())
