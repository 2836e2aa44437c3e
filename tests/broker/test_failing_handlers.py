"""Handlers that raise, or return what is no answer: the client is told, the log says why, and the broker goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kafkawire.api_key import ApiKey
from kafkawire.broker import Broker, BrokerConfig, Context, MemoryFiles, handles
from kafkawire.error_code import ErrorCode
from kafkawire.message import Request, Response
from kafkawire.messages import (
    ApiVersionsRequest,
    HeartbeatRequest,
    HeartbeatResponse,
    ProduceRequest,
    ProduceResponse,
)
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from tests.broker.wire import Wire, serving

Body = Callable[[Wire], Awaitable[None]]


def run(function: Callable[[Context, Any], Any], body: Body, *, api: ApiKey = ApiKey.HEARTBEAT) -> None:
    async def main() -> None:
        config = BrokerConfig.from_options({"listeners": "PLAINTEXT://127.0.0.1:0", "log.dirs": "d"})
        broker = Broker(config, files=MemoryFiles(), handlers=[handles(api, versions=range(5))(function)])
        async with serving(broker):
            await body(await Wire.to(broker))

    asyncio.run(main())


async def beat(wire: Wire) -> int:
    response: HeartbeatResponse = await wire.ask(HeartbeatRequest(group_id="g", generation_id=1, member_id="m"), 4)
    return response.error_code


async def told_and_still_there(wire: Wire) -> None:
    assert await beat(wire) == ErrorCode.UNKNOWN_SERVER_ERROR
    assert await beat(wire) == ErrorCode.UNKNOWN_SERVER_ERROR
    assert (
        await wire.ask(ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3)
    ).error_code == 0


def raises(_ctx: Context, _request: HeartbeatRequest) -> HeartbeatResponse:
    raise ZeroDivisionError("a fault of the handler")


async def raises_later(_ctx: Context, _request: HeartbeatRequest) -> HeartbeatResponse:
    await asyncio.sleep(0)
    raise ZeroDivisionError("a fault of the handler")


@pytest.mark.parametrize("handler", [raises, raises_later])
def test_who_raises_answers_that_the_server_failed(
    handler: Callable[[Context, Any], Any], caplog: pytest.LogCaptureFixture
) -> None:
    run(handler, told_and_still_there)
    (first, *_) = [record for record in caplog.records if record.exc_info]
    assert "request 12 v4" in first.getMessage()
    assert "a fault of the handler" in caplog.text


async def text_later(_ctx: Context, _request: HeartbeatRequest) -> str:
    await asyncio.sleep(0)
    return "fine"


@pytest.mark.parametrize(
    ("handler", "found"),
    [(lambda *_: "fine", "str"), (lambda *_: 5, "int"), (text_later, "str"), (lambda *_: HeartbeatRequest(), "Heart")],
)
def test_what_is_no_answer_is_one_line(
    handler: Callable[[Context, Any], Any], found: str, caplog: pytest.LogCaptureFixture
) -> None:
    run(handler, told_and_still_there)
    line = caplog.records[0].getMessage()
    assert line.endswith("which is no response, None or awaitable")
    assert f"the handler of API 12 returned {found}" in line
    assert caplog.records[0].exc_info is None


def test_a_response_that_cannot_be_written_is_a_fault_too(caplog: pytest.LogCaptureFixture) -> None:
    run(lambda *_: HeartbeatResponse(throttle_time_ms="soon"), told_and_still_there)  # type: ignore[arg-type]
    assert "throttle_time_ms" in caplog.text


def fails(_ctx: Context, _request: Request) -> Response:
    raise ZeroDivisionError("a fault of the handler")


def produce(acks: int) -> ProduceRequest:
    topic = TopicProduceData(name="t", partition_data=[PartitionProduceData(index=n, records=b"") for n in (3, 5)])
    return ProduceRequest(acks=acks, timeout_ms=1, topic_data=[topic])


def test_without_one_place_for_an_error_each_partition_has_it() -> None:
    async def body(wire: Wire) -> None:
        response: ProduceResponse = await wire.ask(produce(acks=1), 4)
        (topic,) = response.responses
        assert [(part.index, part.error_code) for part in topic.partition_responses] == [(3, -1), (5, -1)]

    run(fails, body, api=ApiKey.PRODUCE)


def test_where_nobody_waits_for_a_response_the_connection_is_closed(caplog: pytest.LogCaptureFixture) -> None:
    async def body(wire: Wire) -> None:
        with pytest.raises(asyncio.IncompleteReadError):
            await wire.ask(produce(acks=0), 4)

    run(fails, body, api=ApiKey.PRODUCE)
    assert "a fault of the handler" in caplog.text
