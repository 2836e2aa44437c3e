"""Hooks: what a broker tells of its connections, requests that pass through, and hooks that are at fault themselves."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import pytest

import kafkawire.testing
from kafkawire.api_key import ApiKey
from kafkawire.broker import (
    Broker,
    BrokerConfig,
    BrokerHooks,
    Context,
    Handler,
    MemoryFiles,
    Session,
    default_handlers,
    handles,
)
from kafkawire.broker.api.dispatch import HandlerTable
from kafkawire.client.blocking import Consumer, Producer
from kafkawire.error_code import ErrorCode
from kafkawire.errors import RemoteProtocolError
from kafkawire.message import Request, Response
from kafkawire.messages import (
    ApiVersionsRequest,
    HeartbeatRequest,
    HeartbeatResponse,
    MetadataRequest,
    ProduceRequest,
    ProduceResponse,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
)
from kafkawire.messages.produce_request import PartitionProduceData, TopicProduceData
from kafkawire.messages.produce_response import PartitionProduceResponse, TopicProduceResponse
from tests.broker.wire import NOW_MS, QUICK, Wire, batch_of, serving

VERSIONS = ApiVersionsRequest(client_software_name="tests", client_software_version="1")
BEAT = HeartbeatRequest(group_id="g", generation_id=1, member_id="m")
SASL = {"listeners": "SASL_PLAINTEXT://127.0.0.1:0", "connection.failed.authentication.delay.ms": "0"}


def run(
    hooks: list[BrokerHooks],
    body: Callable[[Broker, Wire], Awaitable[None]],
    *,
    handlers: Iterable[Handler] = (),
    options: Mapping[str, str] = MappingProxyType({}),
) -> None:
    async def main() -> None:
        config = BrokerConfig.from_options({**QUICK, "log.dirs": "data", **options})
        users = {"alice": "alice-secret"}
        broker = Broker(config, files=MemoryFiles(), hooks=hooks, users=users, handlers=handlers)
        async with serving(broker):
            broker.node.topics.create("t", 1, {}, NOW_MS)
            await body(broker, await Wire.to(broker))

    asyncio.run(main())


class Journal(BrokerHooks):
    """Writes down whatever it is told."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.lines: list[str] = []
        self.open: set[Session] = set()
        self.is_empty = asyncio.Event()

    def connection_opened(self, session: Session) -> None:
        self.open.add(session)
        self.lines.append(f"opened {session.listener} {session.client_host} {session.principal}")

    def connection_authenticated(self, session: Session) -> None:
        self.lines.append(f"authenticated {session.principal}")

    def connection_closed(self, session: Session) -> None:
        self.open.remove(session)
        self.lines.append(f"closed {session.principal}")
        if not self.open:
            self.is_empty.set()


class Around(Journal):
    """Writes down each request on the way in, and its response on the way out."""

    async def handle_request(self, ctx: Context, request: Request, handler: Handler) -> Response | None:
        assert ctx.session in self.open
        self.lines.append(f"{self.name}> {type(request).__name__} v{ctx.version} {ctx.client_id}")
        response = await handler(ctx, request)
        self.lines.append(f"{self.name}< {type(response).__name__}")
        return response


async def log_in(wire: Wire, data: bytes = b"\0alice\0alice-secret") -> Any:
    assert (await wire.ask(SaslHandshakeRequest(mechanism="PLAIN"), 1)).error_code == 0
    return await wire.ask(SaslAuthenticateRequest(auth_bytes=data), 2)


def test_a_connection_is_told_of_from_its_beginning_to_its_end() -> None:
    journal = Journal()

    async def body(_: Broker, wire: Wire) -> None:
        assert (await wire.ask(VERSIONS, 3)).error_code == 0
        assert journal.lines == ["opened PLAINTEXT /127.0.0.1 User:ANONYMOUS"]
        await wire.close()
        await journal.is_empty.wait()

    run([journal], body)
    assert journal.lines[1:] == ["closed User:ANONYMOUS"]


def test_each_authentication_is_told_and_a_failed_one_is_not() -> None:
    journal = Journal()

    async def body(broker: Broker, wire: Wire) -> None:
        assert (await log_in(wire)).error_code == 0
        assert (await log_in(wire)).error_code == 0
        stranger = await Wire.to(broker)
        assert (await log_in(stranger, b"\0alice\0guess")).error_code == ErrorCode.SASL_AUTHENTICATION_FAILED
        assert await stranger.is_closed()

    run([journal], body, options={**SASL, "connections.max.reauth.ms": "60000"})
    assert journal.lines == [
        "opened SASL_PLAINTEXT /127.0.0.1 User:ANONYMOUS",
        *["authenticated User:alice"] * 2,
        "opened SASL_PLAINTEXT /127.0.0.1 User:ANONYMOUS",
        "closed User:ANONYMOUS",
        "closed User:alice",
    ]


