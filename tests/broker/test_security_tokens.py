"""Delegation tokens: who may make and change them, how long they live, and how their holders log in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kafkawire import messages
from kafkawire.broker import Broker, BrokerConfig, ManualClock, MemoryFiles
from kafkawire.error_code import ErrorCode
from kafkawire.messages.create_delegation_token_request import CreatableRenewers
from kafkawire.messages.describe_delegation_token_request import DescribeDelegationTokenOwner
from kafkawire.protocol.sasl.scram import Scram
from tests.broker.wire import QUICK, Wire, serving

USERS = {"alice": "alice-secret", "bob": "bob-secret", "carol": "carol-secret"}
OPTIONS = {
    "listeners": "PLAINTEXT://127.0.0.1:0,SASL_PLAINTEXT://127.0.0.1:0",
    "connection.failed.authentication.delay.ms": "0",
    "delegation.token.secret.key": "key-secret",
    "delegation.token.max.lifetime.ms": "10000",
    "delegation.token.expiry.time.ms": "1000",
    "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
    "super.users": "User:alice",
}
Log = Callable[..., Awaitable["Wire | None"]]


def run(
    body: Callable[[Broker, Log, ManualClock], Awaitable[None]], files: MemoryFiles | None = None, **options: str
) -> MemoryFiles:
    files = files or MemoryFiles()
    given = {**QUICK, "log.dirs": "data", **OPTIONS, **{name.replace("_", "."): text for name, text in options.items()}}

    async def main() -> None:
        clock = ManualClock()
        broker = Broker(BrokerConfig.from_options(given), files=files, users=USERS, clock=clock)
        async with serving(broker):
            await body(broker, lambda *who, **how: log_in(broker, *who, **how), clock)

    asyncio.run(main())
    return files


async def log_in(
    broker: Broker, user: str, password: str | None = None, *, is_token: bool = False, mechanism: str = "SCRAM-SHA-256"
) -> Wire | None:
    host, _, port = broker.addresses["SASL_PLAINTEXT"].partition(":")
    wire = Wire(*await asyncio.open_connection(host, int(port)))
    Wire.opened.append(wire)
    client = Scram(mechanism, user, password or USERS[user], is_token=is_token)
    await wire.ask(messages.SaslHandshakeRequest(mechanism=mechanism), 1)
    token: bytes | None = client.first()
    while token is not None:
        answer = await wire.ask(messages.SaslAuthenticateRequest(auth_bytes=token), 2)
        if answer.error_code:
            return None
        token = client.respond(bytes(answer.auth_bytes))
    return wire


async def make(wire: Any, *, owner: str = "", renewers: tuple[str, ...] = (), lifetime_ms: int = -1) -> Any:
    found = [CreatableRenewers(principal_type="User", principal_name=name) for name in renewers]
    return await wire.ask(
        messages.CreateDelegationTokenRequest(
            owner_principal_type="User", owner_principal_name=owner, renewers=found, max_lifetime_ms=lifetime_ms
        ),
        3,
    )


async def seen(wire: Any, *owners: str) -> list[str]:
    wanted = (
        [DescribeDelegationTokenOwner(principal_type="User", principal_name=owner) for owner in owners]
        if owners
        else None
    )
    answer = await wire.ask(messages.DescribeDelegationTokenRequest(owners=wanted), 3)
    return sorted(token.principal_name for token in answer.tokens)


def password(token: Any) -> str:
    import base64

    return base64.b64encode(token.hmac).decode()


@pytest.mark.parametrize("mechanism", ["SCRAM-SHA-256", "SCRAM-SHA-512"])
def test_the_holder_of_a_token_is_its_owner_for_a_while(mechanism: str) -> None:
    async def body(_broker: Broker, login: Log, clock: ManualClock) -> None:
        token = await make(await login("bob"))
        assert (token.error_code, token.principal_name, token.token_requester_principal_name) == (0, "bob", "bob")
        assert token.expiry_timestamp_ms - token.issue_timestamp_ms == 1000
        assert token.max_timestamp_ms - token.issue_timestamp_ms == 10_000
        wire = await login(token.token_id, password(token), is_token=True, mechanism=mechanism)
        assert wire is not None
        assert (await wire.ask(messages.DescribeClusterRequest(), 0)).error_code == 0
        assert (await make(wire)).error_code == ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED
        assert await login(token.token_id, "guess", is_token=True) is None
        assert await login(token.token_id, password(token)) is None
        assert await login("bob", "bob-secret", is_token=True) is None
        clock.advance(1.5)
        assert await login(token.token_id, password(token), is_token=True) is None
        wire.send(messages.DescribeClusterRequest(), 0)
        assert await wire.is_closed()  # the session ends with the token

    run(body)


def test_tokens_are_renewed_and_ended_by_owners_and_renewers() -> None:
    async def body(_broker: Broker, login: Log, clock: ManualClock) -> None:
        alice, bob, carol = [await login(name) for name in USERS]
        assert alice is not None
        assert bob is not None
        assert carol is not None
        token = await make(alice, renewers=("bob",))
        renew = messages.RenewDelegationTokenRequest(hmac=token.hmac, renew_period_ms=500)
        end = messages.ExpireDelegationTokenRequest(hmac=token.hmac, expiry_time_period_ms=-1)
        clock.advance(0.9)
        for wire in (alice, bob):
            answer = await wire.ask(renew, 2)
            assert (answer.error_code, answer.expiry_timestamp_ms) == (0, token.issue_timestamp_ms + 1400)
        assert (await carol.ask(renew, 2)).error_code == ErrorCode.DELEGATION_TOKEN_OWNER_MISMATCH
        assert (await carol.ask(end, 2)).error_code == ErrorCode.DELEGATION_TOKEN_OWNER_MISMATCH
        later = await bob.ask(messages.ExpireDelegationTokenRequest(hmac=token.hmac, expiry_time_period_ms=60_000), 1)
        assert later.expiry_timestamp_ms == token.max_timestamp_ms
        assert (await bob.ask(end, 2)).error_code == 0
        assert (await alice.ask(renew, 2)).error_code == ErrorCode.DELEGATION_TOKEN_NOT_FOUND
        old = await make(alice)
        clock.advance(2)
        assert (
            await alice.ask(messages.RenewDelegationTokenRequest(hmac=old.hmac, renew_period_ms=1), 1)
        ).error_code == (ErrorCode.DELEGATION_TOKEN_EXPIRED)

    run(body)


def test_who_sees_which_tokens_and_for_whom_they_are_made() -> None:
    async def body(_broker: Broker, login: Log, _clock: ManualClock) -> None:
        alice, bob = await login("alice"), await login("bob")
        await make(alice)
        await make(alice, owner="carol")
        await make(alice, renewers=("bob",))
        await make(bob)
        assert (await make(bob, owner="alice")).error_code == ErrorCode.DELEGATION_TOKEN_AUTHORIZATION_FAILED
        assert await seen(alice) == ["alice", "alice", "bob", "carol"]
        assert await seen(alice, "carol", "bob") == ["alice", "bob", "carol"]
        assert await seen(bob) == ["alice", "bob"]
        assert await seen(await login("carol")) == ["carol"]

    run(body)


def test_tokens_outlive_a_restart_and_are_swept_when_they_are_over() -> None:
    made: list[Any] = []

    async def first(_broker: Broker, login: Log, _clock: ManualClock) -> None:
        made.append(await make(await login("alice")))

    async def second(broker: Broker, login: Log, clock: ManualClock) -> None:
        assert await login(made[0].token_id, password(made[0]), is_token=True) is not None
        clock.advance(2)
        broker.node.forget_old_tokens()
        assert list(broker.node.security.tokens) == []

    run(second, run(first))


def test_tokens_are_not_given_over_plain_text() -> None:
    code = ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED

    async def body(broker: Broker, _login: Log, _clock: ManualClock) -> None:
        wire = await Wire.to(broker)
        assert (await make(wire)).error_code == code
        for request, version in (
            (messages.DescribeDelegationTokenRequest(owners=None), 3),
            (messages.RenewDelegationTokenRequest(hmac=b"x", renew_period_ms=1), 2),
            (messages.ExpireDelegationTokenRequest(hmac=b"x", expiry_time_period_ms=1), 2),
        ):
            assert (await wire.ask(request, version)).error_code == code

    run(body)


def test_without_a_secret_key_there_are_none() -> None:
    async def main() -> None:
        options = {name: text for name, text in OPTIONS.items() if name != "delegation.token.secret.key"}
        config = BrokerConfig.from_options({**QUICK, "log.dirs": "data", **options})
        async with Broker(config, files=MemoryFiles(), users=USERS) as broker, asyncio.timeout(10):
            wire = await log_in(broker, "alice")
            assert (await make(wire)).error_code == ErrorCode.DELEGATION_TOKEN_AUTH_DISABLED
            await Wire.close_all()

    asyncio.run(main())
