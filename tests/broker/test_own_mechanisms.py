"""SASL mechanisms that kafkawire does not have: a made-up one on both sides, and such as are at fault."""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import kafkawire.testing
from kafkawire import messages
from kafkawire.broker import (
    BearerIdentity,
    Broker,
    BrokerConfig,
    BrokerHooks,
    InvalidOption,
    MemoryFiles,
    Refused,
    Session,
)
from kafkawire.client import Admin, AuthenticationFailed, BrokersUnavailable, Consumer, Mechanism, Producer, blocking
from kafkawire.client import InvalidOption as InvalidClientOption
from kafkawire.client.options import ClientOptions, make_options
from kafkawire.client.runtime import AioRuntime
from kafkawire.client.security import security_of
from kafkawire.error_code import ErrorCode
from kafkawire.protocol import ServerMechanism
from kafkawire.protocol.sasl.server_plain import ServerPlain
from tests.broker.wire import QUICK, Wire, serving

NAME = "X-RIDDLE_2"
KEYS = {"ada": b"ada's key", "bob": b"bob's key"}
SECRET = "s3cret-in-an-error"


def proof(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, b"\0".join(parts), "sha256")


class Riddle:
    """The client's side: a name and a nonce, then an answer to the broker's nonce; then the broker's own is checked."""

    name = NAME

    def __init__(self, username: str, key: bytes) -> None:
        self._username, self._key = username.encode(), key
        self._nonce = secrets.token_bytes(8)
        self._expected = b""

    def first(self) -> bytes:
        return self._username + b"\0" + self._nonce

    def respond(self, challenge: bytes) -> bytes | None:
        if self._expected:
            if not hmac.compare_digest(challenge, self._expected):
                raise AuthenticationFailed(f"{NAME}: this is not the broker that knows the key")
            return None
        self._expected = proof(self._key, b"broker", self._nonce, challenge)
        return proof(self._key, b"client", self._nonce, challenge)


class ServerRiddle:
    """The broker's side."""

    expires_at_ms: int | None = None

    def __init__(self) -> None:
        self.username: str | None = None
        self._first: tuple[str, bytes] | None = None
        self._nonce = secrets.token_bytes(8)

    def evaluate(self, token: bytes) -> bytes:
        if self._first is None:
            name, _, nonce = token.partition(b"\0")
            self._first = name.decode(), nonce
            return self._nonce
        name_, nonce = self._first
        key = KEYS.get(name_, b"nobody's")
        if name_ not in KEYS or not hmac.compare_digest(token, proof(key, b"client", nonce, self._nonce)):
            raise Refused(f"{name_!r} has not solved the riddle", told="wrong answer")
        self.username = name_
        return proof(key, b"broker", nonce, self._nonce)


class Impostor(ServerRiddle):
    """A broker that knows no key and lets everybody in."""

    def evaluate(self, token: bytes) -> bytes:
        self.username = "ada" if self._first else None
        self._first = self._first or ("ada", b"")
        return b"welcome"


class Users(BrokerHooks):
    def __init__(self) -> None:
        self.authenticated: list[tuple[Session, str]] = []

    def connection_authenticated(self, session: Session) -> None:
        self.authenticated.append((session, session.principal))


def login(username: str = "ada", key: bytes = KEYS["ada"]) -> dict[str, Any]:
    return {"security_protocol": "SASL_PLAINTEXT", "sasl_mechanism": lambda _host: Riddle(username, key)}


def riddles(make: Callable[[], Any] = ServerRiddle, enabled: str = NAME, **options: Any) -> Any:
    return kafkawire.testing.broker(
        listeners="SASL_PLAINTEXT://127.0.0.1:0",
        sasl_enabled_mechanisms=enabled,
        sasl_mechanisms={NAME: make},
        connection_failed_authentication_delay_ms=0,
        **options,
    )


def test_producer_and_consumer_log_in_with_it_in_both_worlds() -> None:
    users = Users()

    async def main(address: str) -> list[bytes | None]:
        async with asyncio.timeout(20), Producer(address, **login()) as producer:
            await producer.send("t", b"one")
        bob = login("bob", KEYS["bob"])
        async with asyncio.timeout(20), Consumer(address, topics=["t"], auto_offset_reset="earliest", **bob) as c:
            return [record.value for some in await c.fetch() for record in some]

    with riddles(topics={"t": 1}, hooks=[users]) as broker:
        assert asyncio.run(main(broker.bootstrap_servers)) == [b"one"]
        with blocking.Admin(broker.bootstrap_servers, **login()) as admin:
            assert list(admin.list_topics()) == ["t"]
    assert {principal for _, principal in users.authenticated} == {"User:ada", "User:bob"}


