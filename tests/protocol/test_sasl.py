"""SASL mechanisms against the vectors of their RFCs, and against brokers that do not keep to them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.protocol.sasl.mechanism import AuthenticationFailed
from kafkawire.protocol.sasl.plain import Plain
from kafkawire.protocol.sasl.scram import _HASHES, MAX_ITERATIONS, Scram

NONCE = "rOprNGfwEbeRWgbNEkqO"
SERVER_FIRST = b"r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
CLIENT_FINAL = (
    b"c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
)
SERVER_FINAL = b"v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="


def scram_256() -> Scram:
    return Scram("SCRAM-SHA-256", "user", "pencil", nonce=NONCE)


def test_scram_sha_256_as_in_section_3_of_rfc_7677() -> None:
    scram = scram_256()
    assert scram.first() == b"n,,n=user,r=rOprNGfwEbeRWgbNEkqO"
    assert scram.respond(SERVER_FIRST) == CLIENT_FINAL
    assert scram.respond(SERVER_FINAL) is None


def test_scram_as_in_section_5_of_rfc_5802(monkeypatch: pytest.MonkeyPatch) -> None:
    # The RFC has an example with SHA-1 only, which Kafka does not offer; the steps are the same.
    monkeypatch.setitem(_HASHES, "SCRAM-SHA-1", "sha1")
    scram = Scram("SCRAM-SHA-1", "user", "pencil", nonce="fyko+d2lbbFgONRv9qkxdawL")
    assert scram.first() == b"n,,n=user,r=fyko+d2lbbFgONRv9qkxdawL"
    nonce = b"fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j"
    final = scram.respond(b"r=" + nonce + b",s=QSXCR+Q6sek8bf92,i=4096")
    assert final == b"c=biws,r=" + nonce + b",p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts="
    assert scram.respond(b"v=rmF9pqV8S7suAoZWja4dJRkFsKQ=") is None


def test_a_delegation_token_is_announced_where_kafka_looks_for_it() -> None:
    scram = Scram("SCRAM-SHA-256", "token-id", "aG1hYw==", nonce=NONCE, is_token=True)
    assert scram.first() == b"n,,n=token-id,r=rOprNGfwEbeRWgbNEkqO,tokenauth=true"
    without = Scram("SCRAM-SHA-256", "token-id", "aG1hYw==", nonce=NONCE)
    assert scram.respond(SERVER_FIRST) != without.respond(SERVER_FIRST)  # the proof covers what has been announced


class ScramServer:
    """The broker's side, written from RFC 5802 and sharing no code with the client's."""

    def __init__(self, algorithm: str, password: str, *, iterations: int = 4096) -> None:
        self.algorithm = algorithm
        self.salted = hashlib.pbkdf2_hmac(algorithm, password.encode(), b"salt", iterations)
        self.iterations = iterations

    def first(self, client_first: bytes) -> bytes:
        self.client_bare = client_first.removeprefix(b"n,,")
        nonce = self.client_bare.split(b"r=")[1] + b"server"
        self.server_first = b"r=%s,s=%s,i=%d" % (nonce, base64.b64encode(b"salt"), self.iterations)
        return self.server_first

    def final(self, client_final: bytes) -> bytes:
        without_proof, _, proof = client_final.rpartition(b",p=")
        message = b",".join((self.client_bare, self.server_first, without_proof))
        stored = hashlib.new(self.algorithm, self.hmac(self.salted, b"Client Key")).digest()
        signature = self.hmac(stored, message)
        client_key = bytes(a ^ b for a, b in zip(base64.b64decode(proof), signature, strict=True))
        if hashlib.new(self.algorithm, client_key).digest() != stored:
            return b"e=invalid-proof"
        return b"v=" + base64.b64encode(self.hmac(self.hmac(self.salted, b"Server Key"), message))

    def hmac(self, key: bytes, message: bytes) -> bytes:
        return hmac.new(key, message, self.algorithm).digest()


@pytest.mark.parametrize(("mechanism", "algorithm"), [("SCRAM-SHA-256", "sha256"), ("SCRAM-SHA-512", "sha512")])
@pytest.mark.parametrize("password", ["pencil", "Bleistift-ß", "a,b=c"])
def test_both_sides_agree_on_the_password(mechanism: str, algorithm: str, password: str) -> None:
    scram, server = Scram(mechanism, "user", password), ScramServer(algorithm, password)
    proof = scram.respond(server.first(scram.first()))
    assert proof is not None
    assert scram.respond(server.final(proof)) is None


def test_another_password_is_refused_with_the_brokers_word_for_it() -> None:
    scram, server = Scram("SCRAM-SHA-256", "user", "pencil"), ScramServer("sha256", "crayon")
    proof = scram.respond(server.first(scram.first()))
    assert proof is not None
    with pytest.raises(AuthenticationFailed, match="it says 'invalid-proof'"):
        scram.respond(server.final(proof))


def test_each_authentication_has_a_nonce_of_its_own_and_names_are_escaped() -> None:
    first, second = (Scram("SCRAM-SHA-512", "a=b,c", "p").first() for _ in range(2))
    assert first != second
    assert first.startswith(b"n,,n=a=3Db=2Cc,r=")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"", "must come first"),
        (b"\xff\xfe", "no text"),
        (b"m=x," + SERVER_FIRST, "must come first"),
        (b"r=%s,s=W22Z" % NONCE.encode(), "must come first"),
        (b"r=other,s=W22Z,i=4096", "nonce"),
        (b"r=%s,s=W22Z,i=4096" % NONCE.encode(), "nonce"),
        (b"r=%sx,s=W2_Z,i=4096" % NONCE.encode(), "base64"),
        (b"r=%sx,s=,i=4096" % NONCE.encode(), "empty"),
        (b"r=%sx,s=W22Z,i=4095" % NONCE.encode(), "4095 iterations"),
        (b"r=%sx,s=W22Z,i=131073" % NONCE.encode(), "131073 iterations"),
        (b"r=%sx,s=W22Z,i=%s" % (NONCE.encode(), b"9" * 5_000), "no possible number"),
        (b"r=%sx,s=W22Z,i=-4096" % NONCE.encode(), "no possible number"),
        (b"r=%sx,s=W22Z,i=4 096" % NONCE.encode(), "no possible number"),
        (f"r={NONCE}x,s=W22Z,i=\u0664\u0660\u0669\u0666".encode(), "no possible number"),
    ],
)
def test_a_first_answer_out_of_line_is_refused(answer: bytes, reason: str) -> None:
    with pytest.raises(AuthenticationFailed, match=reason):
        scram_256().respond(answer)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"", "signature is wrong"),
        (b"v=", "empty"),
        (b"v=AAAA", "signature is wrong"),
        (SERVER_FINAL[:-3] + b"A4=", "signature is wrong"),
        (b"e=unknown-user", "it says 'unknown-user'"),
        (b"v=####", "base64"),
    ],
)
def test_a_broker_without_the_right_signature_is_refused(answer: bytes, reason: str) -> None:
    scram = scram_256()
    scram.respond(SERVER_FIRST)
    with pytest.raises(AuthenticationFailed, match=reason):
        scram.respond(answer)


def test_a_broker_that_goes_on_after_the_end_is_refused() -> None:
    scram = scram_256()
    scram.respond(SERVER_FIRST)
    scram.respond(SERVER_FINAL)
    with pytest.raises(AuthenticationFailed, match="after the end"):
        scram.respond(SERVER_FINAL)


def test_the_most_iterations_are_done_in_a_moment() -> None:
    started = time.process_time()
    scram_256().respond(b"r=%sx,s=W22Z,i=%d" % (NONCE.encode(), MAX_ITERATIONS))
    assert time.process_time() - started < 2


@given(st.binary(max_size=200))
def test_whatever_else_a_broker_says_ends_in_the_one_error(answer: bytes) -> None:
    fresh, waiting = scram_256(), scram_256()
    waiting.respond(SERVER_FIRST)
    for scram in (fresh, waiting):
        with pytest.raises(AuthenticationFailed):
            scram.respond(answer)


def test_plain_as_in_rfc_4616() -> None:
    plain = Plain("tim", "tanstaaftanstaaf")
    assert plain.first() == b"\0tim\0tanstaaftanstaaf"
    plain.respond(b"")


@pytest.mark.parametrize(("username", "password"), [("", "p"), ("u", ""), ("u\0", "p"), ("u", "p\0q")])
def test_plain_has_no_place_for_some_names_and_passwords(username: str, password: str) -> None:
    with pytest.raises(AuthenticationFailed, match="without NUL"):
        Plain(username, password)


@pytest.mark.parametrize("kind", ["PLAIN", "SCRAM-SHA-256"])
def test_no_repr_shows_a_secret(kind: str) -> None:
    mechanism = Plain("user", "pencil") if kind == "PLAIN" else Scram(kind, "user", "pencil")
    mechanism.first()
    assert "pencil" not in repr(mechanism)
