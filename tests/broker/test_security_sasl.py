"""SASL on the wire: what is answered, what ends the connection, and what a client that is not known cannot do."""

from __future__ import annotations

import asyncio
import logging
import random
import struct
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kafkawire import messages
from kafkawire.broker import Broker, BrokerConfig, MemoryFiles
from kafkawire.broker.config.options import InvalidOption
from kafkawire.error_code import ErrorCode
from kafkawire.message import Request
from kafkawire.protocol.frames import encode_request
from kafkawire.protocol.sasl.oauthbearer import OAuthBearer
from kafkawire.protocol.sasl.scram import Scram
from kafkawire.protocol.sasl.server_oauthbearer import BearerIdentity
from tests.broker.wire import QUICK, Wire, serving

GOOD, WRONG = b"\0alice\0alice-secret", b"\0alice\0guess"
VERSIONS = messages.ApiVersionsRequest(client_software_name="tests", client_software_version="1")
CLUSTER = messages.DescribeClusterRequest()
SASL = {"listeners": "SASL_PLAINTEXT://127.0.0.1:0", "connection.failed.authentication.delay.ms": "0"}


def run(body: Callable[[Broker, Wire], Awaitable[None]], **options: Any) -> None:
    async def main() -> None:
        config = BrokerConfig.from_options({**QUICK, "log.dirs": "data", **SASL, **options})
        broker = Broker(
            config,
            files=MemoryFiles(),
            users={"alice": "alice-secret"},
            token_validator=lambda token: BearerIdentity("bob") if token == "good" else None,
        )
        async with serving(broker):
            await body(broker, await Wire.to(broker))

    asyncio.run(main())


async def handshake(wire: Wire, mechanism: str = "PLAIN", version: int = 1) -> Any:
    return await wire.ask(messages.SaslHandshakeRequest(mechanism=mechanism), version)


async def token(wire: Wire, data: bytes, version: int = 2) -> Any:
    return await wire.ask(messages.SaslAuthenticateRequest(auth_bytes=data), version)


async def bare(wire: Wire, data: bytes) -> bytes:
    wire.writer.write(struct.pack(">i", len(data)) + data)
    (size,) = struct.unpack(">i", await wire.reader.readexactly(4))
    return await wire.reader.readexactly(size)