class Ahead(AioRuntime):
    """The time of a client that can be set forward."""

    seconds = 0.0

    def now(self) -> float:
        return super().now() + self.seconds


def test_it_authenticates_anew_on_the_open_connection_before_its_time_is_over() -> None:
    users, runtime = Users(), Ahead()
    made: list[str] = []

    async def make(host: str) -> Mechanism:
        await asyncio.sleep(0)
        made.append(host)
        return Riddle("ada", KEYS["ada"])

    async def main(address: str) -> None:
        options: Any = {**login(), "sasl_mechanism": make}
        async with asyncio.timeout(20), Admin(address, runtime=runtime, **options) as admin:
            await admin.list_topics()
            before = [*users.authenticated]
            runtime.seconds = 58.0
            await admin.list_topics()
            (again,) = users.authenticated[len(before) :]
            assert again in before  # the same session, and the same user

    with riddles(hooks=[users], connections_max_reauth_ms=60_000) as broker:
        asyncio.run(main(broker.bootstrap_servers))
    assert len(users.authenticated) == len(made)
    assert set(made) == {"127.0.0.1"}


def test_who_does_not_know_the_key_is_told_what_the_mechanism_tells() -> None:
    with riddles() as broker:
        for world in (blocking_topics, asyncio_topics):
            with pytest.raises(AuthenticationFailed, match=f"{NAME}: wrong answer"):
                world(broker.bootstrap_servers, **login("ada", b"a guess"))


def test_a_broker_that_does_not_prove_itself_is_left() -> None:
    with riddles(Impostor) as broker, pytest.raises(AuthenticationFailed, match="not the broker that knows the key"):
        blocking_topics(broker.bootstrap_servers, **login())


def blocking_topics(address: str, **options: Any) -> set[str]:
    with blocking.Admin(address, **options) as admin:
        return set(admin.list_topics())


def asyncio_topics(address: str, **options: Any) -> set[str]:
    async def main() -> set[str]:
        async with asyncio.timeout(20), Admin(address, **options) as admin:
            return set(await admin.list_topics())

    return asyncio.run(main(), debug=True)


def test_it_stands_beside_the_built_in_ones_or_in_their_place() -> None:
    """As for a directory that is asked for passwords."""
    asked: list[tuple[str, str]] = []

    def check(username: str, password: str) -> bool:
        asked.append((username, password))
        return password == "from elsewhere"

    plain = {"sasl_mechanism": "PLAIN", "sasl_username": "eve", "sasl_password": "from elsewhere"}
    options: dict[str, Any] = {"security_protocol": "SASL_PLAINTEXT", **plain}
    with kafkawire.testing.broker(
        listeners="SASL_PLAINTEXT://127.0.0.1:0",
        sasl_enabled_mechanisms=f"PLAIN,{NAME}",
        sasl_mechanisms={NAME: ServerRiddle, "PLAIN": lambda: ServerPlain(check)},
        users={"eve": "not asked for"},
    ) as broker:
        assert blocking_topics(broker.bootstrap_servers, **options) == set()
        assert blocking_topics(broker.bootstrap_servers, **login()) == set()
    assert set(asked) == {("eve", "from elsewhere")}


@pytest.mark.parametrize(
    ("enabled", "given", "said"),
    [
        (NAME, {}, f"{NAME} is not served here, it must be one of PLAIN, .*Broker\\(sasl_mechanisms=...\\)"),
        ("GSSAPI", {NAME: ServerRiddle}, "GSSAPI is not served here"),
        ("x-riddle", {}, "'x-riddle' is no name of a mechanism, RFC 4422"),
        ("A" * 21, {}, "is no name of a mechanism"),
        ("PLAIN", {"my mechanism": ServerRiddle}, "sasl_mechanisms: 'my mechanism' is no name of a mechanism"),
        ("PLAIN", {5: ServerRiddle}, "sasl_mechanisms: 5 is no name of a mechanism"),
        ("PLAIN", {NAME: ServerRiddle()}, f"{NAME} needs a function that makes a mechanism"),
    ],
)
def test_a_name_that_nobody_provides_and_one_that_is_none_are_an_error_at_once(
    enabled: str, given: Any, said: str
) -> None:
    with pytest.raises(InvalidOption, match=said):
        Broker(
            BrokerConfig(listeners="SASL_PLAINTEXT://127.0.0.1:0", sasl_enabled_mechanisms=enabled),
            files=MemoryFiles(),
            sasl_mechanisms=given,
        )


