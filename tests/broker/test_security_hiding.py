"""Who has an account, or a token, is nothing that a stranger can find out: names that nobody has look like others."""

from __future__ import annotations

import asyncio
import base64
import re
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

import pytest

from kafkawire import messages
from kafkawire.broker import Broker, BrokerConfig, MemoryFiles
from kafkawire.broker.security import credentials
from kafkawire.error_code import ErrorCode
from kafkawire.messages.alter_user_scram_credentials_request import ScramCredentialUpsertion
from kafkawire.protocol.sasl.server_scram import SaltForm, ScramCredential, derive_credential, salt_for, stand_in
from tests.broker.wire import NOW_MS, QUICK, Wire, serving

LISTENERS = "PLAINTEXT://127.0.0.1:0,SASL_PLAINTEXT://127.0.0.1:0"
NOBODIES = [f"nobody{number}" for number in range(120)]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Seen(NamedTuple):
    """What a client is shown of a name."""

    salt: bytes
    iterations: int

    @property
    def form(self) -> tuple[int, bool, int]:
        """What can be told of it at a glance; a text of Kafka's tools has 25 or 26 letters, now and then less."""
        is_text = re.fullmatch(rb"[0-9a-z]{20,26}", self.salt) is not None
        return 0 if is_text else len(self.salt), is_text, self.iterations


def run(body: Callable[[Broker], Awaitable[None]], files: MemoryFiles, users: Mapping[str, str]) -> None:
    async def main() -> None:
        options = {"listeners": LISTENERS, "delegation.token.secret.key": "secret", "log.dirs": "data"}
        config = BrokerConfig.from_options({**QUICK, **options, "connection.failed.authentication.delay.ms": "0"})
        async with serving(Broker(config, files=files, users=users), seconds=60) as broker:
            await body(broker)

    asyncio.run(main())


async def first_answer(broker: Broker, name: str, mechanism: str = "SCRAM-SHA-256", extension: str = "") -> Seen:
    host, _, port = broker.addresses["SASL_PLAINTEXT"].partition(":")
    wire = Wire(*await asyncio.open_connection(host, int(port)))
    await wire.ask(messages.SaslHandshakeRequest(mechanism=mechanism), 1)
    token = f"n,,n={name},r=abc{extension}".encode()
    answer = await wire.ask(messages.SaslAuthenticateRequest(auth_bytes=token), 2)
    assert answer.error_code == ErrorCode.NONE
    found = re.fullmatch(rb"r=abc[^,]+,s=([^,]+),i=(\d+)", answer.auth_bytes)
    assert found
    await wire.close()
    return Seen(base64.b64decode(found[1]), int(found[2]))


def as_the_tools_of_kafka() -> bytes:
    number, text = secrets.randbits(130), ""
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text.encode()


async def set_users(broker: Broker, salts: Mapping[str, tuple[bytes, int]]) -> None:
    changes = [
        ScramCredentialUpsertion(name=name, mechanism=1, iterations=times, salt=salt, salted_password=b"x" * 32)
        for name, (salt, times) in salts.items()
    ]
    answer = await (await Wire.to(broker)).ask(
        messages.AlterUserScramCredentialsRequest(deletions=[], upsertions=changes), 0
    )
    assert not any(result.error_code for result in answer.results)


KEPT: dict[str, dict[str, tuple[bytes, int]]] = {
    "nobody": {},
    "the tools of Kafka": {f"user{n}": (as_the_tools_of_kafka(), 4096) for n in range(5)},
    "more iterations": {f"user{n}": (as_the_tools_of_kafka(), 8192) for n in range(5)},
    "librdkafka": {f"user{n}": (secrets.token_bytes(64), 10_000) for n in range(5)},
    "some of each": {
        f"user{n}": (secrets.token_bytes(32), 4096) if n % 2 else (as_the_tools_of_kafka(), 8192) for n in range(10)
    },
}


@pytest.mark.parametrize("kept", KEPT.values(), ids=KEPT)
def test_names_that_nobody_has_look_like_those_of_users_before_and_after_a_restart(
    kept: dict[str, tuple[bytes, int]],
) -> None:
    files, users = MemoryFiles(), {} if kept else {"alice": "alice-secret"}
    seen: list[dict[str, Seen]] = []

    async def look(broker: Broker) -> None:
        await set_users(broker, {} if seen else kept)
        seen.append({name: await first_answer(broker, name) for name in [*kept, *users, *NOBODIES]})

    for _ in range(2):
        run(look, files, users)
    before, after = seen
    assert before == after
    real = Counter(before[name].form for name in [*kept, *users])
    made_up = Counter(before[name].form for name in NOBODIES)
    assert made_up.keys() == real.keys()
    assert len({before[name].salt for name in NOBODIES}) == len(NOBODIES)


def test_made_up_salts_are_numbers_of_130_bits_like_those_of_kafkas_tools() -> None:
    made_up = [salt_for(b"secret", "SCRAM-SHA-256", name) for name in NOBODIES]
    assert all(int(salt, 36) < 1 << 130 for salt in made_up)
    assert {25, 26} <= {len(salt) for salt in made_up} <= {23, 24, 25, 26}
    assert max(int(salt, 36) for salt in made_up) > 1 << 129


def test_a_form_that_comes_or_goes_changes_few_names() -> None:
    usual, other = SaltForm(), SaltForm(32, 8192)

    def forms_of(forms: Mapping[SaltForm, int]) -> list[int]:
        return [stand_in(b"secret", "SCRAM-SHA-256", name, forms).iterations for name in NOBODIES]

    few, some = forms_of({usual: 99, other: 1}), forms_of({usual: 50, other: 50})
    assert few.count(8192) < 10 < some.count(8192) < 110
    assert all(then == 8192 for now, then in zip(few, some, strict=True) if now == 8192)
    assert forms_of({usual: 1}) == forms_of({}) == [4096] * len(NOBODIES)


def test_the_secret_of_salts_is_made_once_for_a_directory() -> None:
    files, found = MemoryFiles(), []

    async def body(broker: Broker) -> None:
        found.append(broker.node.security.secret)

    run(body, files, {})
    run(body, files, {})
    run(body, MemoryFiles(), {})
    assert found[0] == found[1] != found[2]
    assert len(found[0]) == 32


@pytest.mark.parametrize("mechanism", ["SCRAM-SHA-256", "SCRAM-SHA-512"])
def test_a_token_that_is_there_takes_the_work_of_one_that_is_not(
    mechanism: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    work: list[tuple[int, int]] = []

    def counted(mechanism: str, password: str, salt: bytes) -> ScramCredential:
        work.append((len(password), len(salt) // 20))
        return derive_credential(mechanism, password, salt)

    monkeypatch.setattr(credentials, "derive_credential", counted)

    async def body(broker: Broker) -> None:
        tokens = broker.node.security.tokens
        made = [tokens.new("User:alice", "User:alice", (), *times) for times in ((-1, NOW_MS * 2), (1, NOW_MS))]
        broker.node.controller.write([token.record() for token in made], NOW_MS)
        there, over = (token.token_id for token in made)
        names = [there, over, "AAAAAAAAAAAAAAAAAAAAAA", "x"]
        seen = [await first_answer(broker, name, mechanism, ",tokenauth=true") for name in names]
        assert {each.form for each in seen} == {(0, True, 4096)}
        assert work == [work[0]] * len(names)

    run(body, MemoryFiles(), {})