@pytest.mark.parametrize("version", range(3))
def test_a_client_that_proves_who_it_is_is_served(version: int) -> None:
    async def body(_: Broker, wire: Wire) -> None:
        assert (await wire.ask(VERSIONS, 3)).error_code == 0
        answer = await handshake(wire)
        assert (answer.error_code, answer.mechanisms) == (0, ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"])
        done = await token(wire, GOOD, version)
        assert (done.error_code, done.auth_bytes, done.session_lifetime_ms) == (0, b"", 0)
        assert (await wire.ask(CLUSTER, 0)).error_code == 0

    run(body)


@pytest.mark.parametrize("mechanism", ["SCRAM-SHA-256", "SCRAM-SHA-512"])
@pytest.mark.parametrize("version", [0, 1])
def test_scram_in_requests_and_in_bare_frames(mechanism: str, version: int) -> None:
    async def body(_: Broker, wire: Wire) -> None:
        client = Scram(mechanism, "alice", "alice-secret")
        await handshake(wire, mechanism, version)

        async def exchange(data: bytes) -> bytes:
            return await bare(wire, data) if version == 0 else bytes((await token(wire, data)).auth_bytes)

        proof = client.respond(await exchange(client.first()))
        assert proof is not None
        assert client.respond(await exchange(proof)) is None
        assert (await wire.ask(CLUSTER, 0)).error_code == 0

    run(body)


def test_everything_at_once_is_answered_in_order() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        wire.send(VERSIONS, 3)
        wire.send(messages.SaslHandshakeRequest(mechanism="PLAIN"), 1)
        wire.send(messages.SaslAuthenticateRequest(auth_bytes=GOOD), 2)
        large = messages.MetadataRequest(topics=[], allow_auto_topic_creation=False)
        for _again in range(3):
            wire.send(large, 9)
        assert [(await wire.receive())[0] for _again in range(6)] == list(range(6))

    run(body)


def test_a_byte_at_a_time_is_as_good() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        parts = [
            messages.SaslHandshakeRequest(mechanism="PLAIN"),
            messages.SaslAuthenticateRequest(auth_bytes=GOOD),
            CLUSTER,
        ]
        stream = b"".join(
            encode_request(part, version=version, correlation_id=number, client_id="c")
            for number, (part, version) in enumerate(zip(parts, (1, 2, 0), strict=True))
        )
        wire._sent = [(17, 1), (36, 2), (60, 0)]
        for byte in stream:
            wire.writer.write(bytes([byte]))
            await asyncio.sleep(0)
        assert [(await wire.receive())[1].error_code for _again in range(3)] == [0, 0, 0]

    run(body)


@pytest.mark.parametrize(
    ("first", "version"),
    [
        (CLUSTER, 0),
        (messages.MetadataRequest(topics=[]), 9),
        (messages.SaslAuthenticateRequest(auth_bytes=GOOD), 2),
        (messages.SaslHandshakeRequest(mechanism="PLAIN"), 0),
        (messages.ApiVersionsRequest(client_software_name="tests", client_software_version="1"), 3),
    ],
)
def test_nothing_else_is_served_before_that(first: Request, version: int) -> None:
    async def body(_: Broker, wire: Wire) -> None:
        may_come_first = first.API_KEY in (17, 18)
        wire.send(first, version)
        if may_come_first:
            await wire.receive()
            wire.send(CLUSTER, 0)
            if version == 0:  # after which the request is taken for a token
                assert await wire.is_closed()
                return
        assert await wire.is_closed()

    run(body)


@pytest.mark.parametrize("version", range(3))
@pytest.mark.parametrize(
    ("mechanism", "data", "told"),
    [
        ("PLAIN", WRONG, "Authentication failed: Invalid username or password"),
        (
            "SCRAM-SHA-256",
            b"rubbish",
            "Authentication failed during authentication due to invalid credentials with SASL mechanism SCRAM-SHA-256",
        ),
    ],
)
def test_a_refusal_is_told_and_the_connection_ends(mechanism: str, data: bytes, told: str, version: int) -> None:
    async def body(_: Broker, wire: Wire) -> None:
        await handshake(wire, mechanism)
        wire.send(messages.SaslAuthenticateRequest(auth_bytes=data), version)
        wire.send(CLUSTER, 0)  # is never answered
        answer = (await wire.receive())[1]
        assert (answer.error_code, answer.error_message) == (ErrorCode.SASL_AUTHENTICATION_FAILED, told)
        assert await wire.is_closed()

    run(body)


def test_a_refusal_takes_its_time() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        await handshake(wire)
        began = asyncio.get_running_loop().time()
        await token(wire, WRONG)
        assert asyncio.get_running_loop().time() - began >= 0.19

    run(body, **{"connection.failed.authentication.delay.ms": "200"})


@pytest.mark.parametrize("version", [0, 1])
def test_an_unknown_mechanism_is_answered_with_those_that_there_are(version: int) -> None:
    async def body(_: Broker, wire: Wire) -> None:
        answer = await handshake(wire, "GSSAPI", version)
        assert (answer.error_code, answer.mechanisms) == (ErrorCode.UNSUPPORTED_SASL_MECHANISM, ["SCRAM-SHA-512"])
        assert await wire.is_closed()

    run(body, **{"sasl.enabled.mechanisms": "SCRAM-SHA-512"})


def test_bare_tokens_have_no_place_for_an_error() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        await handshake(wire, version=0)
        wire.writer.write(struct.pack(">i", len(WRONG)) + WRONG)
        assert await wire.is_closed()

    run(body)


def test_a_second_handshake_is_out_of_turn() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        await handshake(wire)
        answer = await handshake(wire)
        assert (answer.error_code, answer.mechanisms) == (ErrorCode.ILLEGAL_SASL_STATE, [])
        assert await wire.is_closed()

    run(body)


def test_who_is_in_need_not_come_again_and_cannot() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        await handshake(wire)
        await token(wire, GOOD)
        assert (await handshake(wire)).error_code == ErrorCode.ILLEGAL_SASL_STATE
        answer = await token(wire, GOOD)
        assert answer.error_code == ErrorCode.ILLEGAL_SASL_STATE
        assert answer.error_message == "SaslAuthenticate request received after successful authentication"
        assert (await wire.ask(CLUSTER, 0)).error_code == 0

    run(body)


def test_a_plain_listener_answers_sasl_with_an_error() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        assert (await handshake(wire)).error_code == ErrorCode.ILLEGAL_SASL_STATE
        assert (await token(wire, GOOD)).error_code == ErrorCode.ILLEGAL_SASL_STATE
        assert (await wire.ask(CLUSTER, 0)).error_code == 0

    run(body, listeners="127.0.0.1:0")


def test_authentication_anew_on_a_connection_in_use() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        await handshake(wire)
        assert (await token(wire, GOOD)).session_lifetime_ms == 60_000
        for _again in range(2):
            assert (await wire.ask(CLUSTER, 0)).error_code == 0
        assert (await handshake(wire)).error_code == 0
        assert (await token(wire, GOOD, 1)).session_lifetime_ms == 60_000
        assert (await wire.ask(CLUSTER, 0)).error_code == 0
        assert (await handshake(wire)).error_code == ErrorCode.ILLEGAL_SASL_STATE  # within a second

    run(body, **{"connections.max.reauth.ms": "60000"})


def test_other_requests_while_it_authenticates_anew_end_the_connection() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        await handshake(wire)
        await token(wire, GOOD)
        await handshake(wire)
        wire.send(CLUSTER, 0)
        assert await wire.is_closed()

    run(body, **{"connections.max.reauth.ms": "60000"})


def test_an_expired_session_is_cut() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        await handshake(wire)
        assert (await token(wire, GOOD)).session_lifetime_ms == 1
        await asyncio.sleep(0.01)
        wire.send(CLUSTER, 0)
        assert await wire.is_closed()

    run(body, **{"connections.max.reauth.ms": "1"})


def test_bearer_tokens_are_good_if_the_validator_says_so() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        await handshake(wire, "OAUTHBEARER")
        assert (await token(wire, OAuthBearer("good").first())).error_code == 0
        other = await Wire.to(broker)
        await handshake(other, "OAUTHBEARER")
        assert (await token(other, OAuthBearer("bad").first())).auth_bytes == b'{"status":"invalid_token"}'
        answer = await token(other, b"\x01")
        assert (answer.error_code, answer.error_message) == (58, '{"status":"invalid_token"}')
        assert await other.is_closed()

    run(body, **{"sasl.enabled.mechanisms": "OAUTHBEARER"})


def test_without_a_validator_there_are_no_bearer_tokens() -> None:
    config = BrokerConfig(listeners=SASL["listeners"], sasl_enabled_mechanisms="OAUTHBEARER")
    with pytest.raises(InvalidOption, match="token_validator"):
        Broker(config, files=MemoryFiles())


@pytest.mark.parametrize("size", [-1, 2**31 - 1, 512 * 1024 + 1])
def test_a_stranger_cannot_ask_for_much_memory(size: int) -> None:
    async def body(_: Broker, wire: Wire) -> None:
        wire.writer.write(struct.pack(">i", size))
        assert await wire.is_closed()

    run(body)


def test_a_client_that_is_in_may_send_large_requests() -> None:
    async def body(_: Broker, wire: Wire) -> None:
        await handshake(wire)
        await token(wire, GOOD)
        name = "t" * 30_000
        topics = [messages.metadata_request.MetadataRequestTopic(name=name) for _ in range(20)]
        answer = await wire.ask(messages.MetadataRequest(topics=topics), 9)
        assert answer.topics[0].error_code == ErrorCode.INVALID_TOPIC_EXCEPTION

    run(body)


def test_rubbish_ends_its_connection_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    seeds = [
        encode_request(messages.SaslHandshakeRequest(mechanism="PLAIN"), version=1, correlation_id=0, client_id="c"),
        encode_request(
            messages.SaslHandshakeRequest(mechanism="SCRAM-SHA-256"), version=0, correlation_id=0, client_id="c"
        ),
        encode_request(messages.SaslAuthenticateRequest(auth_bytes=WRONG), version=2, correlation_id=1, client_id="c"),
        encode_request(VERSIONS, version=3, correlation_id=1, client_id="c"),
    ]
    dice = random.Random(3)

    async def body(broker: Broker, wire: Wire) -> None:
        for _ in range(150):
            stranger = await Wire.to(broker)
            data = bytearray(b"".join(dice.choices(seeds, k=3)))
            for _ in range(dice.randrange(6)):
                data[dice.randrange(len(data))] = dice.randrange(256)
            stranger.writer.write(bytes(data))
            stranger.writer.write_eof()
            while await stranger.reader.read(65536):
                pass
            await stranger.close()
        assert (await handshake(wire)).error_code == 0
        assert (await token(wire, GOOD)).error_code == 0

    with caplog.at_level(logging.ERROR, "kafkawire"):
        run(body)
    assert caplog.records == []


def test_no_secret_gets_into_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        for data in (GOOD, WRONG, b"alice-secret", b"\0alice-secret"):
            stranger = await Wire.to(broker)
            await handshake(stranger)
            await token(stranger, data)
        assert "alice-secret" not in repr(broker._endpoints) + repr(broker.config)

    with caplog.at_level(logging.DEBUG):
        run(body)
    assert "authentication of /127.0.0.1 failed" in caplog.text
    assert "secret" not in caplog.text
    assert "guess" not in caplog.text