def server(**attributes: Any) -> type[ServerMechanism]:
    """A mechanism that has these attributes."""
    base = {"username": None, "expires_at_ms": None, "evaluate": lambda _self, _token: b""}
    return type("Odd", (), {**base, **attributes})


def fails(*_: object) -> Any:
    raise KeyError(SECRET)


async def later(*_: object) -> bytes:
    return b""


FAULTY: list[tuple[Callable[[], Any], str]] = [
    (fails, r"X-RIDDLE_2: KeyError in fails \(test_own_mechanisms.py, line \d+\)"),
    (server(evaluate=fails), r"KeyError in fails"),
    (lambda: None, "AttributeError in evaluate"),
    (server(evaluate=lambda *_: "text"), "evaluate gave str, not bytes"),
    (server(evaluate=lambda *_: None), "evaluate gave NoneType, not bytes"),
    (server(evaluate=later), "evaluate gave coroutine, not bytes"),
    (server(username=5), "username is no text"),
    (server(username=""), "username is no text"),
    (server(username="\ud800"), "username is no text"),
    (server(username=property(fails)), "KeyError in fails"),
    (server(username="ada", expires_at_ms="soon"), "expires_at_ms is no number"),
    (server(username="ada", expires_at_ms=2**70), "expires_at_ms is no number"),
]