def test_a_connection_too_many_is_not_told_of() -> None:
    journal = Journal()

    async def body(broker: Broker, wire: Wire) -> None:
        await wire.ask(VERSIONS, 3)
        assert await (await Wire.to(broker)).is_closed()
        assert len(journal.lines) == 1

    run([journal], body, options={"max.connections.per.ip": "1"})


def test_requests_pass_the_first_hook_first_and_their_responses_last() -> None:
    lines: list[str] = []
    one, two = Around("one"), Around("two")
    one.lines = two.lines = lines

    async def body(_: Broker, wire: Wire) -> None:
        assert (await wire.ask(BEAT, 4)).error_code == ErrorCode.UNKNOWN_MEMBER_ID
        assert lines[2:] == [
            *("one> HeartbeatRequest v4 wire", "two> HeartbeatRequest v4 wire"),
            *("two< HeartbeatResponse", "one< HeartbeatResponse"),
        ]
        lines.clear()
        topics = [TopicProduceData(name="t", partition_data=[PartitionProduceData(index=0, records=batch_of(b"y"))])]
        wire.send(ProduceRequest(acks=0, timeout_ms=1000, topic_data=topics), 9)
        await wire.ask(MetadataRequest(topics=None), 9)
        assert lines[0:4:3] == ["one> ProduceRequest v9 wire", "one< NoneType"]

    run([one, two], body)


def test_hooks_of_requests_let_clients_authenticate_in_either_way() -> None:
    around = Around("a")

    async def body(broker: Broker, wire: Wire) -> None:
        assert (await log_in(wire)).error_code == 0
        assert (await wire.ask(MetadataRequest(topics=None), 9)).topics
        bare = await Wire.to(broker)
        await bare.ask(SaslHandshakeRequest(mechanism="PLAIN"), 0)
        token = b"\0alice\0alice-secret"
        bare.writer.write(len(token).to_bytes(4, "big") + token)
        assert await bare.reader.readexactly(4) == bytes(4)
        assert (await bare.ask(MetadataRequest(topics=None), 9)).topics

    run([around], body, options=SASL)
    assert around.lines.count("authenticated User:alice") == 2


def test_a_hook_answers_in_the_place_of_the_handler_and_of_handlers_of_ones_own() -> None:
    class Refusing(BrokerHooks):
        async def handle_request(self, ctx: Context, request: Request, handler: Handler) -> Response | None:
            if isinstance(request, HeartbeatRequest):
                return HeartbeatResponse(error_code=ErrorCode.REBALANCE_IN_PROGRESS)
            return await handler(ctx, request)

    @handles(ApiKey.HEARTBEAT, versions=range(2))
    def never(_ctx: Context, _request: HeartbeatRequest) -> HeartbeatResponse:
        raise AssertionError("the hook answers")

    async def body(_: Broker, wire: Wire) -> None:
        assert (await wire.ask(BEAT, 1)).error_code == ErrorCode.REBALANCE_IN_PROGRESS
        assert (await wire.ask(VERSIONS, 3)).error_code == 0

    run([Refusing()], body, handlers=[never])


def test_a_client_is_refused_by_its_id_and_a_connection_by_whatever_it_shows() -> None:
    class ById(BrokerHooks):
        async def handle_request(self, ctx: Context, request: Request, handler: Handler) -> Response | None:
            if ctx.client_id == "wire":
                raise RemoteProtocolError("client id wire is not served here")
            return await handler(ctx, request)

    class ByAddress(BrokerHooks):
        def connection_opened(self, session: Session) -> None:
            raise RemoteProtocolError(f"{session.client_host} is not served here")

    class ByName(BrokerHooks):
        def connection_authenticated(self, session: Session) -> None:
            raise RemoteProtocolError(f"{session.principal} is not served here")

    async def body(_: Broker, wire: Wire) -> None:
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await wire.ask(VERSIONS, 3)

    async def named(_: Broker, wire: Wire) -> None:
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await log_in(wire)

    told = [Journal(), Journal()]
    run([ById(), told[0]], body)
    run([ByAddress(), told[1]], body)
    run([ByName()], named, options=SASL)
    opened = "opened PLAINTEXT /127.0.0.1 User:ANONYMOUS"
    assert [journal.lines for journal in told] == [[opened, "closed User:ANONYMOUS"]] * 2


class Faulty(BrokerHooks):
    def connection_opened(self, session: Session) -> None:
        raise ZeroDivisionError("a fault when it opens")

    def connection_closed(self, session: Session) -> None:
        raise ZeroDivisionError("a fault when it closes")


