"""Users of SCRAM: set, described, deleted, kept, and let in."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from kafkawire import messages
from kafkawire.broker import Broker, BrokerConfig, MemoryFiles
from kafkawire.error_code import ErrorCode
from kafkawire.messages.alter_user_scram_credentials_request import ScramCredentialDeletion, ScramCredentialUpsertion
from kafkawire.messages.describe_user_scram_credentials_request import UserName
from kafkawire.protocol.sasl.scram import Scram
from tests.broker.wire import QUICK, Wire, serving

SHA_256, SHA_512 = 1, 2
NAMES = {SHA_256: "SCRAM-SHA-256", SHA_512: "SCRAM-SHA-512"}
LISTENERS = "PLAINTEXT://127.0.0.1:0,SASL_PLAINTEXT://127.0.0.1:0"


def run(body: Callable[[Broker, Wire], Awaitable[None]], files: MemoryFiles | None = None) -> MemoryFiles:
    files = files or MemoryFiles()

    async def main() -> None:
        config = BrokerConfig.from_options(
            {**QUICK, "log.dirs": "data", "listeners": LISTENERS, "connection.failed.authentication.delay.ms": "0"}
        )
        async with serving(Broker(config, files=files, users={"alice": "alice-secret"})) as broker:
            await body(broker, await Wire.to(broker))

    asyncio.run(main())
    return files


def user(name: str, password: str = "pw", mechanism: int = SHA_256, iterations: int = 4096) -> ScramCredentialUpsertion:
    hash_name = "sha512" if mechanism == SHA_512 else "sha256"
    salted = hashlib.pbkdf2_hmac(hash_name, password.encode(), b"salt", max(iterations, 1))
    return ScramCredentialUpsertion(
        name=name, mechanism=mechanism, iterations=iterations, salt=b"salt", salted_password=salted
    )


async def alter(
    wire: Wire, *changes: ScramCredentialUpsertion, deleted: Sequence[tuple[str, int]] = ()
) -> dict[str, tuple[int, str | None]]:
    deletions = [ScramCredentialDeletion(name=name, mechanism=mechanism) for name, mechanism in deleted]
    answer = await wire.ask(messages.AlterUserScramCredentialsRequest(deletions=deletions, upsertions=list(changes)), 0)
    return {result.user: (result.error_code, result.error_message) for result in answer.results}


async def describe(wire: Wire, *names: str) -> dict[str, Any]:
    answer = await wire.ask(
        messages.DescribeUserScramCredentialsRequest(users=[UserName(name=name) for name in names] or None), 0
    )
    return {
        result.user: result.error_code or [(info.mechanism, info.iterations) for info in result.credential_infos]
        for result in answer.results
    }


async def gets_in(broker: Broker, name: str, password: str, mechanism: int = SHA_256) -> bool:
    host, _, port = broker.addresses["SASL_PLAINTEXT"].partition(":")
    wire = Wire(*await asyncio.open_connection(host, int(port)))
    Wire.opened.append(wire)
    client = Scram(NAMES[mechanism], name, password)
    assert (await wire.ask(messages.SaslHandshakeRequest(mechanism=NAMES[mechanism]), 1)).error_code == 0
    token: bytes | None = client.first()
    while token is not None:
        answer = await wire.ask(messages.SaslAuthenticateRequest(auth_bytes=token), 2)
        if answer.error_code:
            return False
        token = client.respond(bytes(answer.auth_bytes))
    return True


def test_users_are_set_described_and_let_in_and_outlive_a_restart() -> None:
    async def make(broker: Broker, wire: Wire) -> None:
        assert not await gets_in(broker, "bob", "pw")
        assert await alter(wire, user("bob"), user("carol", "c", SHA_512, 5000)) == {
            "bob": (0, None),
            "carol": (0, None),
        }
        assert await gets_in(broker, "bob", "pw")

    async def look(broker: Broker, wire: Wire) -> None:
        assert await describe(wire) == {"bob": [(SHA_256, 4096)], "carol": [(SHA_512, 5000)]}
        assert await gets_in(broker, "bob", "pw")
        assert await gets_in(broker, "carol", "c", SHA_512)
        assert not await gets_in(broker, "carol", "c", SHA_256)
        assert await alter(wire, deleted=[("bob", SHA_256)]) == {"bob": (0, None)}
        assert not await gets_in(broker, "bob", "pw")

    async def look_again(_broker: Broker, wire: Wire) -> None:
        assert await describe(wire) == {"carol": [(SHA_512, 5000)]}

    run(look_again, run(look, run(make)))


def test_what_is_kept_goes_before_what_the_broker_was_started_with() -> None:
    async def body(broker: Broker, wire: Wire) -> None:
        assert await gets_in(broker, "alice", "alice-secret")
        assert await describe(wire, "alice") == {"alice": ErrorCode.RESOURCE_NOT_FOUND}
        await alter(wire, user("alice", "other"))
        assert await gets_in(broker, "alice", "other")
        assert not await gets_in(broker, "alice", "alice-secret")
        assert await gets_in(broker, "alice", "alice-secret", SHA_512)

    run(body)


def test_what_is_asked_twice_or_of_nobody() -> None:
    async def body(_broker: Broker, wire: Wire) -> None:
        await alter(wire, user("bob"))
        await alter(wire, user("bob", mechanism=SHA_512, iterations=16384))
        assert await describe(wire, "bob", "nobody", "twice", "twice") == {
            "bob": [(SHA_256, 4096), (SHA_512, 16384)],
            "nobody": ErrorCode.RESOURCE_NOT_FOUND,
            "twice": ErrorCode.DUPLICATE_RESOURCE,
        }

    run(body)


NOBODY = (ErrorCode.RESOURCE_NOT_FOUND, "Attempt to delete a user credential that does not exist")
TWICE = (ErrorCode.DUPLICATE_RESOURCE, "A user credential cannot be altered twice in the same request")


@pytest.mark.parametrize(
    ("changes", "deleted", "expected"),
    [
        ([user("f", iterations=4095)], [], (ErrorCode.UNACCEPTABLE_CREDENTIAL, "Too few iterations")),
        ([user("f", iterations=16385)], [], (ErrorCode.UNACCEPTABLE_CREDENTIAL, "Too many iterations")),
        ([user("f", mechanism=3)], [], (ErrorCode.UNSUPPORTED_SASL_MECHANISM, "Unknown SCRAM mechanism")),
        ([user("f"), user("f", mechanism=SHA_512)], [], TWICE),
        ([user("f")], [("f", SHA_256)], NOBODY),
        ([user("f"), user("f", iterations=1)], [], TWICE),
        ([user("f", iterations=1), user("f")], [], (ErrorCode.UNACCEPTABLE_CREDENTIAL, "Too few iterations")),
        (
            [ScramCredentialUpsertion(name="f", mechanism=SHA_256, iterations=4096, salt=b"salt", salted_password=b"")],
            [],
            (ErrorCode.UNKNOWN_SERVER_ERROR, None),
        ),
    ],
)
def test_what_cannot_be_is_refused_and_the_rest_is_done(
    changes: list[ScramCredentialUpsertion], deleted: list[tuple[str, int]], expected: tuple[int, str]
) -> None:
    async def body(_broker: Broker, wire: Wire) -> None:
        assert await alter(wire, user("good"), *changes, deleted=deleted) == {"good": (0, None), "f": expected}
        assert await describe(wire) == {"good": [(SHA_256, 4096)]}

    run(body)


def test_a_user_without_a_name_is_refused() -> None:
    async def body(_broker: Broker, wire: Wire) -> None:
        assert await alter(wire, user("")) == {"": (ErrorCode.UNACCEPTABLE_CREDENTIAL, "Username must not be empty")}

    run(body)