@pytest.mark.parametrize(("make", "said"), FAULTY, ids=[said[:30] for _, said in FAULTY])
@pytest.mark.parametrize("is_bare", [False, True])
def test_a_mechanism_at_fault_is_one_line_and_the_client_learns_nothing(
    make: Callable[[], Any], said: str, is_bare: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        options = {"listeners": "SASL_PLAINTEXT://127.0.0.1:0", "connection.failed.authentication.delay.ms": "0"}
        config = BrokerConfig.from_options({**QUICK, "log.dirs": "d", "sasl.enabled.mechanisms": NAME, **options})
        async with serving(Broker(config, files=MemoryFiles(), sasl_mechanisms={NAME: make})) as broker:
            wire = await Wire.to(broker)
            shaken = await wire.ask(messages.SaslHandshakeRequest(mechanism=NAME), 0 if is_bare else 1)
            assert (shaken.error_code, shaken.mechanisms) == (0, [NAME])
            if is_bare:
                wire.writer.write((5).to_bytes(4, "big") + b"token")
            else:
                answer = await wire.ask(messages.SaslAuthenticateRequest(auth_bytes=b"token"), 2)
                assert answer.error_code == ErrorCode.SASL_AUTHENTICATION_FAILED
                assert answer.error_message.endswith(f"due to invalid credentials with SASL mechanism {NAME}")
            assert await wire.is_closed()
            assert (await (await Wire.to(broker)).ask(messages.ApiVersionsRequest(), 0)).error_code == 0

    caplog.set_level(logging.DEBUG, "kafkawire")
    asyncio.run(main(), debug=True)
    ours = [record for record in caplog.records if record.name.startswith("kafkawire.")]  # asyncio's tell what was slow
    (line,) = [record for record in ours if record.levelno >= logging.WARNING]
    assert line.exc_info is None
    assert re.search(said, line.getMessage())
    assert line.getMessage().startswith("authentication of /127.0.0.1 failed: ")
    assert SECRET not in caplog.text


def test_a_token_validator_at_fault_does_not_tell_the_token(caplog: pytest.LogCaptureFixture) -> None:
    def validate(token: str) -> BearerIdentity:
        raise KeyError(token)

    options: dict[str, Any] = {"security_protocol": "SASL_PLAINTEXT", "sasl_mechanism": "OAUTHBEARER"}
    with (
        riddles(enabled="OAUTHBEARER", token_validator=validate) as broker,
        pytest.raises(AuthenticationFailed, match="invalid credentials"),
    ):
        blocking_topics(broker.bootstrap_servers, **options, sasl_oauth_token_provider=lambda: SECRET)
    assert "OAUTHBEARER: KeyError in validate (test_own_mechanisms.py, line" in caplog.text
    assert SECRET not in caplog.text


def client(**attributes: Any) -> Callable[[str], Any]:
    """What makes a mechanism that has these attributes."""
    base = {"name": NAME, "first": lambda _self: b"ada\0nonce", "respond": lambda _self, _challenge: None}
    return lambda _host: type("Odd", (), {**base, **attributes})()


ODD: list[tuple[Callable[[str], Any], str]] = [
    (fails, "what makes it failed: KeyError"),
    (lambda _host: None, "what makes it gave None"),
    (lambda _host: 5, "int is no SASL mechanism: its name is None"),
    (client(name="x riddle"), "Odd is no SASL mechanism: its name is 'x riddle'"),
    (client(name=7), "its name is 7"),
    (client(first=fails), f"{NAME}: KeyError in first of the mechanism"),
    (client(first=lambda _: None), f"{NAME}: first of the mechanism gave NoneType, not bytes"),
    (client(first=later), f"{NAME}: first of the mechanism gave coroutine, not bytes"),
    (client(respond=fails), f"{NAME}: KeyError in respond of the mechanism"),
    (client(respond=lambda *_: "text"), f"{NAME}: respond of the mechanism gave str, not bytes"),
    (client(respond=later), f"{NAME}: respond of the mechanism gave coroutine, not bytes"),
]


@pytest.mark.parametrize(("make", "said"), ODD, ids=[said[:40] for _, said in ODD])
@pytest.mark.parametrize("topics", [asyncio_topics, blocking_topics])
def test_a_clients_mechanism_at_fault_is_one_error_and_no_socket_is_left(
    make: Callable[[str], Any], said: str, topics: Callable[..., set[str]]
) -> None:
    sessions: set[Session] = set()

    class Open(BrokerHooks):
        def connection_opened(self, session: Session) -> None:
            sessions.add(session)

        def connection_closed(self, session: Session) -> None:
            sessions.remove(session)

    with riddles(hooks=[Open()]) as broker, pytest.raises(AuthenticationFailed) as caught:
        topics(broker.bootstrap_servers, security_protocol="SASL_PLAINTEXT", sasl_mechanism=make)
    assert said in str(caught.value)
    assert SECRET not in str(caught.value) or make is fails
    assert not sessions


def test_a_coroutine_function_is_for_asyncio() -> None:
    async def make(_host: str) -> Mechanism:
        await asyncio.sleep(0)
        return Riddle("ada", KEYS["ada"])

    options: dict[str, Any] = {**login(), "sasl_mechanism": make}
    with riddles() as broker:
        assert asyncio_topics(broker.bootstrap_servers, **options) == set()
        with pytest.raises(AuthenticationFailed, match="waits for no coroutine"):
            blocking_topics(broker.bootstrap_servers, **options)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"sasl_mechanism": Riddle("ada", b"hush")}, "one of 'PLAIN'.* or a callable"),
        ({"sasl_username": "ada"}, "sasl_username has no effect with sasl_mechanism of one's own"),
        ({"security_protocol": "SSL"}, "sasl_mechanism has no effect with security_protocol 'SSL'"),
    ],
)
def test_options_that_do_not_fit_it_are_an_error_at_once(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidClientOption, match=said):
        Admin("a:1", **{**login(), **given})


def test_what_it_was_made_with_is_in_no_repr() -> None:
    given = {**login(), "sasl_mechanism": partial(lambda key, _host: Riddle("ada", key), b"hush")}
    options = make_options(ClientOptions, given)
    assert "hush" not in repr(options) + repr(security_of(options))


async def never(_host: str) -> Mechanism:
    await asyncio.Event().wait()
    raise AssertionError("nobody sets it")


@pytest.mark.parametrize("make", [client(respond=lambda *_: b"and on"), never])
def test_an_authentication_without_an_end_is_not_waited_for(make: Callable[[str], Any]) -> None:
    """The time that a connection, or a call, may take counts for it too."""
    options: dict[str, Any] = {**login(), "sasl_mechanism": make, "socket_connection_setup_timeout_ms": 100}
    with riddles(server(evaluate=lambda *_: b"more")) as broker, pytest.raises(BrokersUnavailable, match="within"):
        asyncio_topics(broker.bootstrap_servers, **options, default_api_timeout_ms=300)