def test_a_hook_that_raises_is_logged_once_a_second_and_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    journal = Journal()

    async def body(broker: Broker, wire: Wire) -> None:
        assert (await wire.ask(VERSIONS, 3)).error_code == 0
        others = [await Wire.to(broker) for _ in range(3)]
        assert all([(await other.ask(VERSIONS, 3)).error_code == 0 for other in others])

    began = time.monotonic()
    run([Faulty(), journal], body)
    seconds = time.monotonic() - began
    lines = [record for record in caplog.records if "Faulty.connection_opened failed" in record.getMessage()]
    assert 1 <= len(lines) <= 1 + seconds
    assert lines[0].exc_info
    assert "a fault when it opens" in caplog.text
    assert "Faulty.connection_closed failed for /127.0.0.1" in caplog.text
    assert Counter(line.split()[0] for line in journal.lines) == {"opened": 4, "closed": 4}


def raising(_request: Request) -> Any:
    raise ZeroDivisionError("a fault of the hook")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (raising, "a fault of the hook"),
        (lambda _: "fine", "Of.handle_request of API 12 returned str, which is no"),
    ],
)
@pytest.mark.parametrize("is_inner", [False, True])
def test_a_fault_of_a_hook_is_answered_as_one_of_a_handler(
    answer: Callable[[Request], Any], said: str, is_inner: bool, caplog: pytest.LogCaptureFixture
) -> None:
    class Of(BrokerHooks):
        async def handle_request(self, ctx: Context, request: Request, handler: Handler) -> Response | None:
            return answer(request) if ctx.api_key == ApiKey.HEARTBEAT else await handler(ctx, request)

    async def body(_: Broker, wire: Wire) -> None:
        for _round in range(2):
            assert (await wire.ask(BEAT, 4)).error_code == ErrorCode.UNKNOWN_SERVER_ERROR
        assert (await wire.ask(VERSIONS, 3)).error_code == 0

    run([Around(), Of()] if is_inner else [Of()], body)
    assert said in caplog.text
    assert "request 12 v4 from /127.0.0.1 failed" in caplog.text


def test_who_is_gone_takes_the_hook_along() -> None:
    reached, cancelled = asyncio.Event(), asyncio.Event()

    class Slow(BrokerHooks):
        async def handle_request(self, ctx: Context, request: Request, handler: Handler) -> Response | None:
            reached.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.set()
                raise
            return None

    async def body(_: Broker, wire: Wire) -> None:
        wire.send(BEAT, 4)
        await reached.wait()
        await wire.close()
        await cancelled.wait()

    run([Slow()], body)


def test_without_a_hook_of_requests_handlers_are_what_they_were() -> None:
    """Where nobody asks for requests they take the way that they always do, to the last step."""
    built_in = default_handlers()
    for hooks in ([], [Journal()]):
        table = HandlerTable(built_in.values(), hooks=hooks)
        assert all(table[key] is handler for key, handler in built_in.items())


class Later(BrokerHooks):
    async def connection_opened(self, session: Session) -> None:  # type: ignore[override]
        raise AssertionError("nobody waits for it")


@pytest.mark.parametrize(
    ("hook", "said"),
    [(Journal, "is no object of a class that is made of BrokerHooks"), (Later(), "Later.connection_opened must be a")],
)
def test_what_is_no_hook_is_an_error_at_once(hook: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        Broker(hooks=[hook], files=MemoryFiles())


class NotLeaderOnce(BrokerHooks):
    def __init__(self) -> None:
        self.refused = 0

    async def handle_request(self, ctx: Context, request: Request, handler: Handler) -> Response | None:
        if not isinstance(request, ProduceRequest) or self.refused:
            return await handler(ctx, request)
        self.refused += 1
        code = ErrorCode.NOT_LEADER_OR_FOLLOWER
        return ProduceResponse(
            responses=[
                TopicProduceResponse(
                    name=topic.name,
                    topic_id=topic.topic_id,
                    partition_responses=[
                        PartitionProduceResponse(index=part.index, error_code=code) for part in topic.partition_data
                    ],
                )
                for topic in request.topic_data
            ]
        )


def test_a_fault_in_a_test_is_retried_by_a_client_and_leaves_one_record() -> None:
    fault = NotLeaderOnce()
    with kafkawire.testing.broker(topics={"orders": 1}, hooks=[fault]) as broker:
        with Producer(broker.bootstrap_servers) as producer:
            producer.send("orders", b"one coffee")
        assert [record.value for record in broker.records("orders")] == [b"one coffee"]
        with Consumer(broker.bootstrap_servers, topics=["orders"], auto_offset_reset="earliest") as consumer:
            assert next(iter(consumer)).value == b"one coffee"
    assert fault.refused == 1


def test_hooks_see_a_broker_of_a_test_come_back() -> None:
    journal = Journal()
    with kafkawire.testing.broker(topics={"t": 1}, hooks=iter([journal])) as broker:
        for _ in range(2):
            with Producer(broker.bootstrap_servers) as producer:
                producer.send("t", b"x")
            broker.restart()
    assert not journal.open
    assert len(journal.lines) >= 4
