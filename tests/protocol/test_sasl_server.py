"""The broker's side of SASL mechanisms: RFC vectors, our client, wrong input, and any bytes at all."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable

import pytest

from kafkawire.errors import KafkaWireError
from kafkawire.protocol.sasl.mechanism import AuthenticationFailed
from kafkawire.protocol.sasl.oauthbearer import OAuthBearer
from kafkawire.protocol.sasl.plain import Plain
from kafkawire.protocol.sasl.scram import Scram
from kafkawire.protocol.sasl.server_mechanism import Refused, ServerMechanism
from kafkawire.protocol.sasl.server_oauthbearer import BearerIdentity, ServerOAuthBearer
from kafkawire.protocol.sasl.server_plain import ServerPlain, check_passwords
from kafkawire.protocol.sasl.server_scram import (
    ScramCredential,
    ServerScram,
    derive_credential,
    scram_credential,
)

SCRAMS = ["SCRAM-SHA-256", "SCRAM-SHA-512"]
USERS = {"alice": "alice-secret", "a,=b": "x"}
IDENTITY_TEXT = "Authentication failed: Client requested an authorization id that is different from username"


def plain(users: dict[str, str] = USERS) -> ServerPlain:
    return ServerPlain(lambda user, password: check_passwords(users.get(user), password))


def scram(mechanism: str = "SCRAM-SHA-256", nonce: str | None = None, iterations: int = 4096) -> ServerScram:
    kept = {user: derive_credential(mechanism, password, b"salt", iterations) for user, password in USERS.items()}
    return ServerScram(mechanism, kept.get, secret=b"secret", nonce=nonce)


def bearer() -> ServerOAuthBearer:
    return ServerOAuthBearer(lambda token: BearerIdentity("alice", 1000) if token == "good" else None)


def refused(server: ServerMechanism, token: bytes) -> Refused:
    with pytest.raises(Refused) as caught:
        server.evaluate(token)
    assert server.username is None
    return caught.value


def test_the_example_of_rfc_7677() -> None:
    salt = base64.b64decode("W22ZaJ0SNY7soEsUEjb6gQ==")
    kept = derive_credential("SCRAM-SHA-256", "pencil", salt)
    server = ServerScram("SCRAM-SHA-256", {"user": kept}.get, secret=b"", nonce="%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0")
    assert server.evaluate(b"n,,n=user,r=rOprNGfwEbeRWgbNEkqO") == (
        b"r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
    )
    assert server.username is None
    assert (
        server.evaluate(
            b"c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
            b"p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
        )
        == b"v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="
    )
    assert server.username == "user"


@pytest.mark.parametrize("mechanism", SCRAMS)
@pytest.mark.parametrize("user", USERS)
def test_our_client_and_the_server_convince_each_other(mechanism: str, user: str) -> None:
    client, server = Scram(mechanism, user, USERS[user]), scram(mechanism, iterations=5000)
    proof = client.respond(server.evaluate(client.first()))
    assert proof is not None
    assert client.respond(server.evaluate(proof)) is None  # raises if the server's signature is wrong
    assert server.username == user
    refused_later = pytest.raises(Refused, match="after the end")
    with refused_later:
        server.evaluate(proof)


@pytest.mark.parametrize("mechanism", SCRAMS)
def test_keys_out_of_a_salted_password_are_those_of_the_password(mechanism: str) -> None:
    import hashlib

    salted = hashlib.pbkdf2_hmac(mechanism.replace("SCRAM-SHA-", "sha"), b"pw", b"salt", 4096)
    assert scram_credential(mechanism, salted, b"salt", 4096) == derive_credential(mechanism, "pw", b"salt")


@pytest.mark.parametrize("mechanism", SCRAMS)
def test_nobody_learns_from_scram_who_has_an_account(mechanism: str) -> None:
    def exchange(user: str, password: str) -> tuple[list[bytes], Refused]:
        client, server = Scram(mechanism, user, password, nonce="c"), scram(mechanism, nonce="s")
        challenge = server.evaluate(client.first())
        proof = client.respond(challenge)
        assert proof is not None
        return challenge.split(b","), refused(server, proof)

    known, wrong = exchange("alice", "guess")
    unknown, nobody = exchange("mallory", "guess")
    again, _ = exchange("mallory", "guess")
    other, _ = exchange("trudy", "guess")
    assert unknown == again != other  # a salt that changed would tell as much
    assert (unknown[0], unknown[2]) == (known[0], known[2]) == (b"r=cs", b"i=4096")
    assert (str(wrong), wrong.told) == (str(nobody), nobody.told)
    assert wrong.told is None


def test_credentials_with_too_few_iterations_are_those_of_nobody() -> None:
    server = scram(iterations=4095)
    assert b"i=4096" in server.evaluate(b"n,,n=alice,r=c")


@pytest.mark.parametrize(
    "token",
    [
        b"",
        b"n,,n=alice",
        b"n,,r=c,n=alice",
        b"y,,n=alice,r=c",
        b"p=tls-unique,,n=alice,r=c",
        b"n,,m=must,n=alice,r=c",
        b"n,,n=al=ice,r=c",
        b"n,,n=,r=c",
        b"n,,n=alice,r=",
        b"n,,n=al\x00ice,r=c",
        b"n,,n=al\xffice,r=c",
        "n,,n=älice,r=c".encode(),
        b"n,,n=alice,r=c\x20d",
        b"n,,n=alice,r=c,",
        b"n,,n=alice,r=c\n",
    ],
)
def test_a_first_token_that_is_none_is_the_end(token: bytes) -> None:
    server = scram()
    assert refused(server, token).told is None
    assert "after the end" in str(refused(server, b"n,,n=alice,r=c"))


def test_another_identity_is_told_as_kafka_does() -> None:
    assert refused(scram(), b"n,a=bob,n=alice,r=c").told == IDENTITY_TEXT
    assert refused(scram(), b"n,a=bob,n=nobody,r=c").told == IDENTITY_TEXT
    assert scram().evaluate(b"n,a=alice,n=alice,r=c,ext=1")
    assert refused(plain(), b"bob\0alice\0alice-secret").told == IDENTITY_TEXT


@pytest.mark.parametrize("change", ["proof", "nonce", "binding", "length", "rubbish", "nothing"])
def test_a_second_token_with_a_fault_is_refused(change: str) -> None:
    client, server = Scram("SCRAM-SHA-256", "alice", "alice-secret"), scram()
    proof = client.respond(server.evaluate(client.first()))
    assert proof is not None
    unproved, _, encoded = proof.partition(b",p=")
    token = {
        "proof": unproved + b",p=" + base64.b64encode(bytes(32)),
        "nonce": proof.replace(b"r=", b"r=x"),
        "binding": proof.replace(b"c=biws", b"c=eSws"),
        "length": unproved + b",p=" + base64.b64encode(base64.b64decode(encoded)[:-1]),
        "rubbish": proof + b"!",
        "nothing": b"",
    }[change]
    assert refused(server, token).told is None


@pytest.mark.parametrize(
    ("token", "told"),
    [
        (b"", "Invalid SASL/PLAIN response: expected 3 tokens, got 1"),
        (b"alice\0alice-secret", "Invalid SASL/PLAIN response: expected 3 tokens, got 2"),
        (b"\0\0\0\0\0\0", "Invalid SASL/PLAIN response: expected 3 tokens, got 4"),
        (b"\0\0alice-secret", "Authentication failed: username not specified"),
        (b"\0alice\0", "Authentication failed: password not specified"),
        (b"\0alice\0alice", "Authentication failed: Invalid username or password"),
        (b"\0nobody\0alice-secret", "Authentication failed: Invalid username or password"),
        (b"\0alice\xff\0alice-secret", "Authentication failed: Invalid username or password"),
    ],
)
def test_what_plain_refuses_is_told_in_the_words_of_kafka(token: bytes, told: str) -> None:
    assert refused(plain(), token).told == told


def test_plain_lets_in_who_knows_the_password() -> None:
    for token in (Plain("alice", "alice-secret").first(), b"alice\0alice\0alice-secret"):
        server = plain()
        assert server.evaluate(token) == b""
        assert server.username == "alice"


def test_a_bearer_token_speaks_for_whom_the_validator_says() -> None:
    server = bearer()
    assert server.evaluate(OAuthBearer("good", {"cluster": "one"}).first()) == b""
    assert (server.username, server.expires_at_ms) == ("alice", 1000)
    client, server = OAuthBearer("bad"), bearer()
    fault = server.evaluate(client.first())
    assert fault == b'{"status":"invalid_token"}'
    acknowledged = client.respond(fault)
    assert acknowledged is not None
    assert refused(server, acknowledged).told == fault.decode()


@pytest.mark.parametrize(
    "token",
    [
        b"",
        b"\x01",
        b"n,,\x01auth=Basic good\x01\x01",
        b"n,,\x01auth=Bearer\x01\x01",
        b"n,,\x01auth=Bearer good\x01",
        b"n,,\x01cluster=one\x01\x01",
        b"n,a=bob,\x01auth=Bearer good\x01\x01",
        b"n,,\x01auth=Bearer \xff\x01\x01",
    ],
)
def test_what_holds_no_bearer_token_is_refused(token: bytes) -> None:
    assert refused(bearer(), token).told is None


def test_secrets_are_in_no_repr_and_no_error() -> None:
    kept = derive_credential("SCRAM-SHA-256", "alice-secret", b"salt-of-alice")
    assert repr(kept) == "ScramCredential(iterations=4096)"
    assert isinstance(kept, ScramCredential)
    wrong = refused(plain(), b"\0alice\0wrong-secret")
    assert "secret" not in str(wrong) + repr(wrong) + repr(plain()) + repr(scram())


FIRST = b"n,a=alice,n=alice,r=abc,ext=1"
SEEDS: list[tuple[Callable[[], ServerMechanism], list[bytes]]] = [
    (plain, [b"alice\0alice\0alice-secret"]),
    (scram, [FIRST, b"c=biws,r=abcdef,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="]),
    (bearer, [b"n,a=alice,\x01auth=Bearer bad\x01key=value\x01\x01", b"\x01"]),
]


@pytest.mark.parametrize(("make", "tokens"), SEEDS, ids=["plain", "scram", "bearer"])
def test_any_bytes_give_an_answer_or_one_refusal(make: Callable[[], ServerMechanism], tokens: list[bytes]) -> None:
    dice = random.Random(7)
    for _ in range(3000):
        server = make() if make is not scram else ServerScram("SCRAM-SHA-256", lambda _: None, secret=b"")
        try:
            for token in tokens:
                answer = server.evaluate(_mutated(token, dice))
                assert len(answer) < 1000
        except KafkaWireError as exc:
            assert isinstance(exc, AuthenticationFailed)


def test_a_token_of_the_largest_size_takes_no_time_to_refuse() -> None:
    for make, _ in SEEDS:
        for byte in (b"a", b",", b"=", b"\0", b"\x01"):
            for start in (b"", b"n,,", b"n,,n=a,r=b,", b"n,,\x01", b"n,a="):
                with pytest.raises(Refused):
                    make().evaluate(start + byte * (512 * 1024))


def _mutated(token: bytes, dice: random.Random) -> bytes:
    data = bytearray(token)
    for _ in range(dice.randrange(4)):
        at = dice.randrange(len(data) + 1)
        match dice.randrange(4):
            case 0:
                data[at:at] = bytes([dice.randrange(256)])
            case 1:
                del data[at : at + 2]
            case 2:
                data[at : at + 1] = dice.choice([b",", b"=", b"\0", b"\x01", b"\xff"])
            case _:
                data *= 2
    return bytes(data)


def test_what_a_refusal_says_to_our_log_is_not_what_the_client_reads() -> None:
    refused = Refused("there is no user 'alice'", "Authentication failed")
    assert str(refused) == "SASL_AUTHENTICATION_FAILED (58): there is no user 'alice'"
    assert refused.told == "Authentication failed"
